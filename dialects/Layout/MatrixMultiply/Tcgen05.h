// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs by tcgen05: what their descriptors say of operands in shared memory and of themselves (PTX ISA, "Shared
// memory descriptor" and "Instruction descriptor" of tcgen05), and which instructions make up an MMA of tiles.
//
// Operands lie in shared memory as wgmma's do (Wgmma.h); an instruction reads 64 or 128 rows of A, up to
// 256 columns of B, and 32 bytes along K. Its accumulators are 32-bit cells of tensor memory: N columns from `column`
// on.
//
// | bits of a shared memory descriptor |                                              |
// |------------------------------------|----------------------------------------------|
// | 0-13                               | address / 16                                 |
// | 16-29                              | leading offset / 16                          |
// | 32-45                              | stride offset / 16                           |
// | 46-48                              | 1                                            |
// | 61-63                              | 2, 4, 6: swizzle of 128, 64, 32 bytes        |
//
// | bits of an instruction descriptor | without scales             | with block scales                   |
// |-----------------------------------|----------------------------|-------------------------------------|
// | 4-5                               | accumulators: 1 f32, 2 i32 | byte at which the scales of B start |
// | 7-9, 10-12                        | formats of A and B         | the same                            |
// | 15, 16                            | A, B lie along M, N        | the same (8 bits only)              |
// | 17-22                             | N / 8                      | the same                            |
// | 23                                | 0                          | scales: 0 e4m3, 1 e8m0              |
// | 24-28                             | M / 16                     | the same                            |
// | 29-30                             | 0                          | byte at which the scales of A start |
#pragma once

#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/MatrixMultiply/TensorScales.h"
#include "dialects/Layout/MatrixMultiply/Wgmma.h"

namespace tilec::layout {

/// What elements are: the `.kind` of the instruction, and its number there.
enum class TensorFormat { F16, BF16, TF32, E4M3, E5M2, U8, S8, PairsOfE2M1 };

/// How an operand of the MMA lies in a slot, for tcgen05; none if that cannot read it.
std::optional<WarpgroupOperand> tensorOperand(const TileMma &mma, MmaOperand operand, const LinearMap &elementAt);

/// The descriptor of an operand without its address.
uint64_t tensorDescriptor(const WarpgroupOperand &operand);

/// One instruction of an MMA: where in the slots its operands start, in bytes, and its first column behind the
/// MMA's.
struct TensorInstruction {
  int64_t byteOfA, byteOfB, column;
  bool isFirst; ///< of those that add to the same accumulators
  uint32_t descriptor;
  /// The columns of its scales, behind the first columns of the scales of A and B.
  int64_t columnOfScalesA = 0, columnOfScalesB = 0;
};

/// Block scales of an MMA: how many of them along K, and their format.
struct MmaScales {
  int64_t depth;
  bool isPowerOfTwo; ///< e8m0, else e4m3
};

/// An MMA as the hardware is told to do it.
struct Tcgen05Mma {
  uint64_t descriptorOfA, descriptorOfB;
  /// `.kind` of the instruction: `f16`, `tf32`, `f8f6f4`, `i8`; with scales `mxf8f6f4`, `mxf4`, `mxf4nvf4`.
  const char *kind;
  unsigned scalesOfInstruction; ///< for each row; 0: none
  std::vector<TensorInstruction> steps;
};

/// `a` and `b`: as `tensorOperand` says. With scales elements are e4m3, e5m2 or pairs of e2m1.
Tcgen05Mma tcgen05Mma(const TileMma &mma, const WarpgroupOperand &a, const WarpgroupOperand &b, TensorFormat formatOfA,
                      TensorFormat formatOfB, const std::optional<MmaScales> &scales = std::nullopt);

/// The scales of A or B of an MMA, `depth` of them along K.
TensorScales tensorScales(const TileMma &mma, MmaOperand operand, int64_t depth);

/// The cell of tensor memory of an accumulator: its column behind the MMA's first, and its number in the column.
struct TensorCell {
  int64_t column, cell;
};
/// Columns that accumulators of a shape, or of an MMA, take.
int64_t tensorColumns(const std::vector<int64_t> &shape);
inline int64_t tensorColumns(const TileMma &mma) {
  return tensorColumns(mma.shapeOf(MmaOperand::C));
}
TensorCell tensorCell(const TileMma &mma, const std::vector<int64_t> &coordinates);

} // namespace tilec::layout
