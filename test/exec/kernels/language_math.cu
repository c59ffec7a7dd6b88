// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elementwise mathematical functions, on tiles and on scalars.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kLanes = 64;
using Index = ct::tile<int, ct::shape<kLanes>>;

__tile__ Index lanes() { return ct::iota<Index>() + (int)ct::bid().x * kLanes; }

enum class Function { ceil, floor, exp, exp2, log, log2, sqrt, rsqrt, sin, cos, tan, sinh, cosh, tanh, abs };

template <Function F, class T> __tile__ auto apply(T x) {
  if constexpr (F == Function::ceil) return ct::ceil(x);
  if constexpr (F == Function::floor) return ct::floor(x);
  if constexpr (F == Function::exp) return ct::exp(x);
  if constexpr (F == Function::exp2) return ct::exp2(x);
  if constexpr (F == Function::log) return ct::log(x);
  if constexpr (F == Function::log2) return ct::log2(x);
  if constexpr (F == Function::sqrt) return ct::sqrt(x);
  if constexpr (F == Function::rsqrt) return ct::rsqrt(x);
  if constexpr (F == Function::sin) return ct::sin(x);
  if constexpr (F == Function::cos) return ct::cos(x);
  if constexpr (F == Function::tan) return ct::tan(x);
  if constexpr (F == Function::sinh) return ct::sinh(x);
  if constexpr (F == Function::cosh) return ct::cosh(x);
  if constexpr (F == Function::tanh) return ct::tanh(x);
  if constexpr (F == Function::abs) return ct::abs(x);
}

template <class E, Function F> __tile_global__ void unary(E* out, E* scalars, const E* in) {
  ct::store(out + lanes(), apply<F>(ct::load(in + lanes())));
  scalars[ct::bid().x] = apply<F>(in[(int)ct::bid().x * kLanes]);
}

template <class E>
__tile_global__ void binary(E* power, E* integer_power, E* angle, bool* nan, bool* infinite, const E* a, const E* b,
                            const int* n) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes());
  ct::store(power + lanes(), ct::pow(ct::abs(x), y));
  ct::store(integer_power + lanes(), ct::powi(x, ct::load(n + lanes())));
  ct::store(angle + lanes(), ct::atan2(x, y));
  ct::store(nan + lanes(), ct::isnan(x));
  ct::store(infinite + lanes(), ct::isinf(x));
}

#define UNARY(E, NAME) template __tile_global__ void unary<E, Function::NAME>(E*, E*, const E*);
#define MATH(E)                                                                                                                \
  UNARY(E, ceil) UNARY(E, floor) UNARY(E, exp) UNARY(E, exp2) UNARY(E, log) UNARY(E, log2) UNARY(E, sqrt) UNARY(E, rsqrt)      \
  UNARY(E, sin) UNARY(E, cos) UNARY(E, tan) UNARY(E, sinh) UNARY(E, cosh) UNARY(E, tanh) UNARY(E, abs)                         \
  template __tile_global__ void binary<E>(E*, E*, E*, bool*, bool*, const E*, const E*, const int*);
MATH(float)
MATH(double)
MATH(__half)
MATH(__nv_bfloat16)
