// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rounding, subnormal and NaN modifiers where they do not apply (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::max(f, f, ct::propagate_nan_t{}); }
  { auto x = ct::add(f, f, ct::round_toward_zero_t{}); }
  { auto x = ct::div(Tile<double, 8>{}, Tile<double, 8>{}, ct::round_toward_zero_t{}); }
  { auto x = ct::add(f, f, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{}); }
  { auto x = ct::exp<ct::rounding_mode::round_approximate>(f); }
  { auto x = ct::exp(ct::element_cast<float>(i)); }
}
