// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of a kernel as expressions of its arguments and of the grid, for the launcher to compute: in 64 bits, symbol i
// is argument i, an integer of at most 64 bits taken as unsigned; the three behind the arguments are the extents of the
// grid of tile blocks.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

class ArgumentExpressions {
public:
  explicit ArgumentExpressions(mlir::func::FuncOp kernel) : kernel(kernel), context(kernel.getContext()) {}

  /// An integer, taken as unsigned of its own width; null where the launcher cannot compute it.
  mlir::AffineExpr of(mlir::Value value);
  /// An extent, likewise: where the result is what a tensor map can have, it is the value. Above 2^31 it may be
  /// anything, which the launcher refuses.
  mlir::AffineExpr ofExtent(mlir::Value value);
  /// An argument of the kernel, through promises about it; null for all else.
  mlir::AffineExpr ofArgument(mlir::Value value);
  /// How many symbols `expressions` need: those of the arguments, and of the grid where one of them is used.
  unsigned symbolsOf(llvm::ArrayRef<mlir::AffineExpr> expressions);
  mlir::AffineExpr constant(int64_t value) {
    return mlir::getAffineConstantExpr(value, context);
  }

private:
  mlir::AffineExpr ofGrid(mlir::Value value);
  mlir::AffineExpr ofQuotient(mlir::Operation *op);
  mlir::AffineExpr ofSummand(mlir::Value value);

  mlir::func::FuncOp kernel;
  mlir::MLIRContext *context;
};

/// `value` without promises about it.
mlir::Value withoutAssumptions(mlir::Value value);

} // namespace tilec::tile_gpu
