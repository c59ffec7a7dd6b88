// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/WidenPackedFloats.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace {

constexpr unsigned kHalfBits = 16;

/// The element of a vector of several words that `widened` widens; null for anything else.
ExtractElementInst *packedOperand(FPExtInst &widened) {
  auto *element = dyn_cast<ExtractElementInst>(widened.getOperand(0));
  if (!element || !element->getType()->isBFloatTy() || !widened.getType()->isFloatTy() ||
      !isa<ConstantInt>(element->getIndexOperand()))
    return nullptr;
  auto *vector = dyn_cast<FixedVectorType>(element->getVectorOperandType());
  return vector && vector->getNumElements() % 2 == 0 ? element : nullptr;
}

/// The word of `element`, as an integer.
Value *wordOf(IRBuilder<> &builder, ExtractElementInst &element, uint64_t index) {
  auto *vector = cast<FixedVectorType>(element.getVectorOperandType());
  Type *i32 = builder.getInt32Ty();
  unsigned words = vector->getNumElements() / 2;
  if (words == 1)
    return builder.CreateBitCast(element.getVectorOperand(), i32);
  Value *all = builder.CreateBitCast(element.getVectorOperand(), FixedVectorType::get(i32, words));
  return builder.CreateExtractElement(all, index / 2);
}

void widen(FPExtInst &widened, ExtractElementInst &element) {
  IRBuilder<> builder(&widened);
  uint64_t index = cast<ConstantInt>(element.getIndexOperand())->getZExtValue();
  Value *word = wordOf(builder, element, index);
  Value *bits = index % 2 ? builder.CreateAnd(word, 0xFFFF0000u) : builder.CreateShl(word, kHalfBits);
  widened.replaceAllUsesWith(builder.CreateBitCast(bits, widened.getType()));
  widened.eraseFromParent();
}

/// The vector of two that `rounded` is put into together with its neighbour, as an operand in pairs; null if there is
/// none.
InsertElementInst *findPair(FPTruncInst &rounded) {
  for (User *user : rounded.users()) {
    auto *insert = dyn_cast<InsertElementInst>(user);
    if (insert && isa<UndefValue>(insert->getOperand(0)) && insert->hasOneUse())
      insert = dyn_cast<InsertElementInst>(insert->user_back());
    auto *vector = insert ? dyn_cast<FixedVectorType>(insert->getType()) : nullptr;
    if (vector && vector->getNumElements() == 2 && isa<InsertElementInst>(insert->getOperand(0)))
      return insert;
  }
  return nullptr;
}

/// The index at which an element is inserted, if it is a constant.
std::optional<uint64_t> indexOf(InsertElementInst &insert) {
  auto *index = dyn_cast<ConstantInt>(insert.getOperand(2));
  return index ? std::optional(index->getZExtValue()) : std::nullopt;
}

/// A float that is rounded to bf16, for a pair, and widened again: rounding in pairs is one instruction, alone it is a
/// conversion of the slow kind. So the pair is made, and taken apart.
bool widenRounded(FPExtInst &widened) {
  auto *rounded = dyn_cast<FPTruncInst>(widened.getOperand(0));
  InsertElementInst *pair =
      rounded && rounded->getType()->isBFloatTy() && widened.getType()->isFloatTy() ? findPair(*rounded) : nullptr;
  if (!pair)
    return false;
  auto *first = cast<InsertElementInst>(pair->getOperand(0));
  Value *elements[] = {first->getOperand(1), pair->getOperand(1)};
  auto isBefore = [&](Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && instruction->getParent() == widened.getParent() && instruction->comesBefore(&widened);
  };
  if (indexOf(*first) != 0 || indexOf(*pair) != 1 || !all_of(elements, isBefore))
    return false;
  IRBuilder<> builder(&widened);
  Value *vector = builder.CreateInsertElement(PoisonValue::get(pair->getType()), elements[0], uint64_t(0));
  vector = builder.CreateInsertElement(vector, elements[1], uint64_t(1));
  Value *word = builder.CreateBitCast(vector, builder.getInt32Ty());
  bool isUpper = rounded == elements[1];
  Value *bits = isUpper ? builder.CreateAnd(word, 0xFFFF0000u) : builder.CreateShl(word, kHalfBits);
  widened.replaceAllUsesWith(builder.CreateBitCast(bits, widened.getType()));
  widened.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses tilec::codegen::WidenPackedFloats::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *widened = dyn_cast<FPExtInst>(&instruction)) {
      if (ExtractElementInst *element = packedOperand(*widened)) {
        widen(*widened, *element);
        if (element->use_empty())
          element->eraseFromParent();
        changed = true;
      } else {
        changed |= widenRounded(*widened);
      }
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
