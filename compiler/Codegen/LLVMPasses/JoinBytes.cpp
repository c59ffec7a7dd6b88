// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/JoinBytes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include <map>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kPair = 2, kWord = 4;

bool isOfBytes(Type *type, unsigned count) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(8) && vector->getNumElements() == count;
}

/// Bytes as one integer. Of a vector that is not loaded some bytes may be poison, which must not become all of it.
Value *asInteger(IRBuilder<> &builder, Value *bytes) {
  bool isWhole = isa<LoadInst, BitCastInst>(bytes);
  Value *source = isWhole ? bytes : builder.CreateFreeze(bytes);
  return builder.CreateBitCast(source, builder.getIntNTy(unsigned(bytes->getType()->getPrimitiveSizeInBits())));
}

//===- Pairs -----------------------------------------------------------------------------------------------------===//

/// The pairs that a shuffle of two pairs puts behind one another, by number; empty if it takes them apart.
SmallVector<int> movedPairs(ShuffleVectorInst &shuffle) {
  SmallVector<int> pairs;
  ArrayRef<int> mask = shuffle.getShuffleMask();
  if (!isOfBytes(shuffle.getOperand(0)->getType(), kPair) || mask.size() % kPair != 0)
    return {};
  for (size_t i = 0; i < mask.size(); i += kPair) {
    if (mask[i] < 0 || mask[i] % int(kPair) != 0 || mask[i + 1] != mask[i] + 1)
      return {};
    pairs.push_back(mask[i] / int(kPair));
  }
  return pairs;
}

bool moveAsWords(ShuffleVectorInst &shuffle) {
  SmallVector<int> pairs = movedPairs(shuffle);
  if (pairs.empty())
    return false;
  IRBuilder<> builder(&shuffle);
  Value *words = PoisonValue::get(FixedVectorType::get(builder.getInt16Ty(), pairs.size()));
  for (auto [i, pair] : enumerate(pairs))
    words = builder.CreateInsertElement(words, asInteger(builder, shuffle.getOperand(pair)), uint64_t(i));
  shuffle.replaceAllUsesWith(builder.CreateBitCast(words, shuffle.getType()));
  shuffle.eraseFromParent();
  return true;
}

/// A pair that somebody wants as a word of 16 bits.
bool loadAsWord(LoadInst &load) {
  auto isWord = [](User *user) { return isa<BitCastInst>(user) && user->getType()->isIntegerTy(16); };
  bool isPair = load.isSimple() && isOfBytes(load.getType(), kPair) && load.getAlign() >= kPair;
  if (!isPair || none_of(load.users(), isWord))
    return false;
  IRBuilder<> builder(&load);
  LoadInst *word = builder.CreateAlignedLoad(builder.getInt16Ty(), load.getPointerOperand(), load.getAlign());
  word->setDebugLoc(load.getDebugLoc());
  word->setAAMetadata(load.getAAMetadata());
  for (User *user : make_early_inc_range(load.users()))
    if (isWord(user)) {
      user->replaceAllUsesWith(word);
      cast<Instruction>(user)->eraseFromParent();
    }
  if (!load.use_empty())
    load.replaceAllUsesWith(builder.CreateBitCast(word, load.getType()));
  load.eraseFromParent();
  return true;
}

//===- Words that loops carry ------------------------------------------------------------------------------------===//

/// The words whose byte number `index` a phi is, one for each block that it comes from; empty if it is none.
SmallVector<Value *> wordsOf(PHINode &phi, ArrayRef<BasicBlock *> blocks, uint64_t &index) {
  SmallVector<Value *> words;
  if (!phi.getType()->isIntegerTy(8))
    return {};
  for (BasicBlock *from : blocks) {
    Value *value = phi.getIncomingValueForBlock(from), *word;
    uint64_t own;
    if (!match(value, m_ExtractElt(m_Value(word), m_ConstantInt(own))) || !isOfBytes(word->getType(), kWord) ||
        (!words.empty() && own != index))
      return {};
    index = own;
    words.push_back(word);
  }
  return words;
}

