// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Consumers in groups, each with tile blocks of its own (`tile.block_groups`).
//
// The producer brings what block after block needs, through one ring. Group g of G takes the CTA's blocks g, g + G, ..;
// behind each it counts past the slots of the G - 1 blocks of the others, all at once, since all blocks have as many
// iterations: T of them move a ring of S slots on by T mod S slots, and turn its phase over T / S times.
//
//     scf.for %b = %w to %n step %ws {                scf.for %b = %w + g * %ws to %n step G * %ws {
//       iterations: %slot, %phase go on by T     =>     iterations: %slot, %phase go on by T
//     }                                                 %slot, %phase go on by (G - 1) * T
//                                                     }                               // from g * T on
//
// Counting is not all: a wait is for a phase's parity, so a slot more than a round ahead of what has arrived seems
// full. Groups wait one after the other (tile-gpu-take-block-turns), each when the one before has waited for all of its
// block.
#pragma once

#include "dialects/TileGPU/Transforms/Roles/RolePlan.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

/// The kernel's loop over blocks, if they are dealt out; null otherwise.
mlir::scf::ForOp findBlockLoop(mlir::func::FuncOp kernel);

/// What keeps groups from taking blocks of the kernel in turn; empty if nothing does.
std::string whyNoGroups(mlir::func::FuncOp kernel, const RolePlan &plan);

/// A way along a ring: slots, and whether the phase is turned over once more.
struct RingDistance {
  mlir::Value slots, phase; ///< i32; `phase` is 0 or 1
};

/// So many times the executions of `blocks`, which have one ring, in one iteration of the loop over blocks. `copies`:
/// of what stands outside of that loop.
RingDistance distanceOf(mlir::ImplicitLocOpBuilder &builder, const mlir::IRMapping &copies,
                        llvm::ArrayRef<mlir::Block *> blocks, mlir::scf::ForOp over, mlir::Value times, unsigned slots);

/// `counter` (slot and phase, or the phase of one slot) so far on.
llvm::SmallVector<mlir::Value> goOn(mlir::ImplicitLocOpBuilder &builder, llvm::ArrayRef<mlir::Value> counter,
                                    RingDistance distance, unsigned slots);

} // namespace tilec::tile_gpu
