// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic in a given rounding direction. This file is built with -frounding-math: the compiler must neither fold nor
// move arithmetic across a change of the rounding mode.
#include "compiler/Host/Numerics/DirectedArithmetic.h"
#include <cfenv>
#include <cmath>

namespace tilec::host {

namespace {
/// Sets the processor's rounding direction for the lifetime of the object.
class RoundingScope {
public:
  explicit RoundingScope(Rounding rounding) : saved(std::fegetround()) {
    static constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(kModes[int(rounding)]);
  }
  ~RoundingScope() {
    std::fesetround(saved);
  }

private:
  int saved;
};
} // namespace

float flushSubnormal(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

template <class T> static T apply(Arithmetic op, T a, T b, T c) {
  switch (op) {
  case Arithmetic::Add:
    return a + b;
  case Arithmetic::Sub:
    return a - b;
  case Arithmetic::Mul:
    return a * b;
  case Arithmetic::Div:
    return a / b;
  case Arithmetic::Fma:
    return std::fma(a, b, c);
  case Arithmetic::Sqrt:
    return std::sqrt(a);
  }
  return T();
}

template <class T>
void directedArithmetic(Arithmetic op, Rounding rounding, bool flush, const T *a, const T *b, const T *c, T *result,
                        size_t count) {
  RoundingScope scope(rounding);
  auto read = [&](const T *from, size_t i) -> T {
    T x = from ? from[i] : T();
    return flush ? T(flushSubnormal(float(x))) : x;
  };
  for (size_t i = 0; i < count; ++i) {
    T value = apply(op, read(a, i), read(b, i), read(c, i));
    result[i] = flush ? T(flushSubnormal(float(value))) : value;
  }
}

template void directedArithmetic<float>(Arithmetic, Rounding, bool, const float *, const float *, const float *,
                                        float *, size_t);
template void directedArithmetic<double>(Arithmetic, Rounding, bool, const double *, const double *, const double *,
                                         double *, size_t);

} // namespace tilec::host
