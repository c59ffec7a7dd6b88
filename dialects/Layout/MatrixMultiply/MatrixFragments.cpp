// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/MatrixFragments.h"
#include <bit>
#include <cassert>

namespace tilec::layout {

namespace {
/// Coordinates [row, column] of the bases of a fragment.
using Coordinates = std::vector<std::pair<int64_t, int64_t>>;
} // namespace

static LinearLayout fragment(int64_t rows, int64_t columns, const Coordinates &registers, const Coordinates &lanes,
                             const Coordinates &warps = {}) {
  LinearLayout::Bases bases;
  auto number = [&](const Coordinates &from, std::vector<uint64_t> &to) {
    for (auto [row, column] : from)
      to.push_back(row * columns + column);
  };
  number(registers, bases[0]);
  number(lanes, bases[1]);
  number(warps, bases[2]);
  return LinearLayout({rows, columns}, bases);
}

static Coordinates transposed(Coordinates coordinates) {
  for (auto &[row, column] : coordinates)
    std::swap(row, column);
  return coordinates;
}

/// Rows run over groups, columns (K) over the lanes of a group, `word` neighbours a lane.
static Coordinates groupLanes(int64_t word) {
  return {{0, word}, {0, 2 * word}, {1, 0}, {2, 0}, {4, 0}};
}

/// Operands of doubles. A lane's two are one element apart along K, and which of the two its first is changes from lane
/// to lane: so the first ones of 16 lanes, which read 8 bytes each, are in all banks, as are the second ones, whether
/// rows of 64 bytes run along K or rows of 128 bytes across it (in swizzled boxes).
static Coordinates lanesOfDoubles() {
  return {{0, 3}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
}

/// The registers of A for all instructions but those of doubles: neighbours in words, rows 8 apart, then the second
/// half along K.
static Coordinates registersOfA(int64_t word) {
  Coordinates registers;
  for (int64_t i = 1; i < word; i *= 2)
    registers.push_back({0, i});
  registers.push_back({8, 0});
  registers.push_back({0, 4 * word});
  return registers;
}

LinearLayout mmaFragment(MmaOperand operand, unsigned elementBits) {
  bool isDouble = elementBits == 64;
  int64_t word = isDouble ? 2 : 32 / elementBits, k = isDouble ? 8 : 8 * word;
  if (operand == MmaOperand::C) {
    Coordinates registers = {{0, 1}};
    if (!isDouble)
      registers.push_back({8, 0});
    return fragment(isDouble ? 8 : 16, 8, registers, groupLanes(2));
  }
  Coordinates lanes = isDouble ? lanesOfDoubles() : groupLanes(word);
  if (operand == MmaOperand::A)
    return fragment(isDouble ? 8 : 16, k, isDouble ? Coordinates{{0, 1}} : registersOfA(word), lanes);
  Coordinates registers;
  for (int64_t i = 1; i < word; i *= 2)
    registers.push_back({0, i});
  if (!isDouble)
    registers.push_back({0, 4 * word});
  return fragment(k, 8, transposed(registers), transposed(lanes));
}

/// Warps of a warpgroup: 16 rows each.
static Coordinates warpgroupRows() {
  return {{16, 0}, {32, 0}};
}

LinearLayout wgmmaAccumulator(int64_t n) {
  Coordinates registers = {{0, 1}, {8, 0}};
  for (int64_t column = 8; column < n; column *= 2)
    registers.push_back({0, column});
  return fragment(64, n, registers, groupLanes(2), warpgroupRows());
}

/// The row of the tile that an instruction has at a row whose number is a power of two.
static int64_t interleavedRow(int64_t row, unsigned elementBits) {
  static constexpr int64_t kOfBytes[] = {2, 4, 8, 1, 16, 32}, kOf32Bits[] = {2, 16, 8, 1, 4, 32};
  unsigned bit = std::countr_zero(uint64_t(row));
  // What has 16 bits is made of bytes: wgmma reads 16 bits in both orders.
  return elementBits == 32 ? kOf32Bits[bit] : kOfBytes[bit];
}

LinearLayout wgmmaFragment(MmaOperand operand, unsigned elementBits, RowOrder rows) {
  assert(operand != MmaOperand::B && "B is in shared memory");
  bool isA = operand == MmaOperand::A;
  int64_t word = 32 / elementBits;
  Coordinates registers = isA ? registersOfA(word) : Coordinates{{0, 1}, {8, 0}}, lanes = groupLanes(isA ? word : 2),
              warps = warpgroupRows();
  for (Coordinates *places : {&registers, &lanes, &warps})
    for (auto &[row, column] : *places)
      if (row && rows == RowOrder::Interleaved)
        row = interleavedRow(row, elementBits);
  return fragment(64, isA ? 8 * word : 8, registers, lanes, warps);
}

LinearLayout scaleFragment(MmaOperand operand, int64_t scales) {
  Coordinates registers;
  for (int64_t i = 1; i < scales; i *= 2)
    registers.push_back({0, i});
  if (operand == MmaOperand::A)
    return fragment(16, scales, registers, {{8, 0}, {0, 0}, {1, 0}, {2, 0}, {4, 0}});
  return fragment(scales, 8, transposed(registers), {{0, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 4}});
}

LinearLayout tensorMemoryFragment() {
  return fragment(128, 1, {}, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}, {{32, 0}, {64, 0}});
}

LinearLayout ldmatrix(int64_t rows, int64_t columns, bool isTransposed) {
  Coordinates registers = {{0, 1}}, lanes = groupLanes(2);
  if (isTransposed) {
    registers = transposed(registers);
    lanes = transposed(lanes);
  }
  for (int64_t row = 1; row < rows; row *= 2)
    registers.push_back({8 * row, 0});
  for (int64_t column = 1; column < columns; column *= 2)
    registers.push_back({0, 8 * column});
  return fragment(8 * rows, 8 * columns, registers, lanes);
}

LinearLayout fragmentsOver(const LinearLayout &fragment, const std::vector<int64_t> &shape,
                           const std::vector<int> &warpDimensions) {
  std::vector<int64_t> outer;
  for (unsigned d = 0; d < shape.size(); ++d)
    outer.push_back(shape[d] / fragment.shape()[d]);
  LinearLayout whole(outer, {});
  std::vector<unsigned> used(shape.size(), 0);
  auto next = [&](unsigned d) -> uint64_t {
    BitRange range = whole.dimensionBits(d);
    return used[d] < range.count ? uint64_t(1) << (range.first + used[d]++) : 0;
  };
  LinearLayout::Bases bases;
  for (int d : warpDimensions)
    bases[unsigned(Place::Warp)].push_back(d < 0 ? 0 : next(d));
  for (unsigned d = shape.size(); d-- > 0;)
    while (uint64_t basis = next(d))
      bases[0].push_back(basis);
  return fragment.product(LinearLayout(outer, bases));
}

} // namespace tilec::layout
