// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/Registers/AddressChains.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

/// Fewer rows take no more registers than a loop has to spare: of one base, or of several together that have some each.
static constexpr unsigned kManyRows = 24, kManyRowsTogether = 32, kSomeRows = 12;

//===- Offsets of one base become steps --------------------------------------------------------------------------===//

namespace {

/// Addresses that one block of a loop computes from one base that the loop changes, by offsets that it does not change.
using Rows = SmallVector<GetElementPtrInst *>;
using RowsOfBases = MapVector<std::pair<Value *, BasicBlock *>, Rows>;

class StepMaker {
public:
  StepMaker(const Loop &loop, ScalarEvolution &evolution)
      : evolution(evolution), expander(evolution, "step"), before(loop.getLoopPreheader()->getTerminator()) {}

  /// What leads from one offset to the other, computed before the loop; null where it would be one of many, or long.
  Value *stepBetween(Value *from, Value *to) {
    constexpr unsigned kMaxSteps = 4, kMaxLength = 16;
    if (from->getType() != to->getType())
      return nullptr;
    const SCEV *step = evolution.getMinusSCEV(evolution.getSCEV(to), evolution.getSCEV(from));
    if (Value *known = steps.lookup(step))
      return known;
    if (steps.size() == kMaxSteps || step->getExpressionSize() > kMaxLength || !expander.isSafeToExpandAt(step, before))
      return nullptr;
    return steps[step] = expander.expandCodeFor(step, to->getType(), before);
  }

private:
  ScalarEvolution &evolution;
  SCEVExpander expander;
  Instruction *before;
  DenseMap<const SCEV *, Value *> steps;
};

} // namespace

static RowsOfBases findRows(Function &function, const LoopInfo &loops) {
  RowsOfBases rows;
  for (Instruction &instruction : instructions(function)) {
    auto *address = dyn_cast<GetElementPtrInst>(&instruction);
    const Loop *loop = loops.getLoopFor(instruction.getParent());
    if (!address || !loop || !loop->getLoopPreheader() || address->getNumIndices() != 1)
      continue;
    Value *offset = address->getOperand(1);
    if (!loop->isLoopInvariant(address->getPointerOperand()) && loop->isLoopInvariant(offset) && !isa<Constant>(offset))
      rows[{address->getPointerOperand(), address->getParent()}].push_back(address);
  }
  return rows;
}

static bool makeSteps(const Rows &rows, const Loop &loop, ScalarEvolution &evolution) {
  StepMaker maker(loop, evolution);
  bool isChanged = false;
  Value *offset = rows.front()->getOperand(1);
  for (auto [previous, row] : zip(rows, drop_begin(rows))) {
    bool isAlike = previous->getSourceElementType() == row->getSourceElementType();
    Value *step = isAlike ? maker.stepBetween(offset, row->getOperand(1)) : nullptr;
    offset = row->getOperand(1);
    if (!step)
      continue;
    row->setOperand(0, previous);
    row->setOperand(1, step);
    row->setNoWrapFlags(GEPNoWrapFlags::none());
    isChanged = true;
  }
  return isChanged;
}

//===- The first address is hidden -------------------------------------------------------------------------------===//

/// The address of the loop that `address` is some bytes behind, as many in each iteration; null for others.
static Instruction *stepBack(Instruction &address, const Loop &loop) {
  auto *step = dyn_cast<GetElementPtrInst>(&address);
  auto *base = step ? dyn_cast<Instruction>(step->getPointerOperand()) : nullptr;
  bool isSame = base && loop.contains(base) &&
                all_of(step->indices(), [&](const Use &index) { return loop.isLoopInvariant(index); });
  return isSame ? base : nullptr;
}

/// A step whose length is no constant.
static bool isLink(Instruction &instruction, const Loop &loop) {
  auto *step = dyn_cast<GetElementPtrInst>(&instruction);
  return step && !step->hasAllConstantIndices() && stepBack(instruction, loop);
}

static Instruction *findStart(Instruction &address, const Loop &loop) {
  Instruction *start = &address;
  while (Instruction *base = stepBack(*start, loop))
    start = base;
  return start;
}

/// Kernels get their pointers into global memory.
static bool isGlobal(Instruction *address) {
  auto *parameter = dyn_cast<Argument>(getUnderlyingObject(address, /*MaxLookup=*/0));
  return parameter && !parameter->hasByValAttr() && parameter->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
}

