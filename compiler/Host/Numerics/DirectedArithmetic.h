// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic with a rounding direction and with subnormals flushed to zero, by the processor's own rounding modes.
#pragma once

#include "compiler/Host/Numerics/FloatFormat.h"
#include <cstddef>

namespace tilec::host {

enum class Arithmetic : uint8_t { Add, Sub, Mul, Div, Fma, Sqrt };

/// result[i] = op(a[i], b[i], c[i]) for i < count, rounded once in direction `rounding`. Unused operands may be null.
/// `flush` replaces subnormal operands and results by zero of the same sign. T: float or double.
template <class T>
void directedArithmetic(Arithmetic op, Rounding rounding, bool flush, const T *a, const T *b, const T *c, T *result,
                        size_t count);

/// Zero of the same sign for a subnormal, else `x`.
float flushSubnormal(float x);

} // namespace tilec::host