bool carryWords(BasicBlock &block) {
  std::map<std::vector<Value *>, SmallVector<std::pair<PHINode *, uint64_t>, kWord>> found;
  std::vector<std::vector<Value *>> order;
  // In one order for all: each phi has its own.
  SmallVector<BasicBlock *> blocks;
  for (PHINode &phi : block.phis())
    if (blocks.empty())
      blocks.append(phi.block_begin(), phi.block_end());
  for (PHINode &phi : block.phis()) {
    uint64_t index = 0;
    SmallVector<Value *> words = wordsOf(phi, blocks, index);
    if (words.empty())
      continue;
    std::vector<Value *> key(words.begin(), words.end());
    if (found[key].empty())
      order.push_back(key);
    found[key].push_back({&phi, index});
  }
  bool changed = false;
  for (const std::vector<Value *> &words : order) {
    auto &bytes = found[words];
    if (bytes.size() < kPair)
      continue;
    PHINode *first = bytes.front().first;
    PHINode *carried = PHINode::Create(words.front()->getType(), unsigned(words.size()), "", first->getIterator());
    for (auto [i, word] : enumerate(words))
      carried->addIncoming(word, blocks[i]);
    IRBuilder<> builder(&block, block.getFirstInsertionPt());
    for (auto [phi, index] : bytes) {
      phi->replaceAllUsesWith(builder.CreateExtractElement(carried, index));
      phi->eraseFromParent();
    }
    changed = true;
  }
  return changed;
}

//===- Halves of two bytes ---------------------------------------------------------------------------------------===//

/// Two bytes of a word of 32 bits.
struct TwoBytes {
  Value *word = nullptr;
  uint64_t low = 0, high = 0;
};

uint32_t inEachByte(uint64_t byte) {
  return uint32_t(byte & 0xFF) * 0x01010101u;
}

/// What an op with a constant does to a byte, done to all bytes of the word. False where it does more than that.
bool applyToWord(IRBuilder<> &builder, Value *op, Value *&source, TwoBytes &bytes,
                 function_ref<std::optional<TwoBytes>(Value *)> makeSource) {
  const APInt *constant;
  bool isBitwise = match(op, m_And(m_Value(source), m_APInt(constant))) ||
                   match(op, m_Or(m_Value(source), m_APInt(constant))) ||
                   match(op, m_Xor(m_Value(source), m_APInt(constant)));
  bool isShift = !isBitwise && match(op, m_LShr(m_Value(source), m_APInt(constant)));
  if (isShift && constant->uge(8))
    return false;
  std::optional<TwoBytes> made = isBitwise || isShift ? makeSource(source) : std::nullopt;
  if (!made)
    return false;
  uint64_t value = constant->getZExtValue();
  bytes = *made;
  bytes.word = isShift ? builder.CreateAnd(builder.CreateLShr(made->word, value), inEachByte(0xFFu >> value))
                       : builder.CreateBinOp(cast<BinaryOperator>(op)->getOpcode(), made->word,
                                             builder.getInt32(inEachByte(value)));
  return true;
}

/// A word of four bytes, or of two and zeros; null of others.
Value *asWord(IRBuilder<> &builder, Value *bytes) {
  if (isOfBytes(bytes->getType(), kPair))
    return builder.CreateZExt(asInteger(builder, bytes), builder.getInt32Ty());
  return isOfBytes(bytes->getType(), kWord) ? asInteger(builder, bytes) : nullptr;
}

