// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/Registers/RecomputeArithmetic.h"
#include "compiler/Codegen/LLVMPasses/Registers/RegisterPressure.h"
#include "compiler/Codegen/LLVMPasses/Registers/RepeatableArithmetic.h"
#include "compiler/Codegen/Ptx/InlinePtx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace tilec::codegen;

//===- What may be computed again --------------------------------------------------------------------------------===//

namespace {

/// Do both follow in the same way from the same?
bool areSame(const Value *one, const Value *other, unsigned depth = 8) {
  if (one == other)
    return true;
  auto *first = dyn_cast<Instruction>(one), *second = dyn_cast<Instruction>(other);
  if (!first || !second || depth == 0 || !first->isSameOperationAs(second))
    return false;
  return (isCheap(*first) || isLeaf(first)) && all_of(zip(first->operands(), second->operands()), [&](auto operands) {
           return areSame(std::get<0>(operands), std::get<1>(operands), depth - 1);
         });
}

bool startsRole(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && is_contained(
                     {Intrinsic::nvvm_setmaxnreg_inc_sync_aligned_u32, Intrinsic::nvvm_setmaxnreg_dec_sync_aligned_u32},
                     call->getIntrinsicID());
}

/// A lane's own copy of part of an operand.
bool isCopy(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  StringRef name = call ? call->getCalledFunction()->getName() : "";
  return name.starts_with("llvm.nvvm.cp.async.ca.") || name.starts_with("llvm.nvvm.cp.async.cg.") ||
         inlinePtxOf(instruction).contains(".shared.global");
}

/// Outer loops with MMAs and copies of their own, outside the inner loop: the inner loop's first steps, unrolled,
/// whose operands lanes copy.
SmallPtrSet<const Loop *, 4> loopsAroundFirstSteps(Function &function, const LoopInfo &loops) {
  constexpr unsigned kSeveral = 8;
  DenseMap<const Loop *, std::pair<unsigned, unsigned>> mmasAndCopies;
  for (BasicBlock &block : function)
    if (const Loop *loop = loops.getLoopFor(&block); loop && !loop->isInnermost()) {
      auto &[mmas, copies] = mmasAndCopies[loop];
      mmas += count_if(block, isWarpgroupMma);
      copies += count_if(block, isCopy);
    }
  SmallPtrSet<const Loop *, 4> found;
  for (auto &[loop, counts] : mmasAndCopies)
    if (counts.first > 0 && counts.second >= kSeveral)
      found.insert(loop);
  return found;
}

//===- Where it is -----------------------------------------------------------------------------------------------===//

class Repeater {
public:
  Repeater(Function &function, const RegisterPressure &pressure, Repeatable &repeatable,
           const DominatorTree &dominators, const LoopInfo &loops)
      : function(function), pressure(pressure), repeatable(repeatable), dominators(dominators), loops(loops),
        repeatingLoops(loopsAroundFirstSteps(function, loops)) {
    for (Instruction &instruction : instructions(function))
      if (startsRole(instruction))
        roles.push_back(&instruction);
  }

  bool run() {
    ReversePostOrderTraversal<Function *> order(&function);
    for (BasicBlock *block : order)
      for (PHINode &phi : block->phis())
        replace(phi);
    SmallVector<Use *> uses;
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block)
        if (!isReplaced(instruction))
          for (Use &use : instruction.operands())
            if (auto *value = dyn_cast<Instruction>(use.get()); value && repeatable.contains(value))
              uses.push_back(&use);
    for (Use *use : uses)
      repeatFor(*use);
    removeUnused();
    return isChanged;
  }

private:
  /// Replaces a phi by what all its predecessors compute alike. The phi stays until the end, since `pressure` knows
  /// where it stands.
  void replace(PHINode &phi) {
    auto *first = dyn_cast<Instruction>(phi.getIncomingValue(0));
    if (!first || isa<PHINode>(first) || loops.isLoopHeader(phi.getParent()) || !repeatable.contains(first) ||
        !all_of(phi.incoming_values(), [&](const Use &use) { return areSame(first, use); }))
      return;
    SmallVector<Instruction *> ways(
        map_range(phi.incoming_values(), [](const Use &use) { return cast<Instruction>(use); }));
    phi.replaceAllUsesWith(computeBehind(ways, phi));
    isChanged = true;
  }

