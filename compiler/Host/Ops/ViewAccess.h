// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which elements of memory a tile of a view names.
#pragma once

#include "compiler/Host/Decoder.h"
#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::host {

/// A run of a tile's elements along its last dimension.
struct TileRow {
  size_t first;       ///< of the tile, row-major
  uint32_t count;     ///< elements of the row
  uint32_t inside;    ///< the first so many lie inside the tensor
  uintptr_t address;  ///< of the first one
  int64_t byteStride; ///< between neighbours
};

/// One access through a view, its operands' places and the constants of its type.
struct ViewAccess {
  Slot view;
  llvm::SmallVector<Slot> indices;
  llvm::SmallVector<int64_t> tileShape, steps;
  int64_t gatherDimension = -1; ///< indexed element by element; -1 if none
  size_t elementBytes;
  std::optional<tile::Padding> padding;
  bool inBounds;

  static ViewAccess decode(mlir::Operation *op, Decoder &decoder, mlir::Value view, mlir::ValueRange indices,
                           bool inBounds);

  /// Calls `fn` for each row of the tile, in row-major order.
  void forEachRow(Frame &frame, llvm::function_ref<void(const TileRow &)> fn) const;
};

/// The stored bits of a padding value.
uint64_t paddingBits(Kind kind, tile::Padding padding);

} // namespace tilec::host
