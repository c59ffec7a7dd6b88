// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// auto everywhere: parameters, returns, decltype(auto), trailing types, noexcept.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ auto add(auto a, auto b) { return a + b; }
__tile__ decltype(auto) first(auto& a) { return (a); }
__tile__ auto mul(auto a, decltype(a) b) noexcept -> decltype(a * b) { return a * b; }
__tile__ constexpr auto sizes = 3;
template <auto V> __tile__ auto constant() { return V; }
__tile_global__ void k(auto* p, auto n) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = add(ct::load(p + i), constant<1>());
  first(n) = 4;
  ct::store(p + i, mul(x, x));
  p[0] = add(n, constant<2>());
}
template __tile_global__ void k<int, long>(int*, long);
void go(int* p) { k<<<1, 1>>>(p, 3); }
