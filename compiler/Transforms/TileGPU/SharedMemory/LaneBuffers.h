// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers that lanes store to and read from in one layout, each its own elements: no lane waits for another, nor meets
// it in banks.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// A buffer in which each lane's elements lie side by side, as far as an access goes.
BufferType bufferOfLanes(mlir::RankedTensorType type);

/// The buffer of lanes' own elements, with accesses of `vector` elements.
BufferType bufferOfLanes(mlir::RankedTensorType type, int64_t vector);

} // namespace tilec::tile_gpu
