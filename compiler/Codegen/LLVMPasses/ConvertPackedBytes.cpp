// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/ConvertPackedBytes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace {

constexpr unsigned kBytesPerWord = 4;
constexpr uint32_t kTwoTo23 = 0x4B000000, kSigns = 0x80808080;
/// Bytes 7, 4, 4 (of 2^23) and k (of the word), highest first.
constexpr uint32_t kSelector = 0x7440;

/// A conversion of one byte of a word.
struct Conversion {
  Instruction *cast;
  ExtractElementInst *byte;
  bool isSigned;
};

std::optional<Conversion> conversionOf(Instruction &instruction) {
  if (!isa<SIToFPInst, UIToFPInst>(instruction) || !instruction.getType()->isFloatTy())
    return std::nullopt;
  Value *source = instruction.getOperand(0);
  bool isSigned = isa<SIToFPInst>(instruction);
  // Extended before: the number is what the extension says.
  if (isa<SExtInst, ZExtInst>(source) && !(isa<SExtInst>(source) && !isSigned)) {
    isSigned = isa<SExtInst>(source);
    source = cast<CastInst>(source)->getOperand(0);
  }
  auto *byte = dyn_cast<ExtractElementInst>(source);
  if (!byte || !byte->getType()->isIntegerTy(8) || !isa<ConstantInt>(byte->getIndexOperand()))
    return std::nullopt;
  auto *vector = dyn_cast<FixedVectorType>(byte->getVectorOperandType());
  if (!vector || vector->getNumElements() % kBytesPerWord != 0)
    return std::nullopt;
  return Conversion{&instruction, byte, isSigned};
}

/// The word that the byte is in.
Value *wordOf(IRBuilder<> &builder, ExtractElementInst &byte, uint64_t index) {
  auto *vector = cast<FixedVectorType>(byte.getVectorOperandType());
  Type *i32 = builder.getInt32Ty();
  unsigned words = vector->getNumElements() / kBytesPerWord;
  if (words == 1)
    return builder.CreateBitCast(byte.getVectorOperand(), i32);
  Value *all = builder.CreateBitCast(byte.getVectorOperand(), FixedVectorType::get(i32, words));
  return builder.CreateExtractElement(all, index / kBytesPerWord);
}

void convert(const Conversion &conversion) {
  IRBuilder<> builder(conversion.cast);
  uint64_t index = cast<ConstantInt>(conversion.byte->getIndexOperand())->getZExtValue();
  Value *word = wordOf(builder, *conversion.byte, index);
  if (conversion.isSigned)
    word = builder.CreateXor(word, kSigns);
  Value *selector = builder.getInt32(kSelector + index % kBytesPerWord);
  Value *bits =
      builder.CreateIntrinsic(builder.getInt32Ty(), Intrinsic::nvvm_prmt, {word, builder.getInt32(kTwoTo23), selector});
  Value *shifted = builder.CreateBitCast(bits, builder.getFloatTy());
  double origin = 0x1p23 + (conversion.isSigned ? 128 : 0);
  conversion.cast->replaceAllUsesWith(builder.CreateFSub(shifted, ConstantFP::get(builder.getFloatTy(), origin)));
  conversion.cast->eraseFromParent();
}

} // namespace

PreservedAnalyses tilec::codegen::ConvertPackedBytes::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Conversion> conversions;
  for (Instruction &instruction : instructions(function))
    if (std::optional<Conversion> conversion = conversionOf(instruction))
      conversions.push_back(*conversion);
  for (const Conversion &conversion : conversions)
    convert(conversion);
  return conversions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
