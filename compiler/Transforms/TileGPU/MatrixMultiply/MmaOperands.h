// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles on their way between shared memory and the warpgroup MMAs: permutations and reshapes move nothing, so a
// stage that a tile was loaded from is the MMA's operand under other names.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// `stage` under the names that permutations and reshapes of its tile give, the first first.
BufferType renamed(BufferType stage, llvm::ArrayRef<mlir::Operation *> renamings);

/// `tile` before permutations and reshapes.
mlir::Value withoutRenamings(mlir::Value tile);
/// A stage that holds `from` under the names of `to`, which is the same tile without renamings.
BufferType renamedFrom(mlir::Value from, mlir::Value to, BufferType stage);

/// A buffer for an operand that instructions read `rows` rows or columns of, in a layout that they can read. Neighbours
/// of a lane stay neighbours where that can be.
BufferType operandBuffer(mlir::RankedTensorType tile, layout::MmaOperand operand, int64_t rows);

/// The load of a stage that a tile is, renamed at most.
struct StageSource {
  BufferLoadOp load;
  llvm::SmallVector<mlir::Operation *> renamings;
};
/// None where something is computed between the two.
std::optional<StageSource> findStage(mlir::Value tile);

/// The source of an operand that lanes read as they multiply. If it is widened on its way, lanes widen what they read.
struct LaneSource : StageSource {
  llvm::SmallVector<tile::FToFOp> casts; ///< the first first
};
std::optional<LaneSource> findLaneStage(mlir::Value tile);
/// It makes elements wider.
bool isWidening(mlir::Operation *op);

/// The bytes of an operand held by lanes that are stored at a time, for FMA-based dots.
inline constexpr int64_t kStoredBytes = 32 * 1024;

/// The operand's neighbours in such a stage lie along K.
bool runsAlongK(layout::MmaOperand operand, BufferType stage);
/// A buffer for an operand that lanes read as they multiply (`mma fma`), in which `fastest` is the dimension of
/// neighbours. Along K, rows are swizzled: lanes read 16 bytes of a row each, from eight rows in a row.
BufferType laneBuffer(mlir::RankedTensorType tile, unsigned fastest, bool isAlongK);

/// An operand of `mma`, from shared memory, that a tile is, renamed at most or converted.
struct MmaUse {
  MmaOp mma;
  layout::MmaOperand operand;
  llvm::SmallVector<mlir::Operation *> renamings;
  /// To another element type, so that lanes store it for the MMA.
  bool isConverted = false;

  /// The MMA can read the tile from such a stage as it lies. Lanes read any: of them, one whose swizzle is for them.
  bool fits(BufferType stage) const;
  /// Elements of 8 or 32 bits, which wgmma reads along K only, lie side by side along M or N.
  bool isAcrossK(BufferType stage) const;
};
/// The first that is found; of a matrix unit, if there is one. One of lanes may widen the tile.
std::optional<MmaUse> findMma(mlir::Value tile);
/// The first that a tile is for which nothing but conversions compute.
std::optional<MmaUse> findConvertedMma(mlir::Value tile);

} // namespace tilec::tile_gpu
