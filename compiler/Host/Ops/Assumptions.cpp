// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile.assume: the value as it is; a checking program looks whether the fact holds.
#include "compiler/Host/Ops/Assumptions.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Ops/Families.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

/// Coordinate of row-major element `i` along `dimension`.
static int64_t coordinateOf(ArrayRef<int64_t> shape, size_t i, size_t dimension) {
  for (size_t d = shape.size(); d-- > dimension + 1;)
    i /= size_t(shape[d]);
  return int64_t(i % size_t(shape[dimension]));
}

/// Calls `fn(element index, value)` with values sign- or zero-extended.
template <class Fn> static void forEachDefined(Frame &frame, const Slot &slot, Fn fn) {
  withInteger(slot.kind, [&](auto integer) {
    using I = decltype(integer);
    for (size_t i = 0; i < slot.size(frame); ++i)
      if (!frame.undefined(slot)[i])
        fn(i, int64_t(I::asSigned(frame.at<typename I::U>(slot)[i])), uint64_t(frame.at<typename I::U>(slot)[i]));
  });
}

static void checkDivisible(Frame &frame, const Site &site, const Slot &slot, ArrayRef<int64_t> shape,
                           tile::DivisibleAttr fact) {
  forEachDefined(frame, slot, [&](size_t i, int64_t value, uint64_t) {
    bool concerned = !fact.getEvery() || coordinateOf(shape, i, size_t(*fact.getAlong())) % *fact.getEvery() == 0;
    if (concerned && value % fact.getDivisor() != 0)
      frame.checker->report(
          frame, site,
          llvm::formatv("false assumption: element {0} is {1}, expected a multiple of {2}", i, value, fact.getDivisor())
              .str());
  });
}

/// Bounds that no signed value of the width reaches are meant for unsigned values.
static void checkBounded(Frame &frame, const Site &site, const Slot &slot, tile::BoundedAttr fact) {
  int64_t bits = int64_t(bytesOf(slot.kind)) * 8;
  int64_t largest = bits == 64 ? INT64_MAX : (int64_t(1) << (bits - 1)) - 1;
  bool isUnsigned =
      slot.kind == Kind::I1 || fact.getUpper().value_or(0) > largest || fact.getLower().value_or(0) > largest;
  forEachDefined(frame, slot, [&](size_t i, int64_t asSigned, uint64_t asUnsigned) {
    int64_t value = isUnsigned ? int64_t(asUnsigned) : asSigned;
    if (fact.getLower() && value < *fact.getLower())
      frame.checker->report(
          frame, site,
          llvm::formatv("false assumption: element {0} is {1}, expected at least {2}", i, value, *fact.getLower())
              .str());
    if (fact.getUpper() && value > *fact.getUpper())
      frame.checker->report(
          frame, site,
          llvm::formatv("false assumption: element {0} is {1}, expected at most {2}", i, value, *fact.getUpper())
              .str());
  });
}

static void checkSameElements(Frame &frame, const Site &site, const Slot &slot, ArrayRef<int64_t> shape,
                              ArrayRef<int64_t> block) {
  std::map<std::vector<int64_t>, int64_t> first; // of each block
  forEachDefined(frame, slot, [&](size_t i, int64_t value, uint64_t) {
    std::vector<int64_t> number;
    for (size_t d = 0; d < shape.size(); ++d)
      number.push_back(coordinateOf(shape, i, d) / block[d]);
    auto [known, isNew] = first.try_emplace(number, value);
    if (!isNew && known->second != value)
      frame.checker->report(
          frame, site,
          llvm::formatv("false assumption: element {0} is {1}, expected {2} as elsewhere in its block", i, value,
                        known->second)
              .str());
  });
}

void emitAssumptionCheck(Operation *op, Decoder &decoder, Slot source) {
  auto assume = cast<tile::AssumeOp>(op);
  if (!decoder.checking() || isFloat(source.kind))
    return;
  const Site *site = decoder.site(op);
  auto shape = llvm::to_vector(tile::shapeOf(assume.getType()));
  Attribute fact = assume.getFact();
  if (auto divisible = dyn_cast<tile::DivisibleAttr>(fact))
    decoder.emit([=](Frame &frame) { checkDivisible(frame, *site, source, shape, divisible); });
  else if (auto bounded = dyn_cast<tile::BoundedAttr>(fact))
    decoder.emit([=](Frame &frame) { checkBounded(frame, *site, source, bounded); });
  else if (auto same = dyn_cast<tile::SameElementsAttr>(fact))
    decoder.emit([=, block = llvm::to_vector(same.getBlock())](Frame &frame) {
      checkSameElements(frame, *site, source, shape, block);
    });
}

bool decodeAssumptions(Operation *op, Decoder &decoder) {
  auto assume = dyn_cast<tile::AssumeOp>(op);
  if (!assume)
    return false;
  Slot source = decoder.operand(assume.getSource()), result = decoder.define(assume.getResult());
  decoder.emitCopy(result, source);
  emitAssumptionCheck(op, decoder, source);
  return true;
}

} // namespace tilec::host
