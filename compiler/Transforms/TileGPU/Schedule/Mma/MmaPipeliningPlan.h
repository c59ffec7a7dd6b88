// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it takes to start an MMA of the consumers' loop in the iteration before its own.
//
// Concerned is the first MMA of the body that begins at zero. The ops that start it, its *head*, may need nothing
// but what comes from outside and counters that the loop carries; the stages that it reads come from stage buffers of
// two stages or more, nobody else reads them, and each is released once in an iteration.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

/// Whether something is done.
struct Decision {
  /// Why not; empty if it is.
  std::string declined;

  /// The first reason stands.
  void decline(llvm::StringRef reason) {
    if (declined.empty())
      declined = reason.str();
  }
};

struct MmaPipelining : Decision {
  WarpgroupMmaOp mma;
  WarpgroupWaitOp wait;
  /// Ops of the body that start the MMA, the MMA last, and those that count its stage buffer on.
  llvm::SetVector<mlir::Operation *> head, advance;
  /// Carried values that the head starts from.
  llvm::SetVector<unsigned> counters;
  /// The arrivals that release the head's stages.
  llvm::SmallVector<MbarrierArriveOp> arrivals;
  /// Where lanes copy into the head's stages by themselves: the wait for the copies. With the fence and the barrier
  /// behind it, it is part of the head.
  AsyncWaitOp copied;

  /// The wait may be for the copies of the next iteration, too, and tells of nothing that other ops read.
  bool mayArriveAhead() const;
  /// Makes it so: what the next iteration multiplies is there then.
  void arriveAhead();
};

/// Loops in which lanes copy by themselves, where no warp has a role.
llvm::SmallVector<mlir::scf::ForOp> loopsOfCopies(mlir::func::FuncOp kernel);

/// Waits for what others write, and what follows it.
bool isOfArrival(mlir::Operation *op);

/// No MMA: nothing to rotate, and nothing to say. With `sharesStages` others may read the stages, too, which are
/// released in their iteration then.
MmaPipelining planPipelining(mlir::scf::ForOp loop, WarpRolesOp roles, bool sharesStages = false);

/// Scalar arithmetic: pure, and cheap to repeat.
bool isScalarArithmetic(mlir::Operation *op);

/// The arrivals of `block` that release the stages whose "full" mbarriers are `full`.
llvm::SmallVector<MbarrierArriveOp> arrivalsFor(mlir::Block &block, WarpRolesOp roles, mlir::Value full);

/// The counter of the last iteration of `loop`, which has at least one.
mlir::Value createLastOf(mlir::ImplicitLocOpBuilder &builder, mlir::scf::ForOp loop);

/// A condition in place of `loop`: what it gives without an iteration, and room for what does at least one, where
/// `builder` is then.
mlir::scf::IfOp createWhereItRuns(mlir::ImplicitLocOpBuilder &builder, mlir::scf::ForOp loop);

} // namespace tilec::tile_gpu
