// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the shared buffers of a kernel go: those that live at one time apart, others in the same bytes.
//
// Ops have numbers in program order. A buffer lives from its `alloc_buffer` to its `free_buffer`, which stands in the
// same block, so whatever lies between in nested blocks has numbers in between. Without one it lives to the end of the
// kernel. Each buffer in turn gets the first place that no buffer with a common number has.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

struct PlacedBuffer {
  AllocBufferOp alloc;
  BufferType type;
  int64_t begin = 0, end = 0; ///< numbers of the first op that it lives at and of the first that it does not
  int64_t offset = 0;         ///< in shared memory, in bytes
};

/// The buffer that `part`, a stage or a view of one, belongs to.
mlir::Value bufferOf(mlir::Value part);

/// The buffers of `kernel` in program order, each at `start` or behind.
llvm::SmallVector<PlacedBuffer> placeSharedBuffers(mlir::func::FuncOp kernel, int64_t start);

/// Whoever uses a buffer has done so when its `free_buffer` comes: lanes alone read and write it, and have waited for
/// what they copied there, or the copy engine brought to their stages. Others (it elsewhere, warpgroup MMAs and
/// tensor memory) may still be at it, or know of the free by mbarriers.
bool areBuffersOfLanes(mlir::func::FuncOp kernel);

/// The same where warpgroup MMAs read buffers, too, which are waited for before, and where a producer fills
/// stage buffers: those that are freed are not filled again. Lanes need a barrier before they write there, no proxy
/// fence.
bool areBuffersOverWhenFreed(mlir::func::FuncOp kernel);

/// The same where no warp has a role and lanes copy into what warpgroup MMAs read: there it costs nothing more.
bool areBuffersOfCopies(mlir::func::FuncOp kernel);

/// What has scratch, each op with the first byte behind the buffers that live at it (`start` where none does).
llvm::SmallVector<std::pair<mlir::Operation *, int64_t>>
endsOfBuffersAtScratch(mlir::func::FuncOp kernel, llvm::ArrayRef<PlacedBuffer> buffers, int64_t start);

/// The first byte behind the buffers, and what is allocated for all of the kernel, that live somewhere from the one op
/// to the other.
int64_t endOfBuffersBetween(mlir::func::FuncOp kernel, mlir::Operation *first, mlir::Operation *last);

/// In shared memory; 0 of other ops.
int64_t scratchOf(mlir::Operation *op);

/// Shared memory that the kernel has so far, in bytes, as if all buffers lived at one time; scratch takes turns.
int64_t sharedBytesInUse(mlir::func::FuncOp kernel);

/// Shared memory that the kernel has at least, with one stage for what `bytesAt` says each op has as scratch.
int64_t leastSharedBytes(mlir::func::FuncOp kernel, llvm::function_ref<int64_t(mlir::Operation *)> bytesAt);

} // namespace tilec::tile_gpu
