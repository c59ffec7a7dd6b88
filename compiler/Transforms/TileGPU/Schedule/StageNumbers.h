// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of places that iterations of a loop take in turn.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace tilec::tile_gpu {

/// The number, of `count` in a circle, that comes `by` places behind `turn`.
mlir::Value turnBehind(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value turn, unsigned by, unsigned count);

/// The loop, which is replaced, with a number that counts from 0 to `count` - 1 over and over, as its last argument.
mlir::scf::ForOp withTurns(mlir::scf::ForOp loop, unsigned count, mlir::IRRewriter &rewriter);

} // namespace tilec::tile_gpu
