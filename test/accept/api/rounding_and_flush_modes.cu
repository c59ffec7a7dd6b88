// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modifiers of arithmetic in both spellings.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto a = ct::load(p + i), b = ct::load(p + i + 64);
  auto c = ct::div(a, b, ct::round_approximate_t{}, ct::round_subnormals_to_zero_t{});
  c = ct::add(c, b, ct::round_toward_zero_t{}, ct::round_subnormals_to_zero_t{});
  c = ct::mul(c, b, ct::round_toward_positive_t{});
  c = ct::fma(a, b, c, ct::round_toward_negative_t{});
  c = ct::exp2(c, ct::round_subnormals_to_zero_t{});
  c = ct::rsqrt<ct::subnormals_rounding_mode::round_subnormals_to_zero>(c);
  c = ct::tanh<ct::rounding_mode::round_approximate>(c);
  c = ct::max(c, a, ct::propagate_nan_t{});
  ct::store(p + i, ct::sqrt(c, ct::round_ties_to_even_t{}));
}
