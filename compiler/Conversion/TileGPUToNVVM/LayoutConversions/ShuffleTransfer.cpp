// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Emits a layout::ShufflePlan: registers turned by the sender, shuffled word by word, turned by the receiver. Only
/// what some result needs is made.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Transfers.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;
using layout::LinearMap;
using layout::ShufflePlan;
using layout::Turn;

namespace {

SmallVector<uint64_t> columnsOf(const LinearMap &map) {
  SmallVector<uint64_t> columns;
  for (unsigned input = 0; input < map.numInputs(); ++input)
    columns.push_back(map.column(input));
  return columns;
}

/// Values numbered like registers, renumbered by a turn: value i is `base(i ^ turn)`. Made when asked for, once.
class TransposedValues {
public:
  TransposedValues(ImplicitLocOpBuilder &builder, const Turn &turn, Value varying, std::function<Value(uint64_t)> base)
      : builder(builder), turn(turn), varying(varying), base(std::move(base)), applies(turn.vectors.size()) {}

  Value get(uint64_t index) {
    return get(turn.vectors.size(), index);
  }

private:
  /// Turned by the first `count` vectors.
  Value get(size_t count, uint64_t index) {
    if (count == 0)
      return base(index);
    Value &known = values[{count, index}];
    if (known)
      return known;
    uint64_t other = index ^ turn.vectors[count - 1];
    Value turned = get(count - 1, other), plain = get(count - 1, index);
    return values[{count, index}] = arith::SelectOp::create(builder, condition(count - 1), turned, plain);
  }

  /// Whether vector `index` applies in this lane (i1).
  Value condition(unsigned index) {
    if (applies[index])
      return applies[index];
    Value bit = parity(threadIndex(builder), turn.bitsOfThread, index);
    if (Value ofVarying = varying ? parity(varying, turn.bitsOfVarying, index) : Value())
      bit = bit ? arith::XOrIOp::create(builder, bit, ofVarying).getResult() : ofVarying;
    return applies[index] =
               arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, bit, constant32(builder, 0)).getResult();
  }

  /// Output bit `index` of `map` as bit 0 of an i32; null if it is always zero.
  Value parity(Value input, const LinearMap &map, unsigned index) {
    return applyColumns(builder, input, columnsOf(map.toOutputs(index, 1))).base;
  }

  ImplicitLocOpBuilder &builder;
  const Turn &turn;
  Value varying;
  std::function<Value(uint64_t)> base;
  SmallVector<Value> applies;
  std::map<std::pair<size_t, uint64_t>, Value> values;
};

class Emitter {
public:
  Emitter(ImplicitLocOpBuilder &builder, const ShufflePlan &plan, ValueRange source, Value varying)
      : builder(builder), plan(plan), source(source), varying(varying), element(source.front().getType()),
        sent(builder, plan.sourceTurn, varying, [this](uint64_t first) { return packed(first); }),
        slots(builder, plan.resultTurn, varying, [this](uint64_t first) { return received(first); }) {
    // Nothing travels in words where nothing travels.
    splitsWords = plan.numShuffles == 0;
    for (const ShufflePlan::Word &word : plan.words)
      for (auto [position, slot] : llvm::enumerate(word.slots))
        placeOf[slot] = {&word, unsigned(position)};
    differences = {0};
    if (!splitsWords)
      for (uint32_t other : ArrayRef(plan.words.front().sources).drop_front())
        differences.push_back(other ^ plan.words.front().sources.front());
  }

  SmallVector<Value> run() {
    SmallVector<Value> result;
    for (uint64_t i = 0; i < uint64_t(1) << plan.canonical.numInputs(); ++i) {
      uint64_t slot = plan.canonical.apply(i);
      auto [word, position] = placeOf.at(slot);
      if (splitsWords) {
        result.push_back(slots.get(slot));
        continue;
      }
      SmallVector<Value> &values = unpacked[word];
      if (values.empty())
        values = unpackWord(builder, slots.get(word->slots.front()), element, word->slots.size());
      result.push_back(values[position]);
    }
    return result;
  }

private:
  /// Registers that travel together, the first being `first`.
  Value packed(uint64_t first) {
    if (splitsWords)
      return source[first];
    SmallVector<Value> values;
    for (uint64_t difference : differences)
      values.push_back(source[first ^ difference]);
    return packWord(builder, values);
  }

  /// What arrives in the slots of which the first is `slot`.
  Value received(uint64_t slot) {
    auto [word, position] = placeOf.at(slot);
    uint64_t first = word->sources[splitsWords ? position : 0];
    if (plan.receiverTurn.vectors.empty())
      return shuffled(*word, first);
    TransposedValues chosen(builder, plan.receiverTurn, varying,
                            [&](uint64_t index) { return shuffled(*word, index); });
    return chosen.get(first);
  }

  Value shuffled(const ShufflePlan::Word &word, uint64_t first) {
    Value value = sent.get(first);
    if (!word.moves)
      return value;
    Value &known = shuffles[{first, word.senderConstant}];
    if (known)
      return known;
    Value base = sender();
    return known = base ? shuffleFrom(builder, value, xorConstant(base, word.senderConstant))
                        : shuffleXor(builder, value, word.senderConstant);
  }

  Value xorConstant(Value value, uint64_t constant) {
    return constant ? arith::XOrIOp::create(builder, value, constant32(builder, constant)).getResult() : value;
  }

  /// The lane that is received from, but for each word's constant; null if that is the lane itself.
  Value sender() {
    LinearIndex offset = varying ? applyColumns(builder, varying, columnsOf(plan.senderOfVarying)) : LinearIndex();
    if (plan.sendsToItself() && !offset.base)
      return {};
    if (senderLane)
      return senderLane;
    SmallVector<uint64_t> columns = columnsOf(plan.sender);
    for (uint64_t &column : columns)
      column &= kLanesPerWarp - 1;
    senderLane = combine(builder, applyColumns(builder, threadIndex(builder), columns), 0);
    if (offset.base)
      senderLane = arith::XOrIOp::create(builder, senderLane, offset.base);
    return senderLane;
  }

  ImplicitLocOpBuilder &builder;
  const ShufflePlan &plan;
  ValueRange source;
  Value varying;
  Type element;
  TransposedValues sent, slots;
  bool splitsWords;
  Value senderLane;
  SmallVector<uint64_t> differences; ///< between the registers of a word
  std::map<uint64_t, std::pair<const ShufflePlan::Word *, unsigned>> placeOf;
  std::map<const ShufflePlan::Word *, SmallVector<Value>> unpacked;
  std::map<std::pair<uint64_t, uint64_t>, Value> shuffles;
};

} // namespace

SmallVector<Value> tilec::emitShuffles(ImplicitLocOpBuilder &builder, const ShufflePlan &plan, ValueRange source,
                                       Value varying) {
  return Emitter(builder, plan, source, varying).run();
}
