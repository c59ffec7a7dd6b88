// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of the iterations of a counted loop, and of the stages that they take in turn.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

class IterationCounts {
protected:
  explicit IterationCounts(mlir::scf::ForOp loop)
      : builder(loop.getLoc(), loop), loop(loop), counterType(loop.getInductionVar().getType()) {}

  /// A constant of the counter's type; of i32.
  mlir::Value counter(int64_t value);
  mlir::Value constant(int64_t value);

  /// The number of iterations, of the counter's type and unsigned: so it cannot overflow.
  mlir::Value countTrips();

  /// With `left` iterations to go, this one among them, the one that comes `ahead` later exists.
  mlir::Value exists(mlir::Value left, mlir::Value ahead);

  /// The counter `ahead` iterations behind `now`; it exists.
  mlir::Value iterationAfter(mlir::Value now, mlir::Value ahead);

  /// An unsigned number as one of the counter's type.
  mlir::Value toCounter(mlir::Value number);

  /// The stage behind this one in a stage buffer of so many.
  mlir::Value following(mlir::Value stage, unsigned stages);

  mlir::ImplicitLocOpBuilder builder;
  mlir::scf::ForOp loop;

private:
  mlir::Type counterType;
};

} // namespace tilec::tile_gpu
