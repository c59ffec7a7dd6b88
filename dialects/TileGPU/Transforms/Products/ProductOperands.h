// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles on their way between shared memory and the products of warpgroups: permutations and reshapes move nothing, so a
// slot that a tile was loaded from is the product's operand under other names.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// `slot` under the names that permutations and reshapes of its tile give, the first first.
BufferType renamed(BufferType slot, llvm::ArrayRef<mlir::Operation *> renamings);

/// `tile` before permutations and reshapes.
mlir::Value withoutRenamings(mlir::Value tile);
/// A slot that holds `from` under the names of `to`, which is the same tile without renamings.
BufferType renamedFrom(mlir::Value from, mlir::Value to, BufferType slot);

/// A buffer for an operand that instructions read `rows` rows or columns of, in a layout that they can read. Neighbours
/// of a lane stay neighbours where that can be.
BufferType operandBuffer(mlir::RankedTensorType tile, layout::MmaOperand operand, int64_t rows);

/// The load of a slot that a tile is, renamed at most.
struct SlotSource {
  BufferLoadOp load;
  llvm::SmallVector<mlir::Operation *> renamings;
};
/// None where something is computed between the two.
std::optional<SlotSource> findSlot(mlir::Value tile);

/// The source of an operand that lanes read as they multiply. If it is widened on its way, lanes widen what they read.
struct LaneSource : SlotSource {
  llvm::SmallVector<tile::FToFOp> casts; ///< the first first
};
std::optional<LaneSource> findLaneSlot(mlir::Value tile);
/// It makes elements wider.
bool isWidening(mlir::Operation *op);

/// The bytes of an operand held by lanes that are stored at a time, for FMA-based dots.
inline constexpr int64_t kStoredBytes = 32 * 1024;

/// The operand's neighbours in such a slot lie along K.
bool runsAlongK(layout::MmaOperand operand, BufferType slot);
/// A buffer for an operand that lanes read as they multiply (`mma fma`), in which `fastest` is the dimension of
/// neighbours. Along K, rows are swizzled: lanes read 16 bytes of a row each, from eight rows in a row.
BufferType laneBuffer(mlir::RankedTensorType tile, unsigned fastest, bool isAlongK);

/// An operand of `mma`, from shared memory, that a tile is, renamed at most or converted.
struct ProductUse {
  MmaOp product;
  layout::MmaOperand operand;
  llvm::SmallVector<mlir::Operation *> renamings;
  /// To another element type, so that lanes store it for the product.
  bool isConverted = false;

  /// The product can read the tile from such a slot as it lies. Lanes read any: of them, one whose swizzle is for them.
  bool fits(BufferType slot) const;
  /// Elements of 8 or 32 bits, which wgmma reads along K only, lie side by side along M or N.
  bool isAcrossK(BufferType slot) const;
};
/// The first that is found; of a matrix unit, if there is one. One of lanes may widen the tile.
std::optional<ProductUse> findProduct(mlir::Value tile);
/// The first that a tile is for which nothing but conversions compute.
std::optional<ProductUse> findConvertedProduct(mlir::Value tile);

} // namespace tilec::tile_gpu
