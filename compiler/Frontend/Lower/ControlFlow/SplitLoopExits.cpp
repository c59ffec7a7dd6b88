// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SplitLoopExits.cpp - a block of its own between a loop's end and the header of another loop -----===//
//
//   while (i < n)            ^outer: cond_br %c, ^start, ^exit        ^outer: cond_br %c, ^start, ^exit
//     while (j < m)          ^inner: cond_br %d, ^body, ^outer   =>   ^inner: cond_br %d, ^body, ^latch
//       ...                                                           ^latch: br ^outer
//
// Where an inner loop is the last thing in an outer one's body, canonical branches lead from the inner loop's test
// straight to the outer loop's header. The test then counts as part of both loops, and `lift-cf-to-scf` carries the
// ways that the outer loop may go on through the inner one: four values more for each loop around, which takes a
// compile time that grows with the cube of the depth. With a block between, each loop ends by itself.
//
// It is the same where one loop follows another: the first one's test leads to the header of the second, and the first
// loop carries what the second one and all those behind it carry.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/ControlFlow/Structure.h"

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

namespace {

/// A jump from inside a loop to the header of one around or behind it.
struct LoopExit {
  Operation *terminator;
  unsigned successor;
};

SmallVector<LoopExit> findExitsToHeaders(Region &region, DominanceInfo &dominance) {
  SmallVector<LoopExit> exits;
  CFGLoopInfo loops(dominance.getDomTree(&region));
  for (Block &block : region) {
    CFGLoop *loop = loops.getLoopFor(&block);
    for (auto [i, successor] : llvm::enumerate(block.getSuccessors()))
      if (loop && !loop->contains(successor) && loops.isLoopHeader(successor))
        exits.push_back({block.getTerminator(), unsigned(i)});
  }
  return exits;
}

void split(LoopExit exit) {
  Block *block = exit.terminator->getBlock(), *header = exit.terminator->getSuccessor(exit.successor);
  Block *between = new Block();
  between->insertBefore(block->getNextNode() ? block->getNextNode() : header);
  auto operands = cast<BranchOpInterface>(exit.terminator).getSuccessorOperands(exit.successor);
  OpBuilder builder = OpBuilder::atBlockBegin(between);
  cf::BranchOp::create(builder, exit.terminator->getLoc(), header, operands.getForwardedOperands());
  operands.erase(0, operands.size());
  exit.terminator->setSuccessor(between, exit.successor);
}

struct SplitLoopExits : PassWrapper<SplitLoopExits, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitLoopExits)
  StringRef getArgument() const final {
    return "tile-split-loop-exits";
  }
  StringRef getDescription() const final {
    return "put a block between a loop and the header of the loop around or behind it";
  }

  void runOnOperation() override {
    SmallVector<LoopExit> exits;
    DominanceInfo dominance(getOperation());
    getOperation()->walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        if (!region.empty() && !region.hasOneBlock())
          exits.append(findExitsToHeaders(region, dominance));
    });
    llvm::for_each(exits, split);
  }
};

} // namespace

std::unique_ptr<Pass> tilec::frontend::createSplitLoopExitsPass() {
  return std::make_unique<SplitLoopExits>();
}
