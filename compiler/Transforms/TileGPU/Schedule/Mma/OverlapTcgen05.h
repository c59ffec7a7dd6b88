// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An MMA into tensor memory that runs on while the next iteration of its loop stores its operands: these get two
// stages, which take turns, and a wait leaves one MMA in flight (see `tile-gpu-keep-tensor-accumulators` in Passes.td).
//
// Iteration i stores to the stage that MMA i - 2 read. That one has ended: each lane has waited, in iteration i - 1,
// until one MMA at most was left. So no barrier is needed but the one before each MMA.
//
// Scales have one place in tensor memory. So a block-scaled MMA keeps one stage for each operand, too, and runs on
// while the next iteration loads and converts: all that stores to stages and scales stands behind the wait, which
// stands before the next MMA.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// The only MMA of a loop, whose accumulator stays in tensor memory and whose operands, or one of them, the loop
/// stores.
struct RunningMma {
  TensorMmaOp mma;
  TensorWaitOp wait;
  llvm::SmallVector<AllocBufferOp> buffers; ///< of the loop's body
  /// The bytes of shared memory that second stages take.
  int64_t bytes() const;
};
/// None where an accumulator comes or goes in the loop, and where the copy engine fills stages.
std::optional<RunningMma> findRunningMma(mlir::scf::ForOp loop);

/// Gives the buffers two stages, and the loop, which is replaced, a counter for them; or, with scales, moves the
/// stores.
void runOn(mlir::scf::ForOp loop, RunningMma &mma);

} // namespace tilec::tile_gpu
