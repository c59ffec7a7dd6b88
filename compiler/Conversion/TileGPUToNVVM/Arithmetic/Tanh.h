// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// tanh of f32, within 2 ulp of the rounded result:
///
///     |x| >= 0.6    1 - 2 / (e^(2|x|) + 1), with the sign of x. For large |x| the quotient vanishes by itself,
///                   infinities included.
///     below         x + x^3 p(x^2), p of degree 3 with the least largest relative error, 2^-23.5
///
/// Of one register both are computed and one is picked: 14 instructions, two of them by the slow unit for powers and
/// reciprocals. Of many that become exponents, in kernels with MMAs, the lane looks at all of them first: 7
/// instructions where each is below. So are scores that an attention caps, and the slow unit has their exponentials to
/// do. Arguments of an activation are not small, and would take one instruction more.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

mlir::Value tanhOfAny(mlir::ImplicitLocOpBuilder &b, mlir::Value x);

} // namespace tilec
