// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the matrix instructions want their operands spread over a warp (PTX ISA, "Matrix Fragments for mma" and "Register
// Fragments for wgmma.mma_async"). Eight groups of four lanes; a 32-bit register holds neighbours along K.
//
//     A of 16 x K, K = 16 for 16 bits:   registers [0,1] | [8,0] [0,8]     lanes [0,2] [0,4] | [1,0] [2,0] [4,0]
//                                        in a word         of words              of a group      groups
#pragma once

#include "dialects/Layout/LinearLayout.h"

namespace tilec::layout {

enum class MmaOperand { A, B, C };

/// Which rows of a tile are rows 0 to 63 of A and the accumulator of one wgmma. `Interleaved` is for an A that lanes
/// load from shared memory where neighbours lie along M: what a lane loads at once is neighbouring rows, which are 8
/// apart in the instruction.
///
/// | row bit of the instruction | place       | InOrder | Interleaved, 8 bits | Interleaved, 32 bits |
/// |----------------------------|-------------|---------|---------------------|----------------------|
/// | 0, 1, 2                    | lanes       | 1, 2, 4 | 2, 4, 8             | 2, 16, 8             |
/// | 3                          | a register  | 8       | 1                   | 1                    |
/// | 4, 5                       | warps       | 16, 32  | 16, 32              | 4, 32                |
///
/// With 8 bits that is what transposed 8x8 matrices of byte pairs give (`ldmatrix.trans`). With 32 bits 16 lanes read 8
/// bytes each from all banks where boxes of 128 bytes along M are swizzled.
enum class RowOrder { InOrder, Interleaved };

/// One instruction's operand in one warp. `elementBits` are those of A and B: 4 (e2m1), 8, 16, 32 (tf32) for m16n8 with
/// K = 256 / elementBits. A has shape [M, K], B [K, N], C (which for m16n8 is the same for all element types) [M, N].
/// 64 is two m8n8k4: a lane has two neighbours along K, one for each of them. Which four of the eight an instruction
/// multiplies does not matter, as long as A and B agree: what suits shared memory. Each is loaded alone: an instruction
/// of 16 rows wants the two rows' elements side by side in registers, and neighbours loaded at once would have to be
/// moved there.
LinearLayout mmaFragment(MmaOperand operand, unsigned elementBits);

/// The accumulator of wgmma m64nN in one warpgroup: shape [64, n], n a power of two from 8 to 256, four warps.
LinearLayout wgmmaAccumulator(int64_t n);

/// What one wgmma takes or gives in the registers of one warpgroup, as `mmaFragment`: A of 64 x K, C of 64 x 8 columns
/// (an instruction has 8 to 256 of them).
LinearLayout wgmmaFragment(MmaOperand operand, unsigned elementBits, RowOrder rows = RowOrder::InOrder);

/// The scales of one mma.sync with block scales, `scales` of them along K: of A [16, scales], of B [scales, 8]. Lanes 0
/// and 1 of each group give those of rows 8 apart (PTX ISA, "Block Scaling for mma.sync"); lanes besides have copies.
LinearLayout scaleFragment(MmaOperand operand, int64_t scales);

/// One column of accumulators on its way from or to tensor memory (`tcgen05.ld.32x32b`) in one warpgroup: shape [128,
/// 1], a row a lane.
LinearLayout tensorMemoryFragment();

/// What `ldmatrix` (8x8 matrices of 16 bits) gives: `rows` x `columns` matrices, one a register pair, those below each
/// other first. `transposed`: each matrix is stored the other way round (`.trans`).
LinearLayout ldmatrix(int64_t rows, int64_t columns, bool transposed);

/// `fragment` repeated to fill `shape`: warp bit i (above the fragment's own) runs along dimension `warpDimensions[i]`,
/// or replicates if that is negative or the shape is full; registers take what is left, the last dimension first.
LinearLayout fragmentsOver(const LinearLayout &fragment, const std::vector<int64_t> &shape,
                           const std::vector<int> &warpDimensions);

} // namespace tilec::layout
