// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float functions on all floats: each block takes 256 consecutive bit patterns (or every `stride`-th one), compares with the
// function of double, and keeps the largest distance in thousandths of the last place, with the argument.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

enum class Function { exp, exp2, log, log2, rsqrt, sqrt, sin, cos, tan, sinh, cosh, tanh };

template <Function F, class T> __tile__ auto apply(T x) {
  if constexpr (F == Function::exp) return ct::exp(x);
  if constexpr (F == Function::exp2) return ct::exp2(x);
  if constexpr (F == Function::log) return ct::log(x);
  if constexpr (F == Function::log2) return ct::log2(x);
  if constexpr (F == Function::rsqrt) return ct::rsqrt(x);
  if constexpr (F == Function::sqrt) return ct::sqrt(x);
  if constexpr (F == Function::sin) return ct::sin(x);
  if constexpr (F == Function::cos) return ct::cos(x);
  if constexpr (F == Function::tan) return ct::tan(x);
  if constexpr (F == Function::sinh) return ct::sinh(x);
  if constexpr (F == Function::cosh) return ct::cosh(x);
  if constexpr (F == Function::tanh) return ct::tanh(x);
}

using Floats = ct::tile<float, ct::shape<256>>;
using Doubles = ct::tile<double, ct::shape<256>>;

// The exponent of the last place of float at `x`, as bits of a double: subnormals share that of the smallest normal number.
__tile__ Doubles last_place(Doubles x) {
  auto exponent = ct::element_bitcast<long>(x) & 0x7ff0000000000000l;
  constexpr long smallest = (1023l - 126) << 52;
  return ct::element_bitcast<double>(ct::max(exponent, ct::full<ct::tile<long, ct::shape<256>>>(smallest)) - (23l << 52));
}

template <Function F> __tile_global__ void worst_error(unsigned long* worst, unsigned stride) {
  auto bits = (ct::iota<ct::tile<unsigned, ct::shape<256>>>() + ct::bid().x * 256) * ct::full<ct::tile<unsigned, ct::shape<256>>>(stride);
  Floats x = ct::element_bitcast<float>(bits);
  Doubles got = ct::element_cast<double>(apply<F>(x)), expected = apply<F>(ct::element_cast<double>(x));
  // Infinity counts as the number behind the largest.
  Doubles top = ct::full<Doubles>(0x1p128);
  got = ct::select(ct::isnan(got), got, ct::max(ct::min(got, top), -top));
  expected = ct::select(ct::isnan(expected), expected, ct::max(ct::min(expected, top), -top));
  auto place = last_place(ct::min(ct::abs(expected), ct::full<Doubles>(0x1.fffffep127)));
  Doubles error = ct::div(ct::abs(got - expected), place);
  auto both = ct::isnan(got) && ct::isnan(expected), one = ct::isnan(got) || ct::isnan(expected);
  error = ct::select(both, ct::zeros<Doubles>(), ct::select(one, ct::full<Doubles>(1e6), ct::min(error, ct::full<Doubles>(1e6))));
  auto packed = (ct::element_cast<unsigned long>(error * 1000.0) << 32) | ct::element_cast<unsigned long>(bits);
  auto largest = ct::reduce_max<0>(packed);
  ct::atomic_max<ct::memory_order::relaxed>(worst, static_cast<unsigned long>(largest));
}

#define FUNCTION(NAME) template __tile_global__ void worst_error<Function::NAME>(unsigned long*, unsigned);
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(log)
FUNCTION(log2)
FUNCTION(rsqrt)
FUNCTION(sqrt)
FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tan)
FUNCTION(sinh)
FUNCTION(cosh)
FUNCTION(tanh)