/// `start` becomes the result of assembly that is empty.
static void hide(Instruction *start) {
  IRBuilder<> builder(start->getParent(), isa<PHINode>(start) ? start->getParent()->getFirstInsertionPt()
                                                              : std::next(start->getIterator()));
  // What memory it is must not be lost.
  Type *type = isGlobal(start) ? builder.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL) : start->getType();
  Value *cast = builder.CreateAddrSpaceCast(start, type);
  auto *nothing = InlineAsm::get(FunctionType::get(type, {type}, false), "", "=l,0", /*hasSideEffects=*/true);
  CallInst *call = builder.CreateCall(nothing, {cast});
  Value *hidden = builder.CreateAddrSpaceCast(call, start->getType());
  start->replaceUsesWithIf(hidden, [&](Use &use) { return use.getUser() != cast && use.getUser() != call; });
}

static bool hideStarts(Function &function, const LoopInfo &loops) {
  MapVector<Instruction *, unsigned> links;
  for (Instruction &instruction : instructions(function))
    if (Loop *loop = loops.getLoopFor(instruction.getParent()); loop && isLink(instruction, *loop))
      ++links[findStart(instruction, *loop)];
  bool isChanged = false;
  for (auto [start, count] : links) {
    unsigned space = start->getType()->getPointerAddressSpace();
    if (count < kManyRows || (space != NVPTXAS::ADDRESS_SPACE_GENERIC && space != NVPTXAS::ADDRESS_SPACE_GLOBAL))
      continue;
    hide(start);
    isChanged = true;
  }
  return isChanged;
}

//===- Offsets for later -----------------------------------------------------------------------------------------===//

/// What was an offset in the loop may be one behind it still, of stores there: it is computed there, where the loop
/// ends or where a way past the loop joins it.
static void sinkBehind(const Loop &loop, const LoopInfo &loops, DominatorTree &dominators) {
  BasicBlock *end = loop.getUniqueExitBlock(), *join = end ? end->getSingleSuccessor() : nullptr;
  auto isLater = [&](Instruction &instruction, BasicBlock *behind) {
    return all_of(instruction.uses(), [&](const Use &use) {
      auto *user = cast<Instruction>(use.getUser());
      return !(isa<PHINode>(user) && user->getParent() == behind) && dominators.dominates(behind, user->getParent());
    });
  };
  auto sinkTo = [&](BasicBlock *behind, BasicBlock &block) {
    // Users come before what they use.
    for (Instruction &instruction : make_early_inc_range(reverse(block)))
      if ((isa<CastInst, CmpInst>(instruction) || instruction.isBinaryOp()) && instruction.getType()->isIntegerTy() &&
          !instruction.use_empty() && isLater(instruction, behind))
        instruction.moveBefore(behind->getFirstInsertionPt());
  };
  for (BasicBlock *behind : {end, join})
    for (DomTreeNode *node = behind ? dominators.getNode(loop.getHeader())->getIDom() : nullptr; node;
         node = node->getIDom())
      if (node->getBlock() != behind && !dominators.dominates(behind, node->getBlock()) &&
          loops.getLoopFor(node->getBlock()) == loops.getLoopFor(behind))
        sinkTo(behind, *node->getBlock());
}

PreservedAnalyses tilec::codegen::ChainAddresses::run(Function &function, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  bool isChanged = false;
  RowsOfBases rowsOfBases = findRows(function, loops);
  DenseMap<BasicBlock *, size_t> rowsOfBlock;
  for (auto &[base, rows] : rowsOfBases)
    if (rows.size() >= kSomeRows)
      rowsOfBlock[base.second] += rows.size();
  for (auto &[base, rows] : rowsOfBases)
    if (rows.size() >= kManyRows || (rows.size() >= kSomeRows && rowsOfBlock[base.second] >= kManyRowsTogether))
      isChanged |=
          makeSteps(rows, *loops.getLoopFor(base.second), analyses.getResult<ScalarEvolutionAnalysis>(function));
  isChanged |= hideStarts(function, loops);
  if (!isChanged)
    return PreservedAnalyses::all();
  for (Loop *loop : loops)
    sinkBehind(*loop, loops, analyses.getResult<DominatorTreeAnalysis>(function));
  return PreservedAnalyses::none();
}
