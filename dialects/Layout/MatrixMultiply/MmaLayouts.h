// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layouts of an MMA's tiles: those of the operands follow from the accumulator's.
//
// The accumulator is a fragment of one instruction, repeated over registers and warps; which warp has which part of it
// is free. A warp then needs the rows of A and the columns of B that meet in its part, all along K:
//
// | bit of the accumulator leads along | in A           | in B           |
// |------------------------------------|----------------|----------------|
// | batch                              | batch          | batch          |
// | M                                  | M              | none (a copy)  |
// | N                                  | none (a copy)  | N              |
//
// and registers run along K besides. MMAs without an instruction (multiply-add in each lane) are the same with a
// fragment of one element: then lanes, too, are spread over the accumulator, in any way.
//
// With wgmma four warps share a fragment, whole warpgroups are dealt out, and B has no layout: it is in shared memory.
// With tcgen05 neither operand has one, and the accumulator's is that of its way from and to tensor memory.
//
// A tile smaller than a fragment has its part of it: registers beyond are left out, lanes beyond hold copies. Copies of
// rows and columns compute copies of the result; beyond K the instruction has to be fed zeros.
#pragma once

#include "dialects/Layout/MatrixMultiply/MatrixFragments.h"
#include <optional>

namespace tilec::layout {

enum class MmaInstruction { Fma, MmaSync, Wgmma, Tcgen05 };

/// An MMA of tiles, [batch,] m x k times [batch,] k x n.
struct TileMma {
  MmaInstruction instruction;
  /// The bits of an element of A and B.
  unsigned elementBits;
  /// None: tiles of rank 2.
  std::optional<int64_t> batch;
  int64_t m, n, k;
  /// The order of rows in wgmma; not `InOrder` only where A is in registers.
  RowOrder rows = RowOrder::InOrder;

  std::vector<int64_t> shapeOf(MmaOperand operand) const;
  /// What one instruction takes in one warp; with a batch of 1 if there is a batch.
  LinearLayout instructionFragment(MmaOperand operand) const;
  /// The part of it that the tile has.
  LinearLayout fragment(MmaOperand operand) const;
};

/// The fragments of an accumulator's layout as a layout of fragments; none if it is no layout for this MMA.
std::optional<LinearLayout> accumulatorFragments(const TileMma &mma, const LinearLayout &accumulator);
/// The order of a wgmma accumulator's rows.
RowOrder rowOrderOf(const LinearLayout &accumulator);
/// The layout of A or B that goes with an accumulator's layout; none if that is none for this MMA, and for what is
/// read from shared memory: wgmma's B, both of tcgen05.
std::optional<LinearLayout> operandLayout(const TileMma &mma, MmaOperand operand, const LinearLayout &accumulator);
/// The layout of the scales of A or B, `scales` of them along K, for mma.sync with block scales.
std::optional<LinearLayout> scaleLayout(const TileMma &mma, MmaOperand operand, int64_t scales,
                                        const LinearLayout &accumulator);

/// The instructions of one warpgroup for its part of a wgmma.
struct WarpgroupInstructions {
  static constexpr int64_t kRows = 64, kMaxColumns = 256;
  /// The columns of one instruction that the lowest registers hold side by side.
  int64_t columns = 8;
  /// Where each one starts in the accumulator, in the first warpgroup, as [batch,] row, column.
  std::vector<std::vector<int64_t>> starts;
};
/// None if the accumulator's layout is none for this MMA.
std::optional<WarpgroupInstructions> warpgroupInstructions(const TileMma &mma, const LinearLayout &accumulator);

/// Rows of A or columns of B that one instruction reads from shared memory (wgmma, tcgen05); none if the accumulator's
/// layout is none for this MMA.
std::optional<int64_t> rowsOfInstruction(const TileMma &mma, MmaOperand operand, const LinearLayout &accumulator);

/// Layouts for the accumulator, one for each way to deal out the warps. Warps get whole blocks of fragments. Those of
/// multiply-adds come twice: with neighbours along N in registers, and in lanes.
std::vector<LinearLayout> accumulatorLayouts(const TileMma &mma, unsigned numWarps);

} // namespace tilec::layout
