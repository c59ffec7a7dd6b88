// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/SplitLongBlocks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace tilec::codegen;

static constexpr size_t kLongBlock = 8192, kPartLength = 4096;
/// Instructions before the end of a part among which its cut is looked for.
static constexpr size_t kWindow = 512;

/// The instruction at which the longest run without an access of memory begins.
static Instruction *findCut(ArrayRef<Instruction *> window) {
  size_t begin = 0, best = 0, longest = 0;
  for (auto [place, instruction] : enumerate(window)) {
    if (!instruction->mayReadOrWriteMemory())
      continue;
    if (place - begin > longest) {
      longest = place - begin;
      best = begin;
    }
    begin = place + 1;
  }
  if (window.size() - begin > longest)
    best = begin;
  return window[std::min(best, window.size() - 1)];
}

/// Where the parts behind the first begin.
static SmallVector<Instruction *> findCuts(BasicBlock &block) {
  SmallVector<Instruction *> all;
  for (auto at = block.getFirstNonPHIOrDbgOrAlloca(); at != block.end(); ++at)
    if (!at->isTerminator())
      all.push_back(&*at);
  SmallVector<Instruction *> cuts;
  for (size_t end = kPartLength; end < all.size(); end += kPartLength)
    cuts.push_back(findCut(ArrayRef(all).slice(end - kWindow, kWindow)));
  return cuts;
}

PreservedAnalyses SplitLongBlocks::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BasicBlock *> longBlocks;
  for (BasicBlock &block : function)
    if (block.size() > kLongBlock)
      longBlocks.push_back(&block);
  // From the end, so that each instruction moves once.
  for (BasicBlock *block : longBlocks) {
    SmallVector<Instruction *> cuts = findCuts(*block);
    for (Instruction *cut : reverse(cuts))
      block->splitBasicBlock(cut->getIterator());
  }
  return longBlocks.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
