// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Reductions/LaneReduction.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using Values = Combiner::Values;

namespace {
/// What `redux.sync` is told, and how narrow integers are widened for it.
struct Redux {
  NVVM::ReduxKind kind;
  bool isSigned = false, isFloat = false, propagatesNan = false;
};
} // namespace

/// The instruction for the combiner's op; none if there is none.
static std::optional<Redux> reduxFor(Operation *op) {
  using Kind = NVVM::ReduxKind;
  return TypeSwitch<Operation *, std::optional<Redux>>(op)
      .Case<arith::AddIOp>([](auto) { return Redux{Kind::ADD}; })
      .Case<arith::AndIOp>([](auto) { return Redux{Kind::AND}; })
      .Case<arith::OrIOp>([](auto) { return Redux{Kind::OR}; })
      .Case<arith::XOrIOp>([](auto) { return Redux{Kind::XOR}; })
      .Case<arith::MinUIOp>([](auto) { return Redux{Kind::UMIN}; })
      .Case<arith::MaxUIOp>([](auto) { return Redux{Kind::UMAX}; })
      .Case<arith::MinSIOp>([](auto) { return Redux{Kind::MIN, true}; })
      .Case<arith::MaxSIOp>([](auto) { return Redux{Kind::MAX, true}; })
      .Case<arith::MinNumFOp>([](auto) { return Redux{Kind::FMIN, false, true}; })
      .Case<arith::MaxNumFOp>([](auto) { return Redux{Kind::FMAX, false, true}; })
      .Case<arith::MinimumFOp>([](auto) { return Redux{Kind::FMIN, false, true, true}; })
      .Case<arith::MaximumFOp>([](auto) { return Redux{Kind::FMAX, false, true, true}; })
      .Default(std::nullopt);
}

static Value emitRedux(ImplicitLocOpBuilder &b, Value value, const Redux &redux) {
  Type type = value.getType(), word = redux.isFloat ? type : b.getI32Type();
  if (type != word)
    value = redux.isSigned ? arith::ExtSIOp::create(b, word, value).getResult()
                           : arith::ExtUIOp::create(b, word, value).getResult();
  Value result = NVVM::ReduxOp::create(b, word, value, redux.kind, constant32(b, -1), /*abs=*/false,
                                       /*nan=*/redux.propagatesNan);
  return type == word ? result : arith::TruncIOp::create(b, type, result).getResult();
}

/// Bits of floats as integers in their order, and back: of negative ones all but the sign are turned over.
static Value turnNegative(ImplicitLocOpBuilder &b, Value bits) {
  Value sign = arith::ShRSIOp::create(b, bits, constant32(b, 31));
  return arith::XOrIOp::create(b, bits, arith::AndIOp::create(b, sign, constant32(b, INT32_MAX)));
}

/// An extreme of floats by the instruction for integers. A NaN becomes the one at the end of their order at which it
/// is the result always, or only if all are.
static Value emitReduxOfBits(ImplicitLocOpBuilder &b, Value value, const Redux &redux) {
  bool isMax = redux.kind == NVVM::ReduxKind::FMAX;
  Value isNan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value nan = constant32(b, isMax == redux.propagatesNan ? INT32_MAX : -1);
  Value bits = arith::SelectOp::create(b, isNan, nan, arith::BitcastOp::create(b, b.getI32Type(), value));
  Redux ofBits{isMax ? NVVM::ReduxKind::MAX : NVVM::ReduxKind::MIN, /*isSigned=*/true};
  Value extreme = turnNegative(b, emitRedux(b, turnNegative(b, bits), ofBits));
  return arith::BitcastOp::create(b, value.getType(), extreme);
}

bool LaneReduction::reduceByRedux(SmallVector<Values> &partials) {
  Operation *op = combiner.onlyOp();
  std::optional<Redux> redux = op ? reduxFor(op) : std::nullopt;
  Type type = partials.front().front().getType();
  if (!redux || laneMask != kLanesPerWarp - 1)
    return false;
  // With more results halves are exchanged, which takes fewer instructions than to make integers of all.
  constexpr size_t kFewResults = 2;
  bool isByBits = redux->isFloat && !target.has(Capability::ReduxF32);
  bool fits = redux->isFloat ? type.isF32() && (!isByBits || partials.size() <= kFewResults)
                             : isa<IntegerType>(type) && type.getIntOrFloatBitWidth() <= 32;
  if (!fits)
    return false;
  for (Values &partial : partials)
    partial.front() = (isByBits ? emitReduxOfBits : emitRedux)(builder, partial.front(), *redux);
  return true;
}

/// Lane bits, of those to combine over, at which halves are exchanged. Cycles as in layout/LayoutConversion.h; results
/// that were scattered have to be fetched again (`spreadAnyway`: they go through scratch anyway).
unsigned LaneReduction::chooseHalvings(unsigned count, ValueRange sample, bool spreadAnyway) const {
  unsigned words = 0, lanes = std::popcount(laneMask);
  for (Value value : sample)
    words += std::max(1u, registerBits(value.getType()) / 32);
  constexpr unsigned kShuffle = 4, kSelect = 2, kCombine = 2, kLatency = 16;
  unsigned halvings = std::min(lanes, layout::log2OfExtent(count));
  unsigned rest = count >> halvings, sent = count - rest;
  unsigned steps = sent + rest * (lanes - halvings);
  unsigned scattered =
      words * (kShuffle * (steps + (spreadAnyway ? 0 : count)) + 2 * kSelect * sent + kCombine * steps);
  unsigned butterfly = words * (kShuffle + kCombine) * count * lanes;
  return scattered + (spreadAnyway ? 0 : kLatency) < butterfly ? halvings : 0;
}

Value LaneReduction::isUpper(uint32_t mask) {
  Value bit = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, mask));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, bit, constant32(builder, 0));
}

/// The lower lane's value comes first in both lanes, where the combiner may tell.
Values LaneReduction::combineWithLane(const Values &mine, uint32_t mask) {
  Values other = llvm::map_to_vector(mine, [&](Value value) { return shuffleXor(builder, value, mask); });
  return combiner.applyInOrder(mine, other, combiner.isCommutative() ? Value() : isUpper(mask));
}

/// Lanes with the bit go on with the second of each pair of results, the others with the first.
void LaneReduction::halve(SmallVector<Values> &partials, uint32_t mask) {
  Value upper = isUpper(mask);
  SmallVector<Values> kept;
  for (size_t i = 0; i < partials.size(); i += 2) {
    Values mine, other;
    for (auto [first, second] : llvm::zip(partials[i], partials[i + 1])) {
      mine.push_back(arith::SelectOp::create(builder, upper, second, first));
      Value sent = arith::SelectOp::create(builder, upper, first, second);
      other.push_back(shuffleXor(builder, sent, mask));
    }
    kept.push_back(combiner.applyInOrder(mine, other, combiner.isCommutative() ? Value() : upper));
  }
  partials = std::move(kept);
}

SmallVector<unsigned> LaneReduction::run(SmallVector<Values> &partials, bool spreadAnyway) {
  SmallVector<unsigned> scattered;
  if (laneMask == 0 || reduceByRedux(partials))
    return scattered;
  unsigned halvings = chooseHalvings(partials.size(), partials.front(), spreadAnyway);
  for (unsigned bit = 0; bit < 5; ++bit) {
    uint32_t mask = 1u << bit;
    if (!(laneMask & mask))
      continue;
    if (scattered.size() < halvings) {
      halve(partials, mask);
      scattered.push_back(bit);
      continue;
    }
    for (Values &mine : partials)
      mine = combineWithLane(mine, mask);
  }
  return scattered;
}
