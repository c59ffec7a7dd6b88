// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rounding, subnormal and NaN modifiers where they do not apply
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::max(i, i, ct::propagate_nan_t{}); }  // expected: integral operand
  { auto x = ct::add(i, i, ct::round_toward_zero_t{}); }  // expected: integral operand
  { auto x = ct::div(Tile<double, 8>{}, Tile<double, 8>{}, ct::round_approximate_t{}); }  // expected: mode not available for double
  { auto x = ct::add(f, f, ct::round_subnormals_to_zero_t{}); }  // expected: no rounding tag before it
  { auto x = ct::exp<float>(f); }  // expected: type argument where a rounding mode stands
  { auto x = ct::exp(i); }  // expected: integral operand
}
