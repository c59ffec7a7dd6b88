// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A float quotient x / s that is narrowed to bf16, in two instructions, for quotients by one s:
///
///     n = 1/s rounded to nearest, d = (1 - s n) n rounded      so n + d is 1/s to 47 bits
///     q = fma(x, n, x d)
///
/// Before it is rounded, q is off by less than 2^-22 ulp: x d is less than an ulp of q, and d is off by two halves of
/// its last place, the product by one. So q is another float than the rounded quotient only where x / s is as near as
/// that to the middle between two floats, and becomes another bf16 only where one of these two lies halfway between two
/// numbers of bf16. In whole numbers, X and S of 24 bits, M of 9 bits and odd: the middle is M 2^15 + 1/2 (or - 1/2),
/// and X 2^24 (or X 2^25) is less than 8 away from (M 2^16 + 1) S (or - 1). So S is as near to a multiple of 2^16,
/// which leaves 1244 pairs of X and S, and q is right for every one of them: ShareFloatDivisorsTest.cpp goes through
/// all. With n rounded up or down it would not be.
///
/// Nothing may overflow or become subnormal on the way; infinite dividends give no number, zeros lose their sign.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// 1 / `divisor`, rounded.
mlir::Value reciprocalOf(mlir::ImplicitLocOpBuilder &b, mlir::Value divisor);
/// What `nearest`, the rounded reciprocal, lacks.
mlir::Value restOfReciprocal(mlir::ImplicitLocOpBuilder &b, mlir::Value divisor, mlir::Value nearest);
/// `dividend` / divisor, for dividends between 2^-47 and 2^47 in magnitude and divisors between 2^-30 and 2^30.
mlir::Value quotientForBF16(mlir::ImplicitLocOpBuilder &b, mlir::Value dividend, mlir::Value nearest, mlir::Value rest);

} // namespace tilec
