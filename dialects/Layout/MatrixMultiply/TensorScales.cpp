// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/TensorScales.h"
#include <algorithm>
#include <cassert>

namespace tilec::layout {

std::vector<int64_t> TensorScales::shape() const {
  std::vector<int64_t> extents;
  if (batch)
    extents.push_back(*batch);
  extents.push_back(operand == MmaOperand::A ? rows : depth);
  extents.push_back(operand == MmaOperand::A ? depth : rows);
  return extents;
}

int64_t TensorScales::rowsOfInstruction() const {
  constexpr int64_t kRowsOfA = 128, kMaxColumnsOfB = 256;
  return operand == MmaOperand::A ? kRowsOfA : std::min(rows, kMaxColumnsOfB);
}

int64_t TensorScales::columnsOfInstruction() const {
  constexpr int64_t kLeast = 4;
  return std::max(kLeast, rowsOfInstruction() / kRowsOfColumn);
}

int64_t TensorScales::columns() const {
  int64_t cells = std::max<int64_t>(1, depth / kScalesOfCell);
  return batch.value_or(1) * (rows / rowsOfInstruction()) * cells * columnsOfInstruction();
}

TensorScales::Cell TensorScales::cellOf(int64_t batchNumber, int64_t row, int64_t scale) const {
  int64_t cells = std::max<int64_t>(1, depth / kScalesOfCell), ofOne = rowsOfInstruction();
  int64_t instruction = batchNumber * (rows / ofOne) + row / ofOne;
  int64_t column = (instruction * cells + scale / kScalesOfCell) * columnsOfInstruction();
  return {column + row % ofOne / kRowsOfColumn, row % kRowsOfColumn, scale % kScalesOfCell};
}

TensorScales::Cell TensorScales::cellOf(const std::vector<int64_t> &coordinates) const {
  return cellOf(batch ? coordinates.front() : 0, coordinates[dimensionOfRows()], coordinates[dimensionOfDepth()]);
}

LinearLayout TensorScales::layout(unsigned numWarps) const {
  constexpr unsigned kLaneBits = 5, kReachBits = 2, kBitsOfCell = 2;
  unsigned warpBits = log2OfExtent(numWarps), instructionBits = log2OfExtent(rowsOfInstruction());
  assert(warpBits >= kReachBits && "four warps reach all of tensor memory");
  LinearLayout whole(shape(), {});
  BitRange ofRows = whole.dimensionBits(dimensionOfRows()), ofDepth = whole.dimensionBits(dimensionOfDepth());
  // Bits [first, end) of a dimension, as far as there are any.
  auto add = [](std::vector<uint64_t> &bases, BitRange range, unsigned first, unsigned end) {
    for (unsigned bit = first; bit < std::min(end, range.count); ++bit)
      bases.push_back(uint64_t(1) << (range.first + bit));
  };
  std::vector<uint64_t> bytes, lanes, columns, warps(kReachBits, 0);
  add(bytes, ofDepth, 0, kBitsOfCell);
  add(lanes, ofRows, 0, kLaneBits);
  lanes.resize(kLaneBits, 0);
  add(columns, ofRows, kLaneBits, instructionBits);
  add(columns, ofDepth, kBitsOfCell, ofDepth.count);
  add(columns, ofRows, std::max(kLaneBits, instructionBits), ofRows.count);
  if (batch)
    add(columns, whole.dimensionBits(0), 0, whole.dimensionBits(0).count);
  while (warps.size() < warpBits) {
    warps.push_back(columns.empty() ? 0 : columns.back());
    if (!columns.empty())
      columns.pop_back();
  }
  bytes.insert(bytes.end(), columns.begin(), columns.end());
  LinearLayout::Bases bases;
  bases[unsigned(Place::Register)] = bytes;
  bases[unsigned(Place::Lane)] = lanes;
  bases[unsigned(Place::Warp)] = warps;
  return LinearLayout(shape(), bases);
}

} // namespace tilec::layout
