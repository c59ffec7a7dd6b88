// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of views by the copy engine, each for itself: through a buffer, waited for on the spot.
//
//     %x = tile_gpu.load_view %v[%i, %j]
//     =>
//     %b = alloc_buffer; %m = alloc_mbarriers; mbarrier_init %m arrivals 1
//     mbarrier_expect_tx %m[0]; tma_load %map[..] into %b, %m[0]; %t = mbarrier_wait %m[0] parity 0
//     %x = buffer_load %b after %t                       then zeros are replaced where the padding is something else
//
//     tile_gpu.store_view %v[%i, %j], %x
//     =>
//     %b = alloc_buffer; buffer_store %x, %b; proxy_fence; tma_store %b to %map[..]; bulk_commit; bulk_wait pending 0
//     read
//
// A relaxed reduction, `atomic_reduce_view`, is a store by `tma_reduce`. The rows of a gather/scatter view are operands
// of tma_load and tma_store (GatheredRows.h).
//
// A tile that would change layout first goes to the buffer from the layout that it has. Nothing of the kernel looks at
// what was stored, so only the buffer is waited for. In a loop over tile blocks not even that: the buffer is the
// kernel's, and what the store of one block read of it is waited for where the next block fills it.
//
//     %b = alloc_buffer                                  before the loop
//     bulk_wait pending 0 read; buffer_store %x, %b; proxy_fence; tma_store %b to %map[..]; bulk_commit
//     bulk_wait pending 0 read; free_buffer %b           behind it
//
// What a loop over tile blocks loads anew for each (MemoryPathModel.h says when) is copied before it, and freed behind
// it; the loop has the buffer_load.
//
// Barriers between lanes are the later passes'. Loads that are brought ahead of their use are
// `tile-gpu-pipeline-loops`'.
#pragma once

#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorMap.h"

namespace tilec::tile_gpu {

/// What is loaded, or the same in the layout that it changes to if only MMAs by `mma.sync` use it: fragments are
/// read from a buffer as well as anything else.
mlir::Value loadedTile(LoadViewOp load);
/// Puts the ops of a load in front of it; returns what `loadedTile` is.
mlir::FailureOr<mlir::Value> createTmaLoad(mlir::OpBuilder &builder, LoadViewOp op, const TensorMapChoice &choice);
/// The tile that is stored, or the same in the layout that it has before it changes for the store.
mlir::Value storedTile(mlir::Value value);
/// Puts the ops of a `store_view` or an `atomic_reduce_view` in front of it.
void createTmaStore(mlir::OpBuilder &builder, mlir::Operation *op, const TensorMapChoice &choice);

} // namespace tilec::tile_gpu
