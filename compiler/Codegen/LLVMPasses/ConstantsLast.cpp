// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/ConstantsLast.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

Value *createDisjointOr(Value *first, Value *second, Instruction *before) {
  return BinaryOperator::CreateDisjoint(Instruction::Or, first, second, "", before->getIterator());
}

/// A number as the sum of two without common bits.
struct Parts {
  Value *variable;
  APInt constant;
};

class Splitter {
public:
  explicit Splitter(Function &function) : layout(function.getDataLayout()) {}

  bool run(Function &function) {
    // The sums as they stand now, since the sums that the pass makes are in parts already.
    SmallVector<Instruction *> sums;
    for (Instruction &instruction : instructions(function))
      if (instruction.getOpcode() == Instruction::Or && instruction.getType()->isIntegerTy())
        sums.push_back(&instruction);
    bool changed = false;
    for (Instruction *sum : sums)
      changed |= rewrite(*sum);
    return changed;
  }

private:
  bool rewrite(Instruction &sum) {
    Parts parts = split(&sum);
    if (parts.constant.isZero() || isInParts(sum, parts))
      return false;
    Value *joined = createDisjointOr(parts.variable, ConstantInt::get(sum.getType(), parts.constant), &sum);
    // Others may have it as their variable part: it stays until they are done.
    sum.replaceAllUsesWith(joined);
    return true;
  }

  static bool isInParts(Instruction &sum, const Parts &parts) {
    return match(&sum, m_DisjointOr(m_Specific(parts.variable), m_SpecificInt(parts.constant)));
  }

  Parts split(Value *value) {
    auto found = known.find(value);
    if (found != known.end())
      return found->second;
    Parts parts = computeParts(value);
    known.try_emplace(value, parts);
    return parts;
  }

  Parts computeParts(Value *value) {
    Parts whole = {value, APInt::getZero(value->getType()->getIntegerBitWidth())};
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return whole;
    Value *left, *right;
    const APInt *constant;
    if (match(value, m_Or(m_Value(left), m_APInt(constant)))) {
      Value *rest = cast<PossiblyDisjointInst>(value)->isDisjoint() ? left : without(left, *constant, instruction);
      if (!rest)
        return whole;
      Parts parts = split(rest);
      return {parts.variable, parts.constant | *constant};
    }
    if (match(value, m_DisjointOr(m_Value(left), m_Value(right)))) {
      Parts first = split(left), second = split(right);
      if (first.constant.isZero() && second.constant.isZero())
        return whole;
      return {createDisjointOr(first.variable, second.variable, instruction), first.constant | second.constant};
    }
    if (match(value, m_NUWShl(m_Value(left), m_APInt(constant)))) {
      Parts parts = split(left);
      if (parts.constant.isZero())
        return whole;
      return {IRBuilder<>(instruction).CreateShl(parts.variable, *constant, "", true, instruction->hasNoSignedWrap()),
              parts.constant << *constant};
    }
    return whole;
  }

  /// `value` with the bits of `constant` taken out, where the function has what it takes for that; else null.
  Value *without(Value *value, const APInt &constant, Instruction *before) {
    APInt possible = ~computeKnownBits(value, layout).Zero;
    if (!possible.intersects(constant))
      return value;
    if (isa<Constant>(value))
      return nullptr;
    Value *left, *right;
    if (match(value, m_DisjointOr(m_Value(left), m_Value(right)))) {
      Value *first = without(left, constant, before), *second = first ? without(right, constant, before) : nullptr;
      return second ? createDisjointOr(first, second, before) : nullptr;
    }
    for (User *user : value->users()) {
      const APInt *mask;
      auto *masked = dyn_cast<Instruction>(user);
      if (masked && match(masked, m_And(m_Specific(value), m_APInt(mask))) &&
          (possible & *mask) == (possible & ~constant) && comesBefore(masked, before))
        return masked;
    }
    return nullptr;
  }

  /// What dominates is told for blocks of which one is the entry alone: lanes' places are computed there.
  static bool comesBefore(Instruction *first, Instruction *second) {
    if (first->getParent() == second->getParent())
      return first->comesBefore(second);
    return first->getParent()->isEntryBlock();
  }

  const DataLayout &layout;
  DenseMap<Value *, Parts> known;
};

} // namespace

PreservedAnalyses tilec::codegen::ConstantsLast::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!Splitter(function).run(function))
    return PreservedAnalyses::all();
  // Variable parts that are equal become one.
  PreservedAnalyses preserved = EarlyCSEPass().run(function, analyses);
  preserved.intersect(PreservedAnalyses::none());
  return preserved;
}
