// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/LayoutCost.h"
#include <bit>

using tilec::layout::LayoutConversion;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::strategy {

namespace {

constexpr double kShuffleCycles = 2, kSharedCycles = 2, kBarrierCycles = 64;
/// Warp instructions of arithmetic that a multiprocessor starts in a cycle.
constexpr double kArithmeticPerCycle = 4;

/// Share of a line of shared memory that 32 elements take, and 4-byte words of a register, which shuffles move one by
/// one.
double linesOf(int64_t bytes) {
  return double(bytes) / 4;
}
double wordsOf(int64_t bytes) {
  return double(std::max<int64_t>(1, (bytes + 3) / 4));
}

double warpRegisters(const LinearLayout &layout) {
  return double(layout.size(Place::Register)) * layout.size(Place::Warp);
}

/// Lines that one instruction touches: every lane bit that leads farther than a line doubles them.
double linesOfInstruction(const TileAccess &access, const LinearLayout &layout) {
  double lines = 1;
  for (unsigned bit = 0; bit < layout.bits(Place::Lane).count; ++bit) {
    int64_t farthest = 0;
    for (uint64_t element = layout.basis(Place::Lane, bit); element; element &= element - 1)
      farthest = std::max(farthest, access.steps[std::countr_zero(element)]);
    if (farthest >= kLineBytes)
      lines *= 2;
  }
  return lines;
}

} // namespace

double accessCycles(const TileAccess &access, const LinearLayout &layout) {
  double instructions = warpRegisters(layout) / double(access.vectorIn(layout));
  return instructions * (1 + linesOfInstruction(access, layout));
}

double worstConversionCycles(int64_t elements, int64_t elementBytes) {
  double registers = std::max(1.0, double(elements) / layout::kLanesPerWarp);
  return 2 * kSharedCycles * registers * linesOf(elementBytes) + kBarrierCycles;
}

double conversionCycles(const LinearLayout &from, const LinearLayout &to, int64_t elementBytes) {
  if (from == to)
    return 0;
  switch (layout::planConversion(from, to).kind) {
  case LayoutConversion::Kind::Registers:
    return 0;
  case LayoutConversion::Kind::Shuffles:
    return kShuffleCycles * warpRegisters(to) * wordsOf(elementBytes);
  case LayoutConversion::Kind::SharedMemory:
    return kSharedCycles * (double(from.numElements()) / layout::kLanesPerWarp + warpRegisters(to)) *
               linesOf(elementBytes) +
           kBarrierCycles;
  }
  return kImpossible;
}

double reductionCycles(const LinearLayout &layout, unsigned axis, int64_t bytes) {
  if (!layout.isCoordinateWise())
    return kImpossible;
  LinearLayout result = layout.reduced(axis);
  double cycles = warpRegisters(layout) / kArithmeticPerCycle;
  cycles +=
      kShuffleCycles * warpRegisters(result) * wordsOf(bytes) * std::popcount(layout.bitsAlong(Place::Lane, axis));
  if (layout.bitsAlong(Place::Warp, axis))
    cycles += 2 * kSharedCycles * warpRegisters(result) * wordsOf(bytes) + kBarrierCycles;
  return cycles;
}

/// Along `axis`, bits of registers lie below those of lanes, and those below those of warps, each rising.
static bool isInScanOrder(const LinearLayout &layout, unsigned axis) {
  uint64_t last = 0, mask = layout.dimensionBits(axis).mask();
  for (unsigned input = 0; input < layout.asMap().numInputs(); ++input) {
    uint64_t along = layout.asMap().column(input) & mask;
    if (along && along <= last)
      return false;
    last = std::max(last, along);
  }
  return true;
}

double scanCycles(const LinearLayout &layout, unsigned axis, int64_t bytes) {
  if (!layout.isCoordinateWise() || !isInScanOrder(layout, axis))
    return kImpossible;
  return warpRegisters(layout) / kArithmeticPerCycle + reductionCycles(layout, axis, bytes);
}

double repetitionCycles(int64_t ops, int64_t elements) {
  return double(ops) * std::max(1.0, double(elements) / layout::kLanesPerWarp) / kArithmeticPerCycle;
}

} // namespace tilec::strategy
