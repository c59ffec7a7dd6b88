// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rounding, subnormal and NaN modifiers as trailing tags; template arguments for the one-operand functions
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
__tile_global__ void k() {
  Tile<float, 8> a{}, b{}; Tile<double, 8> d{}; Tile<__half, 8> h{};
  (void)ct::add(a, b, ct::round_toward_zero_t{});
  (void)ct::sub(a, b, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{});
  (void)ct::mul(d, d, ct::round_toward_positive_t{});
  (void)ct::add(h, h, ct::round_toward_negative_t{});
  (void)ct::add(a, b, ct::round_ties_to_even_t{}, ct::preserve_subnormals_t{});
  (void)ct::div(a, b, ct::round_approximate_t{}, ct::round_subnormals_to_zero_t{});
  (void)ct::div(a, b, ct::round_full_t{});
  (void)ct::fma(a, b, a, ct::round_toward_zero_t{});
  (void)ct::sqrt(a, ct::round_approximate_t{});
  (void)ct::sqrt<ct::rounding_mode::round_approximate>(a);
  (void)ct::exp(a, ct::round_approximate_t{});
  (void)ct::exp<ct::rounding_mode::round_full>(d);
  (void)ct::tanh(a, ct::round_approximate_t{});
  (void)ct::exp2(a, ct::round_subnormals_to_zero_t{});
  (void)ct::exp2<ct::subnormals_rounding_mode::round_subnormals_to_zero>(a);
  (void)ct::rsqrt(a, ct::round_subnormals_to_zero_t{});
  (void)ct::max(a, b, ct::propagate_nan_t{});
  (void)ct::min(h, h, ct::suppress_nan_t{});
}
