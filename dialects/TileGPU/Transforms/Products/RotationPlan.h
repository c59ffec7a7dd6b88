// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it takes to start a product of the consumers' loop in the iteration before its own.
//
// Concerned is the first product of the body that begins at zero. The ops that start it, its *head*, may need nothing
// but what comes from outside and counters that the loop carries; the slots that it reads come from rings of two slots
// or more, nobody else reads them, and each is given back once in an iteration.
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

struct Rotation : Decision {
  WarpgroupMmaOp product;
  WarpgroupWaitOp wait;
  /// Ops of the body that start the product, the product last, and those that count its ring on.
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

/// No product: nothing to rotate, and nothing to say. With `sharesSlots` others may read the slots, too, which are
/// given back in their iteration then.
Rotation planRotation(mlir::scf::ForOp loop, WarpRolesOp roles, bool sharesSlots = false);

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
