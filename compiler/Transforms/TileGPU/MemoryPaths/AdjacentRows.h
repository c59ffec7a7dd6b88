// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short rows of a tile bring into L2 what lies beside them, for another block.
//
//     %x = tile_gpu.load %rows : 32x32 x f32     =>     %x = tile_gpu.load %rows {adjacent_blocks = 1536}
//
// Of a tile whose rows are 128 bytes, each row lies in another page of memory, of which the next block along the row
// reads the next 128 bytes. Asked for together (`ld.global.L2::256B`) the two cost memory less. With rows of 256 bytes
// nothing is gained (docs/Experiments.md, "Constants of the model").
//
// Which loads: of whole tiles of a view, by registers, outside of loops, where the index of the contiguous dimension is
// the number of the block along x, or along y: then so many blocks come in between as the grid has along x, and the row
// must not have left the cache again. What these load is kBytesBetween at most.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// The most blocks along x of a grid in which a neighbour soon reads what lies beside the load's rows; none: nobody
/// would, or it gains nothing. For loads without a mask.
std::optional<int64_t> blocksToAdjacentRow(LoadViewOp load);

} // namespace tilec::tile_gpu
