// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Basic blocks of bounded length. Passes of LLVM that move single instructions or compare all that touch memory take
/// time that grows with the square of a block's length: they number a block's instructions again after each change.
/// Kernels that a program wrote can have blocks of a hundred thousand.
///
/// A block of more than 8192 instructions becomes several that follow each other, each of at most 4096 and cut where
/// memory accesses are farthest apart, so that neighbours which become one access stay together. Blocks of ordinary
/// kernels stay as they are, and simplifycfg makes one block of several again.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct SplitLongBlocks : llvm::PassInfoMixin<SplitLongBlocks> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
