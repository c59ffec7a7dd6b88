// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/HighWordMultiplications.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// A 32-bit number that a 64-bit factor is; null if it may be more.
static Value *narrowed(Value *factor, IRBuilder<> &builder) {
  Value *number;
  if (match(factor, m_ZExt(m_Value(number))) && number->getType()->isIntegerTy(32))
    return number;
  auto *constant = dyn_cast<ConstantInt>(factor);
  return constant && constant->getValue().isIntN(32) ? builder.getInt32(constant->getZExtValue()) : nullptr;
}

static bool replace(Instruction &instruction) {
  Value *x, *y;
  constexpr uint64_t kWord = 32;
  if (!instruction.getType()->isIntegerTy(32) ||
      !match(&instruction, m_Trunc(m_LShr(m_Mul(m_Value(x), m_Value(y)), m_SpecificInt(kWord)))) ||
      !x->getType()->isIntegerTy(64))
    return false;
  IRBuilder<> builder(&instruction);
  Value *a = narrowed(x, builder), *b = narrowed(y, builder);
  if (!a || !b)
    return false;
  instruction.replaceAllUsesWith(builder.CreateIntrinsic(Intrinsic::nvvm_mulhi_ui, {}, {a, b}));
  return true;
}

PreservedAnalyses tilec::codegen::HighWordMultiplications::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Instruction *> replaced;
  for (Instruction &instruction : instructions(function))
    if (replace(instruction))
      replaced.push_back(&instruction);
  for (Instruction *instruction : replaced)
    instruction->eraseFromParent();
  return replaced.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
