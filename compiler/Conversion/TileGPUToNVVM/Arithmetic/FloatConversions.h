// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Conversions between the floating-point element types, and between them and integers, on single registers.
///
/// Every pair rounds once, to nearest even (e8m0: upward). Narrow types saturate. Where the target has an instruction
/// it is used; everywhere else integer arithmetic gives the same bits. What is done for fp8 and the like is in
/// NarrowFloatConversions.h.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// `value`, a register that holds a `from`, as a register that holds a `to`.
mlir::Value convertFloat(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type from, mlir::Type to,
                         const Target &target);

mlir::Value convertFloatToInteger(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type from,
                                  mlir::Type to, bool isUnsigned, const Target &target);
mlir::Value convertIntegerToFloat(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type to,
                                  bool isUnsigned, const Target &target);

} // namespace tilec
