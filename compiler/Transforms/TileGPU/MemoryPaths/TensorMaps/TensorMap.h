// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensor map an access through a view could use: what hardware and launcher want of the tensor, checked against
// what is known of it, and the map with the boxes and the swizzle that suit the tile's layout.
//
// | the copy engine wants                               | known from                                              |
// |-----------------------------------------------------|---------------------------------------------------------|
// | rank 1 to 5, one dimension contiguous               | the view's type                                         |
// | base and strides multiples of 16 bytes              | `Divisibility`                                          |
// | extents, strides computed by the launcher           | arguments, constants, 64-bit sums and products of them  |
// | a base computed by the launcher                     | the same, and what TensorOrigin.h makes of the rest      |
// | boxes of 16 bytes and more in the innermost dimension | the tile                                              |
// | boxes that start at multiples of 16 bytes there     | the view's steps, `Divisibility` of the index           |
// | of rows that are named, what GatheredRows.h says    | the view's type, the tile                               |
//
// Where the launcher cannot compute base, extents or strides, since the kernel has loaded them, the kernel can make the
// map itself (`build_tensor_map`), before the loop in which they are always the same.
#pragma once

#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorOrigin.h"

namespace tilec::tile_gpu {

/// A map, or why there is none (none of the launcher's where the kernel makes it) and what the user could change.
struct TensorMapChoice {
  TensorMapAttr map;
  std::string whyNot;
  /// Of the tile, in shared memory; with `map` only.
  BufferType buffer;
  /// The map's last dimensions.
  llvm::SmallVector<OuterDimension> outer;
  /// Numbers of arguments that a launch with the map must not have negative.
  llvm::SmallVector<unsigned> nonNegative;
  /// Copied once, before the loop over tile blocks (MemoryPathModel.h).
  bool isKept = false;
  /// What the map's symbols are where the kernel makes it; empty where the launcher does.
  llvm::SmallVector<mlir::Value> values;
  /// .. and its extents, in the order of the map; null where constant.
  llvm::SmallVector<mlir::Value> extents;

  static TensorMapChoice none(std::string whyNot) {
    return {{}, std::move(whyNot), {}, {}, {}, false, {}, {}};
  }
};

/// For an access of the tile with these indices of `view`, which lanes read or write in each of `layouts`. Its elements
/// are of type `element` in the buffer. A buffer that `MMA` can read as it lies goes before all others.
TensorMapChoice chooseTensorMap(mlir::Value view, mlir::ValueRange indices, mlir::Type element,
                                llvm::ArrayRef<LayoutAttr> layouts, OriginFacts &facts,
                                const std::optional<MmaUse> &mma = std::nullopt);

/// The same, with a map that the kernel makes; of values that stand outside of the
/// loop around the load.
TensorMapChoice chooseBuiltTensorMap(mlir::Value view, mlir::ValueRange indices, mlir::Type element,
                                     llvm::ArrayRef<LayoutAttr> layouts, OriginFacts &facts,
                                     const std::optional<MmaUse> &mma);

/// Where the tile with these indices starts, in the order of the choice's map, i32. From the end of a dimension on,
/// anything outside.
llvm::SmallVector<mlir::Value> createCoordinates(mlir::OpBuilder &builder, mlir::Location loc, tile::ViewType view,
                                                 mlir::ValueRange indices, const TensorMapChoice &choice);

} // namespace tilec::tile_gpu
