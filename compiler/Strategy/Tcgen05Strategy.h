// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs whose accumulators lie in tensor memory (tcgen05), on chips that have it:
//
// | an MMA of M x N accumulators, K deep | by tcgen05                                                                |
// |--------------------------------------|---------------------------------------------------------------------------|
// | f16, bf16, tf32, fp8                 | with accumulators f32                                                     |
// | i8                                   | where the chip has it (10.0)                                              |
// | M                                    | 64 or a multiple of 128                                                   |
// | N                                    | 16 or more                                                                |
// | K                                    | 32 bytes or more: one instruction                                         |
// | M x N                                | 4096 or more, or a loop loads 8 KB and more of A in each iteration        |
// | columns                              | N for each 128 rows; of all such MMAs of the kernel 512 at most, of those |
// |                                      | that add to the same accumulators, also in loops behind each other, once  |
// | operands                             | at most 128 KB; of one loop, and from outside of loops, with the largest  |
// |                                      | tile that is stored (32 to 64 KB, beside them or behind them, as for      |
// |                                      | wgmma) in a CTA's shared memory                                           |
//
// All others, those with accumulators f16 among them, are left to mma.sync. Warps: four for 64 rows, eight for more;
// more than that where a lane would have more than 128 accumulators of a tile that it loads.
//
// Block-scaled MMAs, all that the language has, go there by the same table but for:
//
// | M       | a multiple of 128; or N is, and the MMA is computed transposed                                        |
// | K       | 32 of e4m3 and e5m2, 64 of e2m1, which are two to a byte of an operand                                |
// | columns | those of the scales besides: 4 for each 128 rows of A, and for 128 columns of B, of 4 scales along K; |
// |         | MMAs have theirs in turn                                                                              |
//
// What does not fit becomes a plain MMA of scaled operands.
#pragma once

#include "compiler/Strategy/MmaStrategy.h"

namespace tilec::strategy {

/// All MMAs of a kernel in `tile` form that could use it have room in tensor and shared memory.
bool canUseTensorMemory(mlir::func::FuncOp kernel, const Target &target);

/// tcgen05 multiplies such elements into such accumulators.
bool hasTensorElements(tile::MmaOp op, const Target &target);
/// .. and the MMA has the shape for it, with room in shared memory by itself and in half of tensor memory: the
/// other half is the next block's.
bool fitsTensorMemory(tile::MmaOp op, const Target &target);

/// None where the MMA has to go another way.
std::optional<MmaPlan> planTcgen05Mma(tile::MmaOp op, unsigned numWarps, const Target &target);
/// The block-scaled MMA can go there in a kernel that can use tensor memory.
bool isTcgen05Mma(tile::ScaledMmaOp op, unsigned numWarps, const Target &target);
/// It cannot go there as it is, but as transpose(B) times transpose(A).
bool isTcgen05MmaTransposed(tile::ScaledMmaOp op, const Target &target);
/// The warps that an MMA, plain or block-scaled, would like to have; none where it goes another way.
std::optional<unsigned> warpsOfTcgen05Mma(mlir::Operation *op, const Target &target);
/// The registers of a lane of so many warps for one load of the MMA's accumulators; 0 where the MMA is another
/// instruction.
unsigned registersOfTcgen05Mma(mlir::Operation *op, unsigned numWarps, const Target &target);

} // namespace tilec::strategy
