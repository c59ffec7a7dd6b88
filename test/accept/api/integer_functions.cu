// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic: floordiv, ceildiv, remainder, mulhi, shifts, bit casts, min and max.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p, unsigned* q, long long* l, float* f) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto a = ct::load(p + i);
  auto u = ct::load(q + i);
  ct::store(p + i, ct::floordiv(a, 3) + ct::ceildiv(a, 5) + ct::remainder(a, 7) + (a % 11) + (a << 2) + (a >> 1) + ~a + ct::abs(a) + ct::min(a, 4));
  ct::store(q + i, ct::mulhi(u, 0x9E3779B9u) ^ (u << 13) | (u & 0xFFu));
  ct::store(l + i, ct::element_cast<long long>(a) * 3 + a);
  ct::store(f + i, ct::element_bitcast<float>((u >> 9) | 0x3F800000u) - 1.f);
  p[0] = ct::min(p[1], 3) + ct::ceildiv(p[2], 32);
}
