// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Reductions/LaneScan.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using Values = Combiner::Values;

uint32_t LaneScan::spread(unsigned distance) const {
  uint32_t lanes = laneMask;
  for (; distance > 1; distance /= 2)
    lanes &= lanes - 1;
  return lanes & -lanes;
}

Value LaneScan::orderedLane() {
  if (!lane) {
    lane = laneIndex(builder);
    if (reverse)
      lane = arith::XOrIOp::create(builder, lane, constant32(builder, laneMask));
  }
  return lane;
}

Value LaneScan::isLast() {
  Value along = arith::AndIOp::create(builder, orderedLane(), constant32(builder, laneMask));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, along, constant32(builder, laneMask));
}

OptionalValues LaneScan::fetchShifted(const Values &mine, unsigned distance) {
  unsigned lanes = distance * *step, width = *step << std::popcount(laneMask);
  OptionalValues result;
  for (Value value : mine) {
    ShiftedValue shifted = shuffleShifted(builder, value, reverse ? -int(lanes) : int(lanes), width);
    result.values.push_back(shifted.value);
    result.valid = shifted.valid;
  }
  return result;
}

OptionalValues LaneScan::fetchIndexed(const Values &mine, unsigned distance) {
  Value away = constant32(builder, spread(distance)), along = constant32(builder, laneMask);
  Value position = arith::AndIOp::create(builder, orderedLane(), along);
  Value valid = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, position, away);
  // A subtraction in the bits along the axis: the others are zero, so that borrows pass through them.
  Value before = arith::AndIOp::create(builder, arith::SubIOp::create(builder, position, away), along);
  before = arith::SelectOp::create(builder, valid, before, position);
  Value rest = arith::AndIOp::create(builder, orderedLane(), constant32(builder, ~laneMask));
  Value from = arith::OrIOp::create(builder, rest, before);
  if (reverse)
    from = arith::XOrIOp::create(builder, from, along);
  return {llvm::map_to_vector(mine, [&](Value value) { return shuffleFrom(builder, value, from); }), valid};
}

OptionalValues LaneScan::fetch(const Values &mine, unsigned distance) {
  return step ? fetchShifted(mine, distance) : fetchIndexed(mine, distance);
}

/// One step of a sum: lanes without a lane before them receive their own value and leave it.
Values LaneScan::addFrom(const Values &mine, unsigned distance) {
  unsigned lanes = distance * *step, width = *step << std::popcount(laneMask);
  unsigned clamp = (kLanesPerWarp - width) << 8 | (reverse ? kLanesPerWarp - 1 : 0);
  std::string text = std::string("{.reg .pred p; shfl.sync.") + (reverse ? "down" : "up") + ".b32 $0|p, $1, " +
                     std::to_string(lanes) + ", " + std::to_string(clamp) + ", -1; @p add.s32 $0, $0, $1;}";
  return {emitInlinePtx(builder, builder.getI32Type(), text, "=&r,r", mine)};
}

Values LaneScan::takeStep(const Values &mine, unsigned distance) {
  if (step && isa_and_nonnull<arith::AddIOp>(combiner.onlyOp()) && mine.front().getType().isInteger(32))
    return addFrom(mine, distance);
  auto [before, valid] = fetch(mine, distance);
  return combiner.isIdempotent() ? combiner.apply(before, mine) : combiner.applyIf(valid, before, mine);
}

void LaneScan::inclusive(MutableArrayRef<Values> own) {
  for (unsigned distance = 1; distance < 1u << std::popcount(laneMask); distance *= 2)
    for (Values &mine : own)
      mine = takeStep(mine, distance);
}

OptionalValues LaneScan::exclusive(const Values &inclusive, const Values &own) {
  if (Values before = combiner.undo(inclusive, own); !before.empty())
    return {before, {}};
  OptionalValues before = fetch(inclusive, 1);
  if (Value identity = combiner.identity())
    return {{arith::SelectOp::create(builder, before.valid, before.values.front(), identity)}, {}};
  return before;
}

Values LaneScan::whole(const Values &inclusive) {
  Value last = constant32(builder, reverse ? 0 : laneMask);
  if (laneMask != kLanesPerWarp - 1) {
    Value rest = arith::AndIOp::create(builder, laneIndex(builder), constant32(builder, ~laneMask));
    last = arith::OrIOp::create(builder, rest, last);
  }
  return llvm::map_to_vector(inclusive, [&](Value value) { return shuffleFrom(builder, value, last); });
}
