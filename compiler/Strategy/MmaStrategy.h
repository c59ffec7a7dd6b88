// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What multiplies matrices: for each MMA the instruction of a target, and the warps that share it. How many columns
// one instruction takes: MmaLayouts.h.
//
// Targets with wgmma use it where it fits and the tile is worth it:
//
// | an MMA of M x N accumulators, K deep        | by wgmma                                                            |
// |---------------------------------------------|---------------------------------------------------------------------|
// | f16, bf16, tf32, i8, fp8 (f32 accumulators) | yes; fp8 with f16 accumulators as f16; f32 and f64 never            |
// | M                                           | a multiple of 64                                                    |
// | N                                           | 8 or more                                                           |
// | K                                           | 32 bytes or more: one instruction                                   |
// | M x N                                       | 4096 or more, or the kernel has four warps without it, or a loop    |
// |                                             | loads 8 KB and more of A in each iteration: then memory is the      |
// |                                             | limit, and stages that a producer fills reach it                    |
// | operands                                    | at most 128 KB, and those of all such MMAs of the kernel with 32 KB |
// |                                             | for all else in a CTA's shared memory; with the largest tile that   |
// |                                             | is stored, too, unless that comes behind all MMAs and CTAs do not   |
// |                                             | stay                                                                |
//
// Warpgroups: one for each 64 rows, up to two; then as many more as keep a lane's accumulators at 128 registers
// (accumulators of fp8 are kept twice: those of the last 128 MMAs, and all).
//
// | accumulators f32 | 64x64 .. 64x256 | 128x32 .. 128x128 | 128x256 | 128x256 fp8 | 256x128 | 256x256  |
// |------------------|-----------------|-------------------|---------|-------------|---------|----------|
// | groups           | 1               | 2                 | 2       | 4           | 2       | mma.sync |
//
// Accumulators that one loop carries count together: two or three of 64x256 are two warpgroups', each with half of the
// columns. Two warpgroups of consumers have more registers than others, since the producer's needs few (`setmaxnreg`).
// Accumulators that no number of warpgroups has room for are given to that in which the fewest registers are missing.
//
// The assembler refuses an instruction with fewer registers than its accumulators and 26 more, 30 with an operand in
// registers. So many warps as leave less, or do not hold all the accumulators of an MMA, have no wgmma: 256x256 are 128
// registers of four warpgroups, which is all that they have, and more than any other number can hold.
//
// Where a CTA has two blocks in flight (`tile.block_groups`, which tile-make-persistent gives to kernels whose
// accumulators leave it the registers) each is one warpgroup's.
//
// An MMA of fewer than 64 rows whose B of 64 columns and more a loop loads is computed transposed: what is loaded
// gives wgmma's rows, the few rows its columns.
//
// The first operand stays in registers where it is computed from another MMA's accumulators: their layouts then nearly
// agree (attention). So does one that a loop's iteration computes from tiles that the copy engine brings, which lanes
// read from shared memory as they want them. All other operands are read from shared memory.
//
// Targets with tensor memory use that instead (Tcgen05Strategy.h).
//
// A kernel with one MMA, of tiles that a loop loads for warpgroups, has a multiprocessor to itself: its tensor core
// is busy with one CTA, whose multi-stage buffer is deep enough only if it has all the shared memory
// (docs/Experiments.md, "Constants of the model"). Where lanes add up tiles of their own beside the MMA, as norms of
// its operands, one warp of a scheduler waits too often: as many CTAs as have eight warps share the multiprocessor.
//
// Else, by element types:
//
// | elements | accumulators | instruction                                                                       |
// |----------|--------------|-----------------------------------------------------------------------------------|
// | f32      | f32          | multiply-add in each lane: tensor cores would round the operands to tf32          |
// | f64      | f64          | mma.sync m8n8k4; from 9.0 on m16n8k8 and m16n8k16                                 |
// | f16      | f16, f32     | mma.sync m16n8k16                                                                 |
// | bf16     | f32          | mma.sync m16n8k16                                                                 |
// | tf32     | f32          | mma.sync m16n8k8                                                                  |
// | i8       | i32          | mma.sync m16n8k32                                                                 |
// | fp8      | f32          | mma.sync m16n8k32 where that is the chip's own fp8 unit (8.9, 12.x); else as f16, |
// |          |              | exactly                                                                           |
// | fp8      | f16          | as f16                                                                            |
//
// Chips with a larger matrix unit (wgmma, tcgen05) multiply fp8 there alone; their mma.sync of fp8 is made of
// conversions.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <limits>

