// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/LayoutCost.h"
#include "dialects/Layout/MatrixMultiply/PairedBytes.h"
#include "dialects/Layout/ScanBits.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/SharedMemory/LaneOperands.h"
#include <bit>

using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::strategy {

namespace {

constexpr double kShuffleCycles = 2, kSharedCycles = 2, kBarrierCycles = 64;
/// Each step of a scan over lanes waits for the one before. It decides between stretches that lie coalesced and two
/// layout conversions (docs/Experiments.md, "Constants of the model").
constexpr double kScanStepDelay = 1.6;
/// Operands of f64 take shared memory more than half of the time that their MMA takes, twice for what copies put
/// there.
constexpr unsigned kDoubleBits = 64;
constexpr double kDoubleLoads = 2;
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

/// Transposed matrices of byte pairs give such fragments.
static bool isLoadedInPairs(const TileAccess &access, const LinearLayout &layout) {
  if (access.elementBytes != 1)
    return false;
  std::vector<unsigned> order = access.bitsInMemoryOrder();
  std::vector<uint64_t> offsetOf(order.size());
  for (unsigned i = 0; i < order.size(); ++i)
    offsetOf[order[i]] = uint64_t(1) << i;
  layout::LinearMap offsets(unsigned(order.size()), std::move(offsetOf));
  return layout::pairedLayout(layout, offsets).has_value();
}

double sharedReadCycles(const TileAccess &access, const LinearLayout &layout) {
  if (isLoadedInPairs(access, layout))
    return kSharedCycles * linesOf(access.elementBytes) * warpRegisters(layout);
  auto vector = double(access.vectorIn(layout));
  double words = std::max(1.0, vector * double(access.elementBytes) / 4);
  return kSharedCycles * words * warpRegisters(layout) / vector;
}

double worstConversionCycles(int64_t elements, int64_t elementBytes) {
  double registers = std::max(1.0, double(elements) / layout::kLanesPerWarp);
  return 2 * kSharedCycles * registers * linesOf(elementBytes) + kBarrierCycles;
}

double transferCycles(const layout::LayoutConversion &plan, unsigned numWarps) {
  // The plan counts cycles of one of the four parts of a multiprocessor for one warp.
  return double(plan.cost) * numWarps / 4;
}

double conversionCycles(const LinearLayout &from, const LinearLayout &to, int64_t elementBytes) {
  if (from == to)
    return 0;
  return transferCycles(layout::planConversion(from, to, unsigned(8 * elementBytes)), to.size(Place::Warp));
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

double scanCycles(const LinearLayout &layout, unsigned axis, int64_t bytes) {
  std::optional<layout::ScanBits> bits = layout::scanBits(layout, axis);
  if (!bits)
    return kImpossible;
  double lines = warpRegisters(layout.reduced(axis)), runs = lines * bits->numStretches();
  // The steps of the scan, the neighbour's prefix, and the whole of a stretch for the next one.
  unsigned shuffles = bits->lanes ? std::popcount(bits->lanes) + 1 + (bits->farRegisters != 0) : 0;
  double cycles = 2 * warpRegisters(layout) / kArithmeticPerCycle +
                  kScanStepDelay * runs * shuffles * wordsOf(bytes) * (kShuffleCycles + 1 / kArithmeticPerCycle);
  if (bits->warps)
    cycles += 2 * kSharedCycles * lines * wordsOf(bytes) + kBarrierCycles;
  return cycles;
}

double joiningCycles(const LinearLayout &layout, unsigned axis) {
  std::optional<layout::PlaceBit> split = layout.splitBit(axis);
  if (!split)
    return kImpossible;
  return split->place == Place::Register ? 0 : warpRegisters(layout) / kArithmeticPerCycle;
}

/// Bytes of shared memory that all instructions of all warpgroups read, at 128 a cycle.
static double warpgroupCycles(const layout::TileMma &mma, const LinearLayout &accumulator) {
  std::optional<layout::WarpgroupInstructions> instructions = layout::warpgroupInstructions(mma, accumulator);
  if (!instructions)
    return kImpossible;
  constexpr double kWarpsPerGroup = 4, kBytesPerCycle = 128;
  double lines = double(instructions->kRows + instructions->columns) * double(instructions->starts.size()) *
                 accumulator.size(Place::Warp) / kWarpsPerGroup;
  return lines * double(mma.k) * (mma.elementBits / 8) / kBytesPerCycle;
}

/// Wavefronts in which the lanes of all warps read an operand.
static double laneReadCycles(const layout::TileMma &mma, layout::MmaOperand operand, const LinearLayout &accumulator,
                             bool isAlongK) {
  std::optional<LinearLayout> own = layout::operandLayout(mma, operand, accumulator);
  if (!own)
    return kImpossible;
  std::vector<int64_t> shape = mma.shapeOf(operand);
  unsigned rank = unsigned(shape.size()), bytes = mma.elementBits / 8,
           rows = operand == layout::MmaOperand::A ? rank - 2 : rank - 1, alongK = 2 * rank - 3 - rows;
  unsigned registerBits = own->bits(Place::Register).count;
  layout::LinearMap offsets =
      layout::laneShared(shape, isAlongK ? alongK : rows, isAlongK, bytes).inverse().after(own->asMap());
  unsigned vector = layout::sharedVector(offsets, registerBits, own->size(Place::Register) - 1, bytes);
  layout::LinearMap ofLanes = offsets.ofInputs(registerBits, layout::log2OfExtent(layout::kLanesPerWarp));
  return warpRegisters(*own) / vector * layout::wavefronts(ofLanes, bytes, vector);
}

/// What is read while the tensor core multiplies is for nothing, almost.
static double besideTensorCore(double loads, const layout::TileMma &mma, double mma16Bits) {
  constexpr double kHiddenShare = 1.0 / 8, kBits = 16;
  // Words of bytes may have to be put together by lanes.
  if (mma.instruction != layout::MmaInstruction::MmaSync || mma.elementBits == kDoubleBits || mma.elementBits < kBits ||
      mma16Bits == 0)
    return loads;
  double multiplications = double(mma.batch.value_or(1)) * double(mma.m * mma.n) * double(mma.k);
  // Two cycles are counted for a word, of which reading takes one.
  double hidden = std::min(loads, 2 * multiplications / mma16Bits * mma.elementBits / kBits);
  return loads - hidden + hidden * kHiddenShare;
}

double mmaCycles(const layout::TileMma &mma, const LinearLayout &accumulator, double mma16Bits, OperandsAlongK alongK) {
  if (mma.instruction == layout::MmaInstruction::Wgmma)
    return warpgroupCycles(mma, accumulator);
  // Sums are loaded and stored; the MMA itself does not care who does.
  if (mma.instruction == layout::MmaInstruction::Tcgen05)
    return layout::accumulatorFragments(mma, accumulator) ? warpRegisters(accumulator) / kArithmeticPerCycle
                                                          : kImpossible;
  auto a = layout::operandLayout(mma, layout::MmaOperand::A, accumulator);
  auto b = layout::operandLayout(mma, layout::MmaOperand::B, accumulator);
  if (!a || !b)
    return kImpossible;
  double loads = kSharedCycles * linesOf(mma.elementBits / 8) * (warpRegisters(*a) + warpRegisters(*b));
  if (mma.instruction == layout::MmaInstruction::Fma)
    loads = laneReadCycles(mma, layout::MmaOperand::A, accumulator, alongK.a) +
            laneReadCycles(mma, layout::MmaOperand::B, accumulator, alongK.b);
  if (mma.elementBits == kDoubleBits)
    loads *= kDoubleLoads;
  int64_t depth = mma.instructionFragment(layout::MmaOperand::A).shape().back();
  double steps = std::max<double>(1, double(mma.k) / double(depth));
  // One for each register of the accumulator, copies included.
  return besideTensorCore(loads, mma, mma16Bits) + warpRegisters(accumulator) * steps / kArithmeticPerCycle;
}

double repetitionCycles(int64_t ops, int64_t elements) {
  return double(ops) * std::max(1.0, double(elements) / layout::kLanesPerWarp) / kArithmeticPerCycle;
}

} // namespace tilec::strategy
