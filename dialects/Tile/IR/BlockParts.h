// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose blocks are not the source's tile blocks, but parts of them, or several of them as one.
//
//   * Parts: the grid has so many, next to each other along one dimension, for each block that the user launches.
//   * Joined: so many blocks next to each other along each dimension are one.
//
// `block_id` and `num_blocks` count the kernel's own blocks.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include <array>

namespace tilec::tile {

/// Name of the attribute (three i32: along x, y, z) of a kernel whose blocks are parts.
inline constexpr llvm::StringLiteral kBlockPartsAttr = "tile.block_parts";

void setBlockParts(mlir::Operation *kernel, Dimension along, int64_t parts);
/// The number of parts of a block along x, y, z; 1 where it is whole.
std::array<uint32_t, 3> blockPartsOf(mlir::Operation *kernel);


/// The blocks of the source along x, y, z that are one of the kernel's (`tile.blocks_of_cta`, three i32); 1 without.
std::array<uint32_t, 3> joinedBlocksOf(mlir::Operation *kernel);
void setJoinedBlocks(mlir::Operation *kernel, const std::array<uint32_t, 3> &joined);

} // namespace tilec::tile
