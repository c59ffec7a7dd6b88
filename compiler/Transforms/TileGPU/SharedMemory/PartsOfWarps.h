// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which part of a buffer each warp has to itself, where a store by tensor map goes by warps.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Whether each of `warps` warps has the part of the tile that it copies with a map of such parts.
bool divideAmongWarps(mlir::RankedTensorType tile, TensorMapAttr parts, int64_t warps);

/// Lanes and copy engine touch the stage of `store`, or another one of its buffer, and no warp what is another's.
bool staysInWarps(TmaStoreOp store, mlir::Operation *access);

} // namespace tilec::tile_gpu
