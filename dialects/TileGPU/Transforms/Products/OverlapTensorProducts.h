// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product into tensor memory that runs on while the next iteration of its loop stores its operands: these get two
// slots, which take turns, and a wait leaves one product in flight (see `tile-gpu-keep-tensor-sums` in Passes.td).
//
// Iteration i stores to the slot that product i - 2 read. That one has ended: each lane has waited, in iteration i - 1,
// until one product at most was left. So no barrier is needed but the one before each product.
//
// Scales have one place in tensor memory. So a block-scaled product keeps one slot for each operand, too, and runs on
// while the next iteration loads and converts: all that stores to slots and scales stands behind the wait, which stands
// before the next product.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// The only product of a loop, whose sum stays in tensor memory and whose operands, or one of them, the loop stores.
struct RunningProduct {
  TensorMmaOp product;
  TensorWaitOp wait;
  llvm::SmallVector<AllocBufferOp> buffers; ///< of the loop's body
  /// The bytes of shared memory that second stages take.
  int64_t bytes() const;
};
/// None where a sum comes or goes in the loop, and where the copy engine fills slots.
std::optional<RunningProduct> findRunningProduct(mlir::scf::ForOp loop);

/// Gives the buffers two slots, and the loop, which is replaced, a counter for them; or, with scales, moves the stores.
void runOn(mlir::scf::ForOp loop, RunningProduct &product);

} // namespace tilec::tile_gpu
