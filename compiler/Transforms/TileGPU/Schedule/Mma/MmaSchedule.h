// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the MMAs of a block of consumers are started and waited for.
//
//     %r = start a, stage                            %r = start a, stage
//     %s = wait for %r                              %t = start b, other stage         // needs nothing computed
//     %p = work on %s                         =>    %s = wait for %r, %t in flight
//     %t = start b, other stage                      %p = work on %s
//     %u = wait for %t                              %u = wait for %t
//     work on %p, %u                                work on %p, %u
//     release the stages                           release the stages
//
// MMAs end in the order in which they are started, so a wait says how many of the youngest may be left. What an
// MMA reads is released behind the first wait that ends it.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

namespace tilec::tile_gpu {

class MmaSchedule {
public:
  MmaSchedule(mlir::Block &block, WarpRolesOp roles);

  /// There are several MMAs, each waited for behind its start.
  bool isPlain() const;
  /// Moves up to the first MMA those whose operands come from stages that a producer fills, or from outside of the
  /// block, if nothing is released between, and lanes that hold `registers` already have room for their accumulators.
  /// How many start with the first one then.
  unsigned moveUp(int64_t registers);
  /// Waits where accumulators are needed. How many of the waits leave MMAs in flight.
  unsigned placeWaits();

private:
  struct Mma {
    WarpgroupMmaOp start;
    WarpgroupWaitOp wait;
    mlir::Value accumulators; ///< as the last wait has left them
  };
  /// An arrival that releases what MMAs read.
  struct Release {
    MbarrierArriveOp arrive;
    llvm::SmallPtrSet<mlir::Operation *, 4> readers;
  };

  WarpgroupWaitOp waitOf(WarpgroupMmaOp start) const;
  bool comesFromStages(WarpgroupMmaOp start, llvm::SetVector<mlir::Operation *> &slice) const;
  bool addToSlice(mlir::Value value, llvm::SetVector<mlir::Operation *> &slice) const;
  void findReleases();
  mlir::Operation *firstNeed(Mma &mma) const;
  void waitBefore(mlir::Operation *op, size_t done);
  bool waitsForHeldBack(mlir::Operation &op) const;
  void holdBack(MbarrierArriveOp arrive);
  bool isRead(const Release &release) const;

  mlir::Block &block;
  WarpRolesOp roles;
  llvm::SmallVector<Mma> mmas;
  llvm::SmallVector<Release> releases, heldBack;
  llvm::SmallVector<Mma *> inFlight; ///< oldest first
};

} // namespace tilec::tile_gpu
