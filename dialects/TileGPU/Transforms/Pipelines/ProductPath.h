// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way of a tile from its load to the products of warps (`mma.sync`) that read it, and nobody else:
//
//     %x = tile_gpu.load ...                             // 1x64x128
//     %y = tile_gpu.reshape %x                           // 64x128
//     %z = tile_gpu.permute %y [1, 0]                    // 128x64: transposed keys of attention
//     %b = tile_gpu.convert_layout %z                    // to the fragments
//     ... tile_gpu.mma mma_sync %a, %b, ...
//
// Reshapes and permutations move nothing. So lanes that read a slot of shape 1x64x128 in the layout that `fragments`
// has under the first names hold the product's fragments.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

struct ProductPath {
  /// Between the two, the first first.
  llvm::SmallVector<mlir::Operation *> renamings;
  ConvertLayoutOp conversion;

  /// The tile as it is loaded, in fragments of the products.
  mlir::RankedTensorType fragments() const;
};

/// None where anything else reads the tile, or something is computed on the way.
std::optional<ProductPath> findProductPath(LoadOp load);

/// An operand of the product is loaded for it alone.
bool isFedByLoads(MmaOp product);

} // namespace tilec::tile_gpu
