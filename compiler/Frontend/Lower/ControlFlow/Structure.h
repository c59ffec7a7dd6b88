// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Structure.h - from a control flow graph to structured control flow --===//
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tilec::frontend {

/// Turns the `cf` branches of every kernel into `scf.if`, `scf.for` and `scf.while`.
mlir::LogicalResult structureControlFlow(mlir::ModuleOp module);

/// On the sum that counts in an `irange`: the step is positive, and the loop ends where the sum would wrap.
inline constexpr llvm::StringLiteral kRangeStepAttr = "tile.range_step";

/// A block of its own where an inner loop ends an iteration of the loop around it: see SplitLoopExits.cpp.
std::unique_ptr<mlir::Pass> createSplitLoopExitsPass();

/// `scf.while` loops that count become `scf.for`: see UpliftLoops.cpp.
std::unique_ptr<mlir::Pass> createUpliftLoopsPass();

/// `scf.index_switch` with one case becomes `scf.if`: see SimplifySwitches.cpp.
std::unique_ptr<mlir::Pass> createSimplifySwitchesPass();

} // namespace tilec::frontend
