// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit tricks by the user's own names: shl, shr, rotl, popc, clz.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> __tile__ auto shr(T a, int n) { return a >> n; }
template <class T> __tile__ auto rotl(T a, int n) { return (a << n) | (a >> (32 - n)); }
template <class T> __tile__ auto xori(T a, T b) { return a ^ b; }
template <class T> __tile__ auto andi(T a, T b) { return a & b; }
template <class T> __tile__ auto ori(T a, T b) { return a | b; }
template <class T> __tile__ auto popc(T x) {
  x = x - (shr(x, 1) & 0x55555555u);
  x = (x & 0x33333333u) + (shr(x, 2) & 0x33333333u);
  return (((x + shr(x, 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24;
}
__tile__ auto hash(ct::tile<unsigned, ct::shape<256>> h) {
  h = xori(h, shr(h, 16)) * 0x85ebca6bu;
  h = xori(h, shr(h, 13)) * 0xc2b2ae35u;
  return xori(h, shr(h, 16));
}
__tile_global__ void k(unsigned* p) {
  auto i = ct::iota<ct::tile<unsigned, ct::shape<256>>>();
  ct::store(p + i, popc(hash(rotl(ori(i, andi(i, i)), 5))));
}
