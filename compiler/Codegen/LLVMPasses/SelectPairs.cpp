// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/SelectPairs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

static constexpr unsigned kNarrowBits = 16, kWordBits = 32;

namespace {

/// Either half of a word, by one mask.
struct Halves {
  SelectInst *low = nullptr, *high = nullptr;
};

/// The vector, the number of the word in it, the mask, the block of the selects.
using Word = std::tuple<Value *, uint64_t, Value *, BasicBlock *>;

} // namespace

/// The bits of a number.
static std::optional<APInt> bitsOf(const Value *value) {
  if (auto *integer = dyn_cast<ConstantInt>(value))
    return integer->getValue();
  if (auto *real = dyn_cast<ConstantFP>(value))
    return real->getValueAPF().bitcastToAPInt();
  return std::nullopt;
}

/// Those that select an element of a vector, or a constant.
static MapVector<Word, Halves> findHalves(Function &function) {
  MapVector<Word, Halves> found;
  for (Instruction &instruction : instructions(function)) {
    auto *select = dyn_cast<SelectInst>(&instruction);
    Value *vector;
    uint64_t index;
    if (!select || select->getType()->getScalarSizeInBits() != kNarrowBits || select->getType()->isVectorTy() ||
        !match(select->getTrueValue(), m_ExtractElt(m_Value(vector), m_ConstantInt(index))) ||
        !bitsOf(select->getFalseValue()))
      continue;
    auto *type = dyn_cast<FixedVectorType>(vector->getType());
    if (!type || type->getNumElements() % 2 || index >= type->getNumElements())
      continue;
    Halves &halves = found[{vector, index / 2, select->getCondition(), select->getParent()}];
    SelectInst *&half = index % 2 ? halves.high : halves.low;
    if (!half)
      half = select;
  }
  return found;
}

/// Pairs that are put together of both are the word.
static void replacePairs(const Halves &halves, Value *pair) {
  for (User *user : make_early_inc_range(halves.high->users())) {
    Value *first;
    bool isPair = match(user, m_InsertElt(m_InsertElt(m_Value(first), m_Specific(halves.low), m_Zero()),
                                          m_Specific(halves.high), m_One())) &&
                  user->getType() == pair->getType();
    if (isPair)
      user->replaceAllUsesWith(pair);
  }
}

static void selectTogether(const Word &word, const Halves &halves) {
  auto [vector, number, mask, block] = word;
  // Stands behind both their operands and before all their uses.
  SelectInst *place = halves.low->comesBefore(halves.high) ? halves.low : halves.high;
  IRBuilder<> builder(place);
  auto *type = cast<FixedVectorType>(vector->getType());
  unsigned count = type->getNumElements() / 2;
  Type *one = builder.getInt32Ty();
  Value *loaded = builder.CreateBitCast(vector, count > 1 ? FixedVectorType::get(one, count) : one);
  if (count > 1)
    loaded = builder.CreateExtractElement(loaded, number);
  APInt otherwise = bitsOf(halves.high->getFalseValue())->zext(kWordBits).shl(kNarrowBits) |
                    bitsOf(halves.low->getFalseValue())->zext(kWordBits);
  Value *both = builder.CreateSelect(mask, loaded, builder.getInt(otherwise));
  Value *pair = builder.CreateBitCast(both, FixedVectorType::get(type->getElementType(), 2));
  replacePairs(halves, pair);
  halves.low->replaceAllUsesWith(builder.CreateExtractElement(pair, uint64_t(0)));
  halves.high->replaceAllUsesWith(builder.CreateExtractElement(pair, uint64_t(1)));
  halves.low->eraseFromParent();
  halves.high->eraseFromParent();
}

PreservedAnalyses tilec::codegen::SelectPairs::run(Function &function, FunctionAnalysisManager &) {
  bool isChanged = false;
  for (const auto &[word, halves] : findHalves(function)) {
    if (!halves.low || !halves.high)
      continue;
    selectTogether(word, halves);
    isChanged = true;
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
