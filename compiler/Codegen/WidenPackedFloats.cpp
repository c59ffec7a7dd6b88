// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/WidenPackedFloats.h"
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

} // namespace

PreservedAnalyses tilec::codegen::WidenPackedFloats::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *widened = dyn_cast<FPExtInst>(&instruction))
      if (ExtractElementInst *element = packedOperand(*widened)) {
        widen(*widened, *element);
        if (element->use_empty())
          element->eraseFromParent();
        changed = true;
      }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
