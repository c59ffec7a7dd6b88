// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/Registers/RecomputeMasks.h"
#include "compiler/Codegen/Ptx/InlinePtx.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tilec::codegen;

/// Masks of one count in a stretch from which on they are repeated; constants that they are compared with stay below.
static constexpr size_t kMany = 16;
static constexpr uint64_t kMostRows = 1 << 16;

namespace {

/// True where `flag`, if there is one, and `count` is above `bound`, which is no negative number.
struct Mask {
  Value *count, *flag;
  uint64_t bound;
  bool isSigned;
};

/// Masks of a stretch with one count and flag, each with those that use it.
using Users = MapVector<Instruction *, SmallVector<Use *>>;
using Groups = MapVector<std::tuple<Value *, Value *, unsigned>, Users>;

} // namespace

static std::optional<Mask> comparisonOf(Value *value) {
  CmpPredicate predicate;
  Value *count;
  const APInt *bound;
  if (!match(value, m_ICmp(predicate, m_Value(count), m_APInt(bound))) || bound->getBitWidth() < 32 ||
      !bound->ult(kMostRows))
    return std::nullopt;
  if (predicate == ICmpInst::ICMP_UGT || (predicate == ICmpInst::ICMP_NE && bound->isZero()))
    return Mask{count, nullptr, bound->getZExtValue(), /*isSigned=*/false};
  if (predicate == ICmpInst::ICMP_SGT)
    return Mask{count, nullptr, bound->getZExtValue(), /*isSigned=*/true};
  return std::nullopt;
}

static std::optional<Mask> maskOf(Value *value) {
  if (std::optional<Mask> mask = comparisonOf(value))
    return mask;
  Value *left, *right;
  if (!match(value, m_And(m_Value(left), m_Value(right))))
    return std::nullopt;
  for (auto [comparison, flag] : {std::pair(right, left), std::pair(left, right)})
    if (std::optional<Mask> mask = comparisonOf(comparison))
      return Mask{mask->count, flag, mask->bound, mask->isSigned};
  return std::nullopt;
}

/// What these instructions of a block use of masks from before them.
static Groups masksFromBefore(BasicBlock::iterator begin, BasicBlock::iterator end) {
  Groups groups;
  SmallPtrSet<Instruction *, 16> ownMasks;
  for (Instruction &instruction : make_range(begin, end)) {
    if (instruction.getType()->isIntegerTy(1))
      ownMasks.insert(&instruction);
    if (isa<PHINode>(instruction))
      continue;
    for (Use &use : instruction.operands()) {
      auto *maker = dyn_cast<Instruction>(use.get());
      if (!maker || !maker->getType()->isIntegerTy(1) || ownMasks.contains(maker))
        continue;
      if (std::optional<Mask> mask = maskOf(maker))
        groups[{mask->count, mask->flag, mask->isSigned}][maker].push_back(&use);
    }
  }
  return groups;
}

/// A small count that no other stretch has: what is left of it, and `other` more.
static Value *countAnew(IRBuilder<> &builder, const Mask &mask, uint64_t limit, unsigned other) {
  Type *type = mask.count->getType();
  Value *few = builder.CreateBinaryIntrinsic(mask.isSigned ? Intrinsic::smin : Intrinsic::umin, mask.count,
                                             ConstantInt::get(type, limit));
  if (mask.isSigned && !type->isIntegerTy(32))
    few = builder.CreateBinaryIntrinsic(Intrinsic::smax, few, ConstantInt::get(type, 0));
  few = builder.CreateZExtOrTrunc(few, builder.getInt32Ty());
  if (mask.flag)
    few = builder.CreateSelect(mask.flag, few, builder.getInt32(0));
  return builder.CreateAdd(few, builder.getInt32(other));
}

static void repeat(const Users &masks, unsigned other) {
  uint64_t limit = 0;
  for (const auto &[maker, uses] : masks)
    limit = std::max(limit, maskOf(maker)->bound + 1);
  IRBuilder<> builder(cast<Instruction>(masks.front().second.front()->getUser()));
  Mask first = *maskOf(masks.front().first);
  Value *count = countAnew(builder, first, limit, other);
  CmpInst::Predicate isAbove = first.isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  for (const auto &[maker, uses] : masks) {
    builder.SetInsertPoint(cast<Instruction>(uses.front()->getUser()));
    Value *mask = builder.CreateICmp(isAbove, count, builder.getInt32(uint32_t(maskOf(maker)->bound + other)));
    for (Use *use : uses)
      use->set(mask);
  }
}

PreservedAnalyses tilec::codegen::RecomputeMasks::run(Function &function, FunctionAnalysisManager &) {
  unsigned repeated = 0;
  SmallVector<WeakTrackingVH> makers;
  // What a stretch repeats may be what masks of the next ones are made of.
  for (BasicBlock &block : function)
    for (auto begin = block.begin(), end = begin; begin != block.end(); begin = end) {
      end = std::find_if(std::next(begin), block.end(), isWarpgroupMma);
      for (const auto &[key, masks] : masksFromBefore(begin, end))
        if (masks.size() >= kMany) {
          append_range(makers, make_first_range(masks));
          repeat(masks, ++repeated);
        }
    }
  if (!repeated)
    return PreservedAnalyses::all();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(makers);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