  static bool isReplaced(const Instruction &instruction) {
    return isa<PHINode>(instruction) && instruction.use_empty();
  }

  /// What is promised of the result (no overflow, no bits in common) may hold on one way alone, which a condition leads
  /// to: of the copy, only what holds on all.
  Instruction *computeBehind(ArrayRef<Instruction *> ways, PHINode &phi) {
    Instruction *copy = ways.front()->clone();
    copy->dropPoisonGeneratingMetadata();
    for (Instruction *other : ways.drop_front())
      copy->andIRFlags(other);
    for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
      auto *operand = dyn_cast<Instruction>(copy->getOperand(i));
      if (!operand || (all_of(ways, [&](Instruction *way) { return way->getOperand(i) == operand; }) &&
                       dominators.dominates(operand, &phi)))
        continue;
      SmallVector<Instruction *> operands(
          map_range(ways, [&](Instruction *way) { return cast<Instruction>(way->getOperand(i)); }));
      copy->setOperand(i, computeBehind(operands, phi));
    }
    Instruction *&last = lastBehind[phi.getParent()];
    copy->insertBefore(last ? std::next(last->getIterator()) : phi.getParent()->getFirstInsertionPt());
    return last = copy;
  }

  void repeatFor(Use &use) {
    Instruction *place = placeFor(use);
    Value *value = place ? versionAt(use.get(), place) : use.get();
    isChanged |= value != use.get();
    use.set(value);
  }

  /// Outside of loops that do not compute the value themselves, but for integers of at most 32 bits (masks, places) in
  /// those around first steps. Addresses have more bits, and take longer.
  Instruction *placeFor(const Use &use) const {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    Instruction *place = phi ? phi->getIncomingBlock(use)->getTerminator() : user;
    BasicBlock *from = cast<Instruction>(use.get())->getParent();
    auto staysIn = [&](const Loop *loop) {
      return use->getType()->isIntegerTy() && use->getType()->getIntegerBitWidth() <= 32 &&
             repeatingLoops.contains(loop);
    };
    for (Loop *loop = loops.getLoopFor(place->getParent()); place && loop && !loop->contains(from) && !staysIn(loop);
         loop = loop->getParentLoop())
      place = loop->getLoopPreheader() ? loop->getLoopPreheader()->getTerminator() : nullptr;
    return place;
  }

  /// `value` itself where it is near; else a copy that is, or a new one.
  Value *versionAt(Value *value, Instruction *place) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (isa<Constant>(value) || (instruction && !isFar(instruction, place)))
      return value;
    Value *original = originals.lookup(value) ? originals.lookup(value) : value;
    for (Instruction *copy : reverse(copies[original]))
      if (dominators.dominates(copy, place) && !isFar(copy, place))
        return copy;
    Instruction *copy = isLeaf(original) ? readAgain(original, place) : repeat(cast<Instruction>(original), place);
    copies[original].push_back(copy);
    originals[copy] = original;
    return copy;
  }

  Instruction *repeat(Instruction *original, Instruction *place) {
    SmallVector<Value *> operands;
    for (Value *operand : original->operands())
      operands.push_back(versionAt(operand, place));
    Instruction *copy = original->clone();
    for (auto [use, operand] : zip(copy->operands(), operands))
      use.set(operand);
    copy->insertBefore(place->getIterator());
    return copy;
  }

  Instruction *readAgain(Value *value, Instruction *place) {
    IRBuilder<> builder(place);
    if (std::string name = specialRegister(value); !name.empty())
      return assembly(builder, value->getType(), "mov.u32 $0, " + name + ";", "=r", {});
    if (!value->getType()->isPointerTy())
      return assembly(builder, value->getType(), "", value->getType()->isIntegerTy(64) ? "=l,0" : "=r,0", value);
    // Kernels get their pointers into global memory, which must not be lost.
    Type *global = builder.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL);
    Instruction *read = assembly(builder, global, "", "=l,0", builder.CreateAddrSpaceCast(value, global));
    return cast<Instruction>(builder.CreateAddrSpaceCast(read, value->getType()));
  }

  Instruction *assembly(IRBuilder<> &builder, Type *type, const std::string &text, StringRef constraints,
                        ArrayRef<Value *> operands) {
    SmallVector<Type *> types(map_range(operands, [](Value *operand) { return operand->getType(); }));
    auto *callee = InlineAsm::get(FunctionType::get(type, types, false), text, constraints, /*hasSideEffects=*/true);
    CallInst *call = builder.CreateCall(callee, operands);
    reads.insert(call);
    return call;
  }

  /// Is there work in between while registers are short, or where a role begins?
  bool isFar(Instruction *from, Instruction *place) {
    constexpr unsigned kMuchWork = 48;
    if (any_of(roles, [&](Instruction *role) {
          return dominators.dominates(role, place) && !dominators.dominates(role, from);
        }))
      return true;
    BasicBlock *first = from->getParent(), *last = place->getParent();
    if (first == last)
      return pressure.countBetween(from, place) >= kMuchWork;
    // What such a loop does not compute it holds during all of its work.
    const Loop *loop = loops.getLoopFor(last);
    bool isHeldBehind = repeatingLoops.contains(loop) && !loop->contains(first);
    return pressure.countBetween(from, first->getTerminator()) + countBetween(first, last) +
               pressure.countBetween(&last->front(), isHeldBehind ? last->getTerminator() : place) >=
           kMuchWork;
  }

  unsigned countBetween(BasicBlock *first, BasicBlock *last) {
    auto [known, isNew] = between.try_emplace({first, last}, 0);
    if (!isNew)
      return known->second;
    SmallPtrSet<BasicBlock *, 32> seen = {first, last};
    SmallVector<BasicBlock *> open(predecessors(last));
    while (!open.empty()) {
      BasicBlock *block = open.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      known->second += pressure.countIn(block);
      append_range(open, predecessors(block));
    }
    return known->second;
  }

  /// Users come before what they use.
  void removeUnused() {
    for (BasicBlock *block : post_order(&function))
      for (Instruction &instruction : make_early_inc_range(reverse(*block)))
        if (isReplaced(instruction) ||
            (instruction.use_empty() && (reads.contains(&instruction) || isCheap(instruction))))
          instruction.eraseFromParent();
  }

  Function &function;
  const RegisterPressure &pressure;
  Repeatable &repeatable;
  const DominatorTree &dominators;
  const LoopInfo &loops;
  SmallPtrSet<const Loop *, 4> repeatingLoops;
  SmallVector<Instruction *, 2> roles;
  DenseMap<BasicBlock *, Instruction *> lastBehind;
  DenseMap<Value *, SmallVector<Instruction *, 2>> copies;
  DenseMap<Value *, Value *> originals; ///< of copies
  DenseSet<Instruction *> reads;        ///< copies of leaves, that have to be removed where nothing uses them
  DenseMap<std::pair<BasicBlock *, BasicBlock *>, unsigned> between;
  bool isChanged = false;
};

} // namespace

PreservedAnalyses tilec::codegen::RecomputeArithmetic::run(Function &function, FunctionAnalysisManager &analyses) {
  Repeatable repeatable;
  auto isHeld = [&](const Instruction &instruction) { return !repeatable.contains(&instruction); };
  std::optional<RegisterPressure> pressure = RegisterPressure::find(function, isHeld);
  if (!pressure)
    return PreservedAnalyses::all();
  Repeater repeater(function, *pressure, repeatable, analyses.getResult<DominatorTreeAnalysis>(function),
                    analyses.getResult<LoopAnalysis>(function));
  if (!repeater.run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
