// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Consumers in groups, each with tile blocks of its own (`tile.block_groups`).
//
// The producer brings what block after block needs, through one stage buffer. Group g of G takes the CTA's blocks g, g
// + G, ..; behind each it counts past the stages of the G - 1 blocks of the others, all at once, since all blocks have
// as many iterations: T of them move a stage buffer of S stages on by T mod S stages, and turn its phase over T / S
// times.
//
//     scf.for %b = %w to %n step %ws {                scf.for %b = %w + g * %ws to %n step G * %ws {
//       iterations: %stage, %phase go on by T    =>     iterations: %stage, %phase go on by T
//     }                                                 %stage, %phase go on by (G - 1) * T
//                                                     }                               // from g * T on
//
// Counting is not all: a wait is for a phase's parity, so a stage more than a round ahead of what has arrived seems
// full. Groups wait one after the other (tile-gpu-order-ping-pong), each when the one before has waited for all of its
// block.
#pragma once

#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRolePlan.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

/// The kernel's loop over blocks, if they are dealt out; null otherwise.
mlir::scf::ForOp findBlockLoop(mlir::func::FuncOp kernel);

/// What keeps groups from taking blocks of the kernel in turn; empty if nothing does.
std::string whyNoGroups(mlir::func::FuncOp kernel, const WarpRolePlan &plan);

/// A way along a stage buffer: stages, and whether the phase is turned over once more.
struct PrefetchDistance {
  mlir::Value stages, phase; ///< i32; `phase` is 0 or 1
};

/// So many times the executions of `blocks`, which have one stage buffer, in one iteration of the loop over blocks.
/// `copies`: of what stands outside of that loop.
PrefetchDistance distanceOf(mlir::ImplicitLocOpBuilder &builder, const mlir::IRMapping &copies,
                            llvm::ArrayRef<mlir::Block *> blocks, mlir::scf::ForOp over, mlir::Value times,
                            unsigned stages);

/// `counter` (stage and phase, or the phase of one stage) so far on.
llvm::SmallVector<mlir::Value> goOn(mlir::ImplicitLocOpBuilder &builder, llvm::ArrayRef<mlir::Value> counter,
                                    PrefetchDistance distance, unsigned stages);

} // namespace tilec::tile_gpu
