// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/ScanBits.h"
#include <algorithm>
#include <bit>

namespace tilec::layout {

unsigned ScanBits::numStretches() const {
  return 1u << std::popcount(farRegisters);
}

std::optional<unsigned> ScanBits::laneStep() const {
  uint32_t lowest = lanes & -lanes, carried = lanes + lowest;
  return lanes && (carried & (carried - 1)) == 0 ? std::optional(lowest) : std::nullopt;
}

namespace {

/// The bits of one kind of place along an axis, and where on the axis they lie.
struct Span {
  uint32_t bits = 0;
  uint64_t first = ~uint64_t(0), last = 0;
  bool rises = true;
};

Span spanOf(const LinearLayout &layout, Place place, uint64_t mask) {
  Span span;
  for (unsigned bit = 0; bit < layout.bits(place).count; ++bit) {
    uint64_t along = layout.basis(place, bit) & mask;
    if (!along)
      continue;
    span.rises &= along > span.last;
    span.bits |= uint32_t(1) << bit;
    span.first = std::min(span.first, along);
    span.last = std::max(span.last, along);
  }
  return span;
}

} // namespace

std::optional<ScanBits> scanBits(const LinearLayout &layout, unsigned axis) {
  if (!layout.isCoordinateWise())
    return std::nullopt;
  uint64_t mask = layout.dimensionBits(axis).mask();
  Span lanes = spanOf(layout, Place::Lane, mask), warps = spanOf(layout, Place::Warp, mask);
  if (!lanes.rises || !warps.rises || lanes.last > warps.first)
    return std::nullopt;
  ScanBits bits{0, lanes.bits, 0, warps.bits};
  for (unsigned bit = 0; bit < layout.bits(Place::Register).count; ++bit) {
    uint64_t along = layout.basis(Place::Register, bit) & mask;
    if (!along)
      continue;
    if (along > warps.first || (along > lanes.first && along < lanes.last))
      return std::nullopt;
    (along > lanes.first ? bits.farRegisters : bits.nearRegisters) |= uint32_t(1) << bit;
  }
  return bits;
}

} // namespace tilec::layout
