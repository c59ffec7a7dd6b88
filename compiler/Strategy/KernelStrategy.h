// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many warps compute a tile block and how many blocks share a multiprocessor: decided here once for each kernel,
// from its tiles, its hints and the target.
//
// For each number of warps from 1 to 32 the registers that a lane needs are estimated: 32, and one for each word of the
// tiles that have to be held at once (LiveTiles.h). From them follow the CTAs that fit a multiprocessor. The number
// with the least penalty is taken:
//
// | what                                                                        | penalty                         |
// |-----------------------------------------------------------------------------|---------------------------------|
// | fewer elements a lane than wanted, for each halving                         | 1                               |
// | more, for each doubling                                                     | 0.1; with reductions 0.5        |
// | more than 64 and than wanted, for each doubling                             | 1 besides                       |
// | warps beyond 8, for each doubling                                           | 0.5                             |
// | one CTA a multiprocessor: nothing runs while it waits at a barrier          | 3 with reductions, 0.5 without  |
// | two or three                                                                | 0.25                            |
// | fewer than 16 warps a multiprocessor, for each halving                      | 1.5                             |
// | more registers than a lane can have: what is over goes through local memory | 2, times the share that is over |
// | warps share rows of a tile that a loop carries and reduces anew             | 1                               |
//
// Wanted are 8 elements of the largest tile a lane, 16 of 2-byte data, so that two accesses are on their way at once,
// and at least one whole access of the widest data; 16 elements and 32 of 2-byte data where the tile is reduced, since
// every warp more takes part in each barrier; 128, or 512 bytes, where it is scanned, which takes one instruction for
// an element of the same lane and several across lanes. Row kernels, which reduce rows that they store, without a loop,
// want 8 elements of 4-byte data and up to 16 warps: many lanes with little each are through a row soonest. With 2-byte
// data they want 16 elements where no reduction waits for another. Where half as many warps let a third CTA into a
// multiprocessor, they are taken: it loads while the others compute. Where nothing is reduced and little computed,
// anything from 4 to 64 warps is as good. Measurements are in docs/Experiments.md, "Constants of the model".
//
// Launch bounds. The assembler takes more registers than a kernel needs, to load further ahead; what that costs is
// CTAs. The hint `occupancy` becomes the CTAs that have to fit. Without it, a kernel of many registers of which two
// to four CTAs can fit is held to two (row kernels of 2-byte data: to three; loops that only reduce such data: to as
// many as can fit), unless it would get fewer registers than it was estimated to need: while one CTA waits at a barrier
// another must have work. A kernel of which only one
// fits says so too: the assembler then spills less, where it would trade registers for CTAs. A kernel that only
// loads, computes and stores, 64 bytes a lane and more of narrow elements by several loads, says how many CTAs fit
// with the registers that it was estimated to need: otherwise the assembler would load in turns, to get along with
// what all lanes that there can be have. So does one that multiplies f64 by mma.sync in a loop, in CTAs of one warp
// whose tiles alone take more than as many CTAs as there can be would leave. Row kernels of 16 warps with 8 floats a
// lane are held to as many CTAs as there is room for lanes; those of 2-byte data that load more rows besides, weights,
// to four at most, so that these can be on their way while the row is reduced. Of what is held to several CTAs but
// accesses less than 8 bytes at a time (unaligned arguments), half as many CTAs of twice the warps are taken: masks and
// addresses of single elements need registers too.
//
// Hints ask for no more CTAs than leave a lane the registers of an MMA's instruction and of the accumulators of its
// loop: the assembler has no way around the one, and without the other it lets no MMA run beside another. Nor for more
// than leave it the accumulators and a step's operands of MMAs by mma.sync or multiply-adds (with bf16 tiles of 128x128
// in four warps each lane would spill 680 bytes with four CTAs and 1960 with eight, with two it spills nothing), and
// what it loads element by element. Where so many warps, or so few, have too few registers for them the next number
// that has enough is taken, on the way to what the kernel would have without a hint, then above; where none of these
// has, the one that misses the fewest: f64 tiles of 128x128 asked for in 16 warps, which would spill 1220 bytes, are
// computed in eight, bf16 tiles of 128x256 asked for in four, which would spill 1120, too.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/Layout/LinearLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace tilec::strategy {

struct KernelStrategy {
  unsigned numWarps = 1;
  /// CTAs of a multiprocessor that registers have to leave room for; none: as many as fit.
  std::optional<unsigned> minCtas;
  /// MMAs may be wgmma's (MmaStrategy.h).
  bool hasWarpgroups = false;
  /// MMAs whose first operand is in registers (`hasOperandInRegisters`), and those of them whose operand lies across K
  /// in shared memory (`hasOperandAcrossK`).
  llvm::DenseSet<mlir::Operation *> operandsInRegisters, operandsAcrossK;

  // For remarks.
  int64_t elementsPerLane = 1;
  int64_t bytesPerAccess = 0;       ///< most that a lane moves at once
  int64_t bytesPerLoad = 0;         ///< the same of loads
  int64_t loads = 0, loadBytes = 0; ///< of tiles, in the block with most of them, before anything has to wait for one
  unsigned registers = 0, ctas = 1;
  std::string_view limitedBy;
  /// Hints that MMAs have no registers for, and warps that have too few, like all that were looked at.
  std::optional<unsigned> refusedWarps, refusedCtas, shortWarps;

  /// The first layout of a tile of this shape; `tile-gpu-assign-layouts` chooses anew.
  layout::LinearLayout layoutOf(llvm::ArrayRef<int64_t> shape) const;
  /// The remark "4 warps, 16 elements a lane, ...". What later passes may still change is among its numbers alone.
  void report(mlir::func::FuncOp kernel) const;
};

/// What the assembler gives a lane where so many CTAs of so many warps, and of a producer's, share a multiprocessor.
unsigned registersOfLane(unsigned ctas, unsigned warps);
/// The registers of a consumer's lane with wgmma. With many accumulators it gets what the producer's lanes do not need.
unsigned registersOfConsumer(unsigned ctas, unsigned warps);

/// Decides for a kernel in `tile` form.
KernelStrategy planKernel(mlir::func::FuncOp kernel, const Target &target);

} // namespace tilec::strategy
