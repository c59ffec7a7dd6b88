// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/ConvertNarrowIntegers.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace {

constexpr unsigned kBytesPerWord = 4, kBytesPerHalfWord = 2;
constexpr uint32_t kTwoTo23 = 0x4B000000, kSigns = 0x80808080;
/// The half 1024 has this upper byte.
constexpr uint32_t kUpperOf1024 = 0x64;

/// A conversion of an integer of 8 or 16 bits.
struct Conversion {
  Instruction *cast;
  Value *source;
  bool isSigned;

  bool isToHalf() const {
    return cast->getType()->isHalfTy();
  }
  unsigned bits() const {
    return source->getType()->getIntegerBitWidth();
  }
  /// The byte of a vector of words that it is; null if it is none.
  ExtractElementInst *byte() const {
    auto *extract = dyn_cast<ExtractElementInst>(source);
    if (!extract || bits() != 8 || !isa<ConstantInt>(extract->getIndexOperand()))
      return nullptr;
    auto *vector = dyn_cast<FixedVectorType>(extract->getVectorOperandType());
    bool isOfWords =
        vector && (vector->getNumElements() == kBytesPerHalfWord || vector->getNumElements() % kBytesPerWord == 0);
    return isOfWords ? extract : nullptr;
  }
  uint64_t index() const {
    return llvm::cast<ConstantInt>(byte()->getIndexOperand())->getZExtValue();
  }
  /// What is added to an integer that has no sign any more.
  double bias() const {
    return isSigned ? double(1 << (bits() - 1)) : 0;
  }
};

std::optional<Conversion> conversionOf(Instruction &instruction) {
  bool isFloat = instruction.getType()->isFloatTy(), isHalf = instruction.getType()->isHalfTy();
  if (!isa<SIToFPInst, UIToFPInst>(instruction) || !(isFloat || isHalf))
    return std::nullopt;
  Value *source = instruction.getOperand(0);
  bool isSigned = isa<SIToFPInst>(instruction);
  // Extended before: the number is what the extension says.
  if (isa<SExtInst, ZExtInst>(source) && !(isa<SExtInst>(source) && !isSigned)) {
    isSigned = isa<SExtInst>(source);
    source = cast<CastInst>(source)->getOperand(0);
  }
  bool isNarrow = source->getType()->isIntegerTy(8) || (isFloat && source->getType()->isIntegerTy(16));
  return isNarrow && !isa<Constant>(source) ? std::optional(Conversion{&instruction, source, isSigned}) : std::nullopt;
}

/// The word that the byte is in, without signs.
Value *wordOf(IRBuilder<> &builder, const Conversion &conversion) {
  ExtractElementInst &byte = *conversion.byte();
  auto *vector = cast<FixedVectorType>(byte.getVectorOperandType());
  Type *i32 = builder.getInt32Ty();
  unsigned words = vector->getNumElements() / kBytesPerWord;
  Type *whole = words == 0 ? builder.getInt16Ty() : words == 1 ? i32 : FixedVectorType::get(i32, words);
  // Of a vector that is not loaded other bytes may be poison, which must not become this one.
  Value *bytes = byte.getVectorOperand();
  bool isWhole = isa<LoadInst, BitCastInst>(bytes);
  Value *word = builder.CreateBitCast(isWhole ? bytes : builder.CreateFreeze(bytes), whole);
  if (words == 0)
    word = builder.CreateZExt(word, i32);
  if (words > 1)
    word = builder.CreateExtractElement(word, conversion.index() / kBytesPerWord);
  return conversion.isSigned ? builder.CreateXor(word, kSigns) : word;
}

Value *permute(IRBuilder<> &builder, Value *word, uint32_t other, uint32_t selector) {
  return builder.CreateIntrinsic(builder.getInt32Ty(), Intrinsic::nvvm_prmt,
                                 {word, builder.getInt32(other), builder.getInt32(selector)});
}

void replace(const Conversion &conversion, Value *value) {
  conversion.cast->replaceAllUsesWith(value);
  conversion.cast->eraseFromParent();
}

Value *without(IRBuilder<> &builder, Value *shifted, double origin) {
  return builder.CreateFSub(shifted, ConstantFP::get(shifted->getType(), origin));
}

/// Bytes 7, 4, 4 (of 2^23) and that of the word, highest first.
void convertByte(const Conversion &conversion) {
  IRBuilder<> builder(conversion.cast);
  uint32_t selector = 0x7440 + conversion.index() % kBytesPerWord;
  Value *bits = permute(builder, wordOf(builder, conversion), kTwoTo23, selector);
  replace(conversion, without(builder, builder.CreateBitCast(bits, builder.getFloatTy()), 0x1p23 + conversion.bias()));
}

void convertAlone(const Conversion &conversion) {
  IRBuilder<> builder(conversion.cast);
  Type *result = conversion.cast->getType();
  Value *source = conversion.source;
  if (conversion.isSigned)
    source = builder.CreateXor(source, uint64_t(1) << (conversion.bits() - 1));
  Type *word = conversion.isToHalf() ? builder.getInt16Ty() : builder.getInt32Ty();
  uint64_t upper = conversion.isToHalf() ? kUpperOf1024 << 8 : kTwoTo23;
  Value *bits = builder.CreateOr(builder.CreateZExt(source, word), upper);
  double origin = conversion.isToHalf() ? 1024 : 0x1p23;
  replace(conversion, without(builder, builder.CreateBitCast(bits, result), origin + conversion.bias()));
}

} // namespace

PreservedAnalyses tilec::codegen::ConvertNarrowIntegers::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Conversion> conversions;
  for (Instruction &instruction : instructions(function))
    if (std::optional<Conversion> conversion = conversionOf(instruction))
      conversions.push_back(*conversion);
  for (const Conversion &conversion : conversions)
    if (conversion.byte() && !conversion.isToHalf())
      convertByte(conversion);
    else
      convertAlone(conversion);
  return conversions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