/// Two bytes that are made alike.
std::optional<TwoBytes> asBytesOfWord(IRBuilder<> &builder, Value *low, Value *high) {
  Value *word, *other;
  TwoBytes bytes;
  if (match(low, m_ExtractElt(m_Value(word), m_ConstantInt(bytes.low))) &&
      match(high, m_ExtractElt(m_Value(other), m_ConstantInt(bytes.high)))) {
    bytes.word = word == other ? asWord(builder, word) : nullptr;
    return bytes.word ? std::optional(bytes) : std::nullopt;
  }
  auto *first = dyn_cast<BinaryOperator>(low), *second = dyn_cast<BinaryOperator>(high);
  if (!first || !second || first->getOpcode() != second->getOpcode() || first->getOperand(1) != second->getOperand(1))
    return std::nullopt;
  bool isMade = applyToWord(builder, first, word, bytes,
                            [&](Value *source) { return asBytesOfWord(builder, source, second->getOperand(0)); });
  return isMade ? std::optional(bytes) : std::nullopt;
}

std::optional<TwoBytes> asBytesOfWord(IRBuilder<> &builder, Value *pair) {
  Value *low, *high, *source;
  if (isa<LoadInst>(pair))
    return TwoBytes{asWord(builder, pair), 0, 1};
  if (match(pair, m_InsertElt(m_InsertElt(m_Poison(), m_Value(low), m_Zero()), m_Value(high), m_One())))
    return asBytesOfWord(builder, low, high);
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(pair);
      shuffle && isOfBytes(shuffle->getOperand(0)->getType(), kWord)) {
    ArrayRef<int> mask = shuffle->getShuffleMask();
    if (mask.size() != kPair || any_of(mask, [](int byte) { return byte < 0 || byte >= int(kWord); }))
      return std::nullopt;
    Value *word = asInteger(builder, shuffle->getOperand(0));
    return TwoBytes{word, uint64_t(mask[0]), uint64_t(mask[1])};
  }
  TwoBytes bytes;
  auto ofPair = [&](Value *inner) { return asBytesOfWord(builder, inner); };
  return applyToWord(builder, pair, source, bytes, ofPair) ? std::optional(bytes) : std::nullopt;
}

/// The same of a pair that is extended first, as long as what is done to it stays within a byte.
std::optional<TwoBytes> asExtendedBytes(IRBuilder<> &builder, Value *words) {
  Value *pair;
  if (match(words, m_ZExt(m_Value(pair))) && isOfBytes(pair->getType(), kPair))
    return asBytesOfWord(builder, pair);
  const APInt *constant;
  if (!match(words, m_BinOp(m_Value(), m_APInt(constant))) || constant->ugt(0xFF))
    return std::nullopt;
  TwoBytes bytes;
  auto ofExtended = [&](Value *inner) { return asExtendedBytes(builder, inner); };
  return applyToWord(builder, words, pair, bytes, ofExtended) ? std::optional(bytes) : std::nullopt;
}

/// Bytes of two halves under the upper byte of 1024.
bool putUnderUppers(Instruction &instruction) {
  constexpr uint32_t kUpperOf1024 = 0x64;
  Value *words;
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || type->getNumElements() != kPair || !type->getElementType()->isIntegerTy(16) ||
      !match(&instruction, m_Or(m_Value(words), m_SpecificInt(kUpperOf1024 << 8))))
    return false;
  IRBuilder<> builder(&instruction);
  std::optional<TwoBytes> bytes = asExtendedBytes(builder, words);
  if (!bytes)
    return false;
  uint32_t selector = uint32_t(0x4040 | bytes->high << 8 | bytes->low);
  Value *halves =
      builder.CreateIntrinsic(builder.getInt32Ty(), Intrinsic::nvvm_prmt,
                              {bytes->word, builder.getInt32(inEachByte(kUpperOf1024)), builder.getInt32(selector)});
  instruction.replaceAllUsesWith(builder.CreateBitCast(halves, instruction.getType()));
  instruction.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses tilec::codegen::JoinBytes::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= carryWords(block);
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
      changed |= moveAsWords(*shuffle);
    else
      changed |= putUnderUppers(instruction);
  }
  // Once it is known which ones are wanted as words.
  SmallVector<LoadInst *> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      loads.push_back(load);
  for (LoadInst *load : loads)
    changed |= loadAsWord(*load);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
