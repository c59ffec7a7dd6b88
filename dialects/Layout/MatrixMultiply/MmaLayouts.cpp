// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include <algorithm>
#include <cassert>

namespace tilec::layout {

/// MMAs of so many rows use half of the cells of tensor memory, as wgmma's accumulators lie in lanes.
static constexpr int64_t kHalfOfCells = 64;

//===- Fragments -------------------------------------------------------------------------------------------------===//

std::vector<int64_t> TileMma::shapeOf(MmaOperand operand) const {
  std::vector<int64_t> shape;
  if (batch)
    shape.push_back(*batch);
  shape.push_back(operand == MmaOperand::B ? k : m);
  shape.push_back(operand == MmaOperand::A ? k : n);
  return shape;
}

LinearLayout TileMma::instructionFragment(MmaOperand operand) const {
  LinearLayout matrix = instruction == MmaInstruction::Fma       ? LinearLayout({1, 1}, {})
                        : instruction == MmaInstruction::MmaSync ? mmaFragment(operand, elementBits)
                        : instruction == MmaInstruction::Tcgen05 && operand == MmaOperand::C && m != kHalfOfCells
                            ? tensorMemoryFragment()
                            : wgmmaFragment(operand, elementBits, rows);
  return batch ? matrix.reshaped({1, matrix.shape()[0], matrix.shape()[1]}) : matrix;
}

/// `fragment` as far as `shape` goes.
static LinearLayout clipped(const LinearLayout &fragment, const std::vector<int64_t> &shape) {
  std::vector<int64_t> extents;
  for (unsigned d = 0; d < shape.size(); ++d)
    extents.push_back(std::min(shape[d], fragment.shape()[d]));
  LinearLayout part(extents, {});
  LinearLayout::Bases bases = fragment.bases(), result;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (uint64_t basis : bases[place]) {
      std::vector<int64_t> coordinates = fragment.coordinatesOf(basis);
      if (std::equal(coordinates.begin(), coordinates.end(), extents.begin(), std::less<>()))
        result[place].push_back(part.elementOf(coordinates));
      else if (Place(place) != Place::Register)
        result[place].push_back(0);
    }
  return LinearLayout(extents, result);
}

LinearLayout TileMma::fragment(MmaOperand operand) const {
  return clipped(instructionFragment(operand), shapeOf(operand));
}

//===- Operands from the accumulator -----------------------------------------------------------------------------===//

RowOrder rowOrderOf(const LinearLayout &accumulator) {
  constexpr unsigned kGroupBit = 2;
  if (accumulator.rank() < 2 || accumulator.bits(Place::Lane).count <= kGroupBit)
    return RowOrder::InOrder;
  std::vector<int64_t> first = accumulator.coordinatesOf(accumulator.basis(Place::Lane, kGroupBit));
  return first[accumulator.rank() - 2] == 2 ? RowOrder::Interleaved : RowOrder::InOrder;
}

std::optional<LinearLayout> accumulatorFragments(const TileMma &mma, const LinearLayout &accumulator) {
  LinearLayout fragment = mma.fragment(MmaOperand::C);
  if (accumulator.shape() != mma.shapeOf(MmaOperand::C))
    return std::nullopt;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    if (accumulator.bits(Place(place)).count < fragment.bits(Place(place)).count)
      return std::nullopt;
  return accumulator.dividedBy(fragment);
}

/// `fragment` of an operand of `shape`, repeated as the accumulator's fragments are: where the operand has K, they have
/// a dimension that is none of the operand's. Registers run along K besides.
static LinearLayout repeatedAlongK(const LinearLayout &fragment, std::vector<int64_t> shape, unsigned alongK,
                                   const LinearLayout &accumulatorFragments) {
  for (unsigned d = 0; d < shape.size(); ++d)
    shape[d] /= fragment.shape()[d];
  LinearLayout whole(shape, {});
  LinearLayout::Bases bases = accumulatorFragments.bases(), result;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (uint64_t basis : bases[place]) {
      std::vector<int64_t> coordinates = accumulatorFragments.coordinatesOf(basis);
      coordinates[alongK] = 0;
      result[place].push_back(whole.elementOf(coordinates));
    }
  BitRange bitsOfK = whole.dimensionBits(alongK);
  for (unsigned bit = 0; bit < bitsOfK.count; ++bit)
    result[unsigned(Place::Register)].push_back(uint64_t(1) << (bitsOfK.first + bit));
  return fragment.product(LinearLayout(shape, result)).withoutRedundantRegisters();
}

static unsigned dimensionOfK(MmaOperand operand, const std::vector<int64_t> &shape) {
  return operand == MmaOperand::A ? shape.size() - 1 : shape.size() - 2;
}

std::optional<LinearLayout> operandLayout(const TileMma &mma, MmaOperand operand, const LinearLayout &accumulator) {
  bool isShared = (mma.instruction == MmaInstruction::Wgmma && operand == MmaOperand::B) ||
                  mma.instruction == MmaInstruction::Tcgen05;
  std::optional<LinearLayout> fragments = accumulatorFragments(mma, accumulator);
  if (!fragments || isShared)
    return std::nullopt;
  std::vector<int64_t> shape = mma.shapeOf(operand);
  return repeatedAlongK(mma.fragment(operand), shape, dimensionOfK(operand, shape), *fragments);
}

std::optional<LinearLayout> scaleLayout(const TileMma &mma, MmaOperand operand, int64_t scales,
                                        const LinearLayout &accumulator) {
  std::optional<LinearLayout> fragments = accumulatorFragments(mma, accumulator);
  if (!fragments)
    return std::nullopt;
  std::vector<int64_t> shape = mma.shapeOf(operand);
  unsigned alongK = dimensionOfK(operand, shape);
  int64_t depth = mma.instructionFragment(operand).shape()[alongK];
  LinearLayout fragment = scaleFragment(operand, std::max<int64_t>(1, depth * scales / shape[alongK]));
  if (mma.batch)
    fragment = fragment.reshaped({1, fragment.shape()[0], fragment.shape()[1]});
  shape[alongK] = scales;
  return repeatedAlongK(clipped(fragment, shape), shape, alongK, *fragments);
}

//===- Warpgroups ------------------------------------------------------------------------------------------------===//

std::optional<WarpgroupInstructions> warpgroupInstructions(const TileMma &mma, const LinearLayout &accumulator) {
  std::optional<LinearLayout> fragments = accumulatorFragments(mma, accumulator);
  if (!fragments)
    return std::nullopt;
  unsigned n = fragments->rank() - 1;
  std::vector<uint64_t> registers = fragments->bases()[unsigned(Place::Register)];
  WarpgroupInstructions result;
  int64_t fragmentColumns = mma.fragment(MmaOperand::C).shape().back();
  for (unsigned bit = 0; bit < fragments->dimensionBits(n).count && result.columns < result.kMaxColumns; ++bit) {
    if (std::find(registers.begin(), registers.end(), uint64_t(1) << bit) == registers.end())
      break;
    result.columns *= 2;
  }
  for (unsigned i = 0; i < fragments->size(Place::Register); ++i) {
    std::vector<int64_t> start = fragments->coordinatesOf(fragments->elementAt({.registerIndex = i}));
    start[n] *= fragmentColumns;
    start[n - 1] *= result.kRows;
    bool isInside = start[n] % result.columns != 0;
    if (!isInside && std::find(result.starts.begin(), result.starts.end(), start) == result.starts.end())
      result.starts.push_back(start);
  }
  return result;
}

std::optional<int64_t> rowsOfInstruction(const TileMma &mma, MmaOperand operand, const LinearLayout &accumulator) {
  if (mma.instruction == MmaInstruction::Tcgen05) {
    constexpr int64_t kCells = 128, kMaxColumns = WarpgroupInstructions::kMaxColumns;
    bool isMma = accumulatorFragments(mma, accumulator).has_value();
    int64_t rows = operand == MmaOperand::A ? std::min(mma.m, kCells) : std::min(mma.n, kMaxColumns);
    return isMma ? std::optional(rows) : std::nullopt;
  }
  std::optional<WarpgroupInstructions> instructions = warpgroupInstructions(mma, accumulator);
  if (!instructions)
    return std::nullopt;
  return operand == MmaOperand::A ? WarpgroupInstructions::kRows : instructions->columns;
}

//===- Dealing out ------------------------------------------------------------------------------------------------===//

namespace {

/// Deals out the bits of a tile's dimensions.
class Dealer {
public:
  explicit Dealer(const std::vector<int64_t> &shape) : whole(shape, {}) {
    for (unsigned d = 0; d < shape.size(); ++d) {
      low.push_back(0);
      high.push_back(whole.dimensionBits(d).count);
    }
  }
  unsigned left(unsigned d) const {
    return high[d] - low[d];
  }
  /// The lowest or the highest bit that is left of dimension `d`; zero, a copy, if none is.
  uint64_t lowest(unsigned d) {
    return left(d) ? uint64_t(1) << (whole.dimensionBits(d).first + low[d]++) : 0;
  }
  uint64_t highest(unsigned d) {
    return left(d) ? uint64_t(1) << (whole.dimensionBits(d).first + --high[d]) : 0;
  }
  /// All that is left, the last dimension first.
  void rest(std::vector<uint64_t> &bases) {
    for (unsigned d = low.size(); d-- > 0;)
      while (uint64_t basis = lowest(d))
        bases.push_back(basis);
  }

private:
  LinearLayout whole;
  std::vector<unsigned> low, high;
};

/// The bits of lanes, and of a lane's neighbours along M and N, in FMA-based dots.
constexpr unsigned kLaneBits = 5, kVectorBits = 2;

/// What lanes of a multiply-add share: the lowest bits of N in a lane's registers, or in lanes (LaneOperands.h).
enum class Neighbours { InRegisters, InLanes };

/// Lanes of a fragment of one element: 4 x 8 of them. The lowest lane bit is one of M, so that two lanes of each pair
/// read the same columns and every second pair the same rows.
void dealLanes(Dealer &dealer, unsigned m, unsigned n, unsigned vectorBits, Neighbours neighbours,
               LinearLayout::Bases &bases) {
  auto &registers = bases[unsigned(Place::Register)], &lanes = bases[unsigned(Place::Lane)];
  auto dealVector = [&](unsigned dimension) {
    for (unsigned bit = 0; bit < kVectorBits && registers.size() < vectorBits && dealer.left(dimension); ++bit)
      registers.push_back(dealer.lowest(dimension));
  };
  if (neighbours == Neighbours::InRegisters)
    dealVector(n);
  dealVector(m);
  for (unsigned wanted : {m, n, n, n, m}) {
    unsigned other = wanted == m ? n : m;
    lanes.push_back(dealer.left(wanted)  ? dealer.lowest(wanted)
                    : dealer.left(other) ? dealer.lowest(other)
                    : m > 0              ? dealer.lowest(0)
                                         : 0);
  }
}

/// One layout of fragments: `alongM` warp bits along M, the rest along N; but along the batch first of all, where no
/// warp needs what another one has. Without `neighbours` fragments have lanes of their own.
LinearLayout deal(const std::vector<int64_t> &shape, std::optional<Neighbours> neighbours, unsigned warpBits,
                  unsigned alongM) {
  unsigned m = shape.size() - 2, n = m + 1;
  Dealer dealer(shape);
  LinearLayout::Bases bases;
  unsigned bits = LinearLayout(shape, {}).asMap().numOutputs(), threadBits = warpBits + kLaneBits;
  if (neighbours)
    dealLanes(dealer, m, n, bits > threadBits ? bits - threadBits : 0, *neighbours, bases);
  auto &warps = bases[unsigned(Place::Warp)];
  while (m > 0 && warps.size() < warpBits && dealer.left(0))
    warps.push_back(dealer.highest(0));
  for (unsigned i = 0; i < alongM && warps.size() < warpBits && dealer.left(m); ++i)
    warps.push_back(dealer.highest(m));
  while (warps.size() < warpBits && dealer.left(n))
    warps.push_back(dealer.highest(n));
  while (warps.size() < warpBits)
    warps.push_back(dealer.highest(m));
  dealer.rest(bases[unsigned(Place::Register)]);
  return LinearLayout(shape, bases);
}

} // namespace

std::vector<LinearLayout> accumulatorLayouts(const TileMma &mma, unsigned numWarps) {
  LinearLayout fragment = mma.fragment(MmaOperand::C);
  std::vector<int64_t> shape = mma.shapeOf(MmaOperand::C);
  for (unsigned d = 0; d < shape.size(); ++d)
    shape[d] /= fragment.shape()[d];
  assert(numWarps >= fragment.size(Place::Warp) && "a warpgroup is four warps");
  unsigned warpBits = log2OfExtent(numWarps) - fragment.bits(Place::Warp).count;
  std::vector<std::optional<Neighbours>> choices = {std::nullopt};
  if (mma.instruction == MmaInstruction::Fma)
    choices = {Neighbours::InRegisters, Neighbours::InLanes};
  std::vector<LinearLayout> layouts;
  for (std::optional<Neighbours> neighbours : choices)
    for (unsigned alongM = 0; alongM <= warpBits; ++alongM) {
      LinearLayout layout = fragment.product(deal(shape, neighbours, warpBits, alongM));
      if (std::find(layouts.begin(), layouts.end(), layout) == layouts.end())
        layouts.push_back(layout);
    }
  return layouts;
}

} // namespace tilec::layout
