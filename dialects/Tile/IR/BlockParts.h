// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose blocks are parts of the source's tile blocks: the grid has so many of them, next to each other along
// one dimension, for each block that the user launches. `block_id` and `num_blocks` count parts.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include <array>

namespace tilec::tile {

/// Name of the attribute (three i32: along x, y, z) of a kernel whose blocks are parts.
inline constexpr llvm::StringLiteral kBlockPartsAttr = "tile.block_parts";

void setBlockParts(mlir::Operation *kernel, Dimension along, int64_t parts);
/// The number of parts of a block along x, y, z; 1 where it is whole.
std::array<uint32_t, 3> blockPartsOf(mlir::Operation *kernel);

} // namespace tilec::tile