namespace tilec::strategy {

struct KernelStrategy;

struct MmaPlan {
  layout::MmaInstruction instruction = layout::MmaInstruction::MmaSync;
  /// What operands are converted to first; their own type if they need not be.
  mlir::Type operandType;
  /// wgmma takes its first operand from registers: it was computed, or wgmma cannot read it as it lies.
  bool hasAInRegisters = false;
  layout::RowOrder rows = layout::RowOrder::InOrder;
};

/// The operands of the MMAs of a kernel in `tile` form fit shared memory, where wgmma or tcgen05 reads them.
bool canUseWarpgroups(mlir::func::FuncOp kernel, const Target &target);

/// A CTA has registers and memory for the MMAs of a kernel in `tile` form: by the target's larger matrix unit where
/// their elements have one, else for their accumulators. Smaller tiles would be computed faster, if not.
bool fitsCta(mlir::func::FuncOp kernel, const Target &target);

/// Shared memory for `operands` bytes of MMAs, and beside them or in their place for the largest tile that is
/// stored (32 KB at least, `mostStored` at most), which changes its layout on the way.
int64_t sharedBytesWith(int64_t operands, mlir::func::FuncOp kernel,
                        int64_t mostStored = std::numeric_limits<int64_t>::max());

/// A loop around the MMA, other than that over tile blocks, loads the operand in each iteration.
bool isLoadedInLoop(mlir::Value operand, mlir::Operation *mma);

/// Loaded so, and so much of it that the loop waits for memory.
bool isStreamed(mlir::Value operand, tile::MmaOp op);

/// The elements that ops of the MMA's loop make for an operand of tiles that the iteration loads, and of what is the same
/// in all lanes: each op counts. Such tiles lanes read from shared memory as they want them. 0 for an operand that is
/// loaded, or made in another way: what lanes load themselves lies otherwise in their registers.
int64_t computedElements(tile::MmaOp op, mlir::Value operand);

/// Why the MMA should be computed as transpose(B) times transpose(A); none if it should not.
std::optional<llvm::StringRef> whyTransposed(tile::MmaOp op, const Target &target);

/// The first operand is better in registers: it was computed, element by element from another MMA's accumulators or in
/// the MMA's loop from tiles that it loads, or the loop loads it and wgmma cannot read it as it lies in shared memory.
bool hasOperandInRegisters(tile::MmaOp op);

/// Lanes load such an operand from shared memory where neighbours lie along M.
bool hasOperandAcrossK(tile::MmaOp op);

/// For an MMA of a kernel with this strategy; also while branches around what the operands come from are rewritten.
MmaPlan planMma(tile::MmaOp op, const KernelStrategy &kernel, const Target &target);

/// The instruction for a block-scaled MMA: mma.sync where it has such scales (12.x), tcgen05 where the MMA fits
/// (Tcgen05Strategy.h). None: it has to become a plain MMA of scaled operands first.
std::optional<layout::MmaInstruction> planScaledMma(tile::ScaledMmaOp op, const KernelStrategy &kernel,
                                                    const Target &target);

/// Warps for a kernel in `tile` form by its largest MMA; none if it has none.
std::optional<unsigned> warpsOfMmas(mlir::func::FuncOp kernel, const Target &target);

/// The registers that a lane needs for the kernel's MMAs; 0: any number will do. With fewer the assembler refuses an
/// instruction, or lets no MMA run beside another, since accumulators of the same loop have no room.
unsigned registersOfMmas(mlir::func::FuncOp kernel, const KernelStrategy &plan, const Target &target);

/// The registers that a lane needs for MMAs by mma.sync and FMA-based dots, and for those whose operands lanes load
/// element by element. They do with fewer, but spill then.
unsigned registersOfFragments(mlir::func::FuncOp kernel, const KernelStrategy &plan, const Target &target);

/// A warp of its own may bring what such a kernel's loops load.
bool hasProducer(const KernelStrategy &plan, const Target &target);

/// CTAs that should share a multiprocessor, by the kernel's MMAs; none if they do not say.
std::optional<unsigned> ctasOfMmas(mlir::func::FuncOp kernel, const Target &target);

} // namespace tilec::strategy
