// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Code for what hardly any lane ever meets, beside code for what nearly all do. Where it is for many registers,
/// written out for all of them, it is several times as long as the rest of a row's code, and stands in its middle. So
/// it is a loop through the lane's own memory there, eight registers at a time; and a warp goes one way as a whole, so
/// that there is nothing to wait for where the ways meet again.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// Emits code that makes as many registers of some registers.
using RegisterEmission = llvm::function_ref<llvm::SmallVector<mlir::Value>(llvm::ArrayRef<mlir::Value>)>;

/// Whether the slow path of many values is a loop through the lane's own memory. Kernels with products, whose sums take
/// most registers anyway, spill by it.
enum class SlowPath { Straight, LoopOfMany };

/// What `fastPath` makes of `values` (all of f32) where `condition` holds for a lane, of many values in loops where it
/// does for all of the warp; else what `slowPath` does, which sees many in groups.
llvm::SmallVector<mlir::Value> choosePath(mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
                                          llvm::ArrayRef<mlir::Value> values, RegisterEmission fastPath,
                                          RegisterEmission slowPath, SlowPath form);

/// Touches only memory that a lane has for itself here.
bool isOfLane(mlir::Operation *op);

} // namespace tilec
