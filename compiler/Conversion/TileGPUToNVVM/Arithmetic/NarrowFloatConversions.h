// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// f32 to and from the types below it: f16, bf16, tf32, fp8, e8m0, fp4.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// A register that holds `from` (anything but f64) as f32, exactly.
mlir::Value widenToF32(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type from, const Target &target);
/// An f32 as a register that holds `to` (anything but f64), rounded once.
mlir::Value narrowFromF32(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type to, const Target &target);

/// Two conversions in one instruction, to fp8 or fp4 or from them; null when the target has none for this pair.
std::pair<mlir::Value, mlir::Value> convertFloatPair(mlir::ImplicitLocOpBuilder &builder, mlir::Value first,
                                                     mlir::Value second, mlir::Type from, mlir::Type to,
                                                     const Target &target);

} // namespace tilec
