// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a warp's lanes get from its first one of a number that the thread's own number gives is got once, where the
/// kernel begins:
///
///     loop:                                              %group = lshr i32 %thread, 7
///       %group = lshr i32 %thread, 7                     %own = shfl.sync.idx(-1, %group, 0, 31)
///       %own = shfl.sync.idx(-1, %group, 0, 31)   ->     loop:
///       .. descriptors of %own                             .. descriptors of %own
///
/// Such a shuffle tells the assembler that a number is the same in all lanes, so that descriptors of MMAs are
/// computed in uniform registers. All lanes have to take part, so LLVM leaves it in its loop, and between the wait for
/// a stage and the MMA that reads it the warp waits for its answer. As the kernel begins all lanes are there.
///
/// Among kernels with MMAs of warpgroups the pass takes only those where warpgroups take turns, and wait for what
/// others do in theirs. Elsewhere the assembler's code gets slower (docs/Experiments.md, "Constants of the model").
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct ShareBroadcasts : llvm::PassInfoMixin<ShareBroadcasts> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
