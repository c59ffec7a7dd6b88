// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scales of block-scaled MMAs in tensor memory (PTX ISA, "Block Scaling" of tcgen05.mma).
//
// An instruction takes 1, 2 or 4 scales for each of its rows of A (128) and columns of B (up to 256). They are bytes of
// 32-bit cells:
//
// | scale s of row r (of A; of B: column r) | in                                           |
// |-----------------------------------------|----------------------------------------------|
// | byte of the cell                        | s mod 4; the instruction says with which     |
// |                                         | byte its scales start                        |
// | cell of the column                      | r mod 32, and again at 32, 64, 96 cells more |
// | column                                  | r / 32, of the four scales s / 4             |
//
// Each warp reaches 32 cells of a column. So in the layout for `tcgen05.st` lanes are the row's lowest bits, warps hold
// copies, and registers run along K inside of a cell, then along columns.
#pragma once

#include "dialects/Layout/MatrixMultiply/MatrixFragments.h"
#include <optional>

namespace tilec::layout {

/// `depth` scales along K for each of `rows` rows of A ([batch,] rows x depth) or columns of B ([batch,] depth x rows).
struct TensorScales {
  static constexpr int64_t kScalesOfCell = 4, kRowsOfColumn = 32;

  MmaOperand operand;
  std::optional<int64_t> batch;
  int64_t rows, depth;

  std::vector<int64_t> shape() const;
  /// Columns that they take, in fours.
  int64_t columns() const;

  /// Where a scale is: its column behind the first one, its cell among the 32 that a warp reaches, its byte there.
  struct Cell {
    int64_t column, lane, byte;
  };
  Cell cellOf(const std::vector<int64_t> &coordinates) const;
  Cell cellOf(int64_t batchNumber, int64_t row, int64_t scale) const;

  /// The layout in which warps store them. Warps beyond four have a part of the columns each, or copies.
  LinearLayout layout(unsigned numWarps) const;

private:
  unsigned dimensionOfRows() const {
    return (batch ? 1 : 0) + (operand == MmaOperand::A ? 0 : 1);
  }
  unsigned dimensionOfDepth() const {
    return (batch ? 1 : 0) + (operand == MmaOperand::A ? 1 : 0);
  }
  /// The rows and columns of one instruction.
  int64_t rowsOfInstruction() const;
  int64_t columnsOfInstruction() const;
};

} // namespace tilec::layout
