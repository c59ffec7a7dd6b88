// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers with names of the standard library, found by lookup beside std's.
#include <algorithm>
#include <utility>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

namespace mine {
template <class T> __tile__ void swap(T& a, T& b) { T t = a; a = b; b = t; }
template <class T> __tile__ T clamp(T x, T lo, T hi) { return x < lo ? lo : hi < x ? hi : x; }
template <class A, class B> struct pair { A first; B second; };
template <class A, class B> __tile__ pair<A, B> make_pair(A a, B b) { return {a, b}; }
template <class T> __tile__ T exchange(T& a, T b) { T t = a; a = b; return t; }
}  // namespace mine

__tile_global__ void bubble(int* p) {
  int a = p[0], b = p[1];
  if (a > b) mine::swap(a, b);
  auto pr = mine::make_pair(ct::full<ct::tile<int, ct::shape<4>>>(a), mine::clamp(b, 0, 10));
  p[0] = (int)ct::sum<0>(pr.first);
  p[1] = mine::exchange(pr.second, 3) + pr.second;
}
int main() { int a = 1, b = 2; std::swap(a, b); auto p = std::make_pair(a, b); return std::clamp(p.first, 0, 1); }
