// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it takes to start a block's first MMA together with the last one of the block before (PipelineBlocks.cpp).
//
// In a loop over blocks, a condition has the block's MMAs: in a *head* the first one, which begins at zero, with
// the work on its accumulators; a loop; and in a *tail* the last one, which adds to what that loop carries, with
// nothing but what starts it and releases its stage. Behind the condition comes the block's *end*: work on results, and
// stores.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

namespace tilec::tile_gpu {

struct BlockPipelining : Decision {
  mlir::scf::IfOp around; ///< the block's MMAs; null: none of the kind
  mlir::scf::ForOp loop;  ///< in there
  WarpgroupMmaOp first, last;
  WarpgroupWaitOp firstWait, lastWait;
  unsigned accumulators = 0;                   ///< number of the result of `around` that the last one gives
  llvm::SmallVector<mlir::Operation *> head;   ///< in front of the loop
  llvm::SmallVector<mlir::Operation *> tail;   ///< behind it
  llvm::SmallVector<mlir::Operation *> end;    ///< behind `around`, and what is computed again for it
  llvm::SetVector<mlir::Value> carried;        ///< what tail and end need of their block
  llvm::SmallVector<mlir::scf::IfOp> branches; ///< of the head, done without where blocks are joined
  int64_t registers = 0;                       ///< of a lane, for tiles
};

/// Plans the join for a loop over tile blocks. Without `around` there is nothing to join, and nothing to report.
BlockPipelining planBlockPipelining(mlir::Operation *blocks);

/// The body of a loop over blocks: what is done in each.
mlir::Block *bodyOfBlocks(mlir::Operation *blocks);

/// There is nothing in it but what it passes on.
inline bool isEmpty(mlir::Block *block) {
  return llvm::hasSingleElement(*block);
}

/// Used by `op` or behind it; in its block, or in regions there.
inline bool isUsedFrom(mlir::Operation *op, mlir::Value value) {
  return llvm::any_of(value.getUsers(), [&](mlir::Operation *user) {
    return !op->getBlock()->findAncestorOpInBlock(*user)->isBeforeInBlock(op);
  });
}

} // namespace tilec::tile_gpu
