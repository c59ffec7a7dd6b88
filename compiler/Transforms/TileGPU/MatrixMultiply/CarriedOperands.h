// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of one MMA that carries the first operands of its next iteration.
//
//     scf.for %i .. iter_args(%c) {            if (any iteration) {
//       ..                                       %a = begin: what the first iteration multiplies first
//       scf.yield %d                             scf.for %i, all but the last, iter_args(%c, %a) {
//     }                                   =>       %d, %b = an iteration, which loads %b for the next one
//                                                  scf.yield %d, %b
//                                                }
//                                                the last one, which loads nothing ahead
//                                              }
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

/// What an iteration gives, of its counter and what it carries.
using Iteration = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)>;

/// The new loop in place of `loop`. `begin` sees the body's arguments in the first iteration; `iterate` gives what is
/// carried on, `finish` what `loop` gave.
mlir::scf::ForOp carryOperands(mlir::ImplicitLocOpBuilder &builder, mlir::scf::ForOp loop,
                               llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::IRMapping &)> begin,
                               Iteration iterate, Iteration finish);

/// What the arguments of the body of `loop` are in an iteration; what is `carried` behind its own values is left out.
mlir::IRMapping argumentsAs(mlir::scf::ForOp loop, mlir::Value counter, mlir::ValueRange carried);

/// The accumulators of `MMA` of other operands.
mlir::Value multiplyAs(mlir::ImplicitLocOpBuilder &builder, MmaOp mma, mlir::Value a, mlir::Value b,
                       mlir::Value accumulator);

} // namespace tilec::tile_gpu
