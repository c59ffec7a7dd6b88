// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways of a tile to where it is wanted in other layouts, the fragments of warp MMAs (`mma.sync`) for one:
//
//     %x = tile_gpu.load ...                             // 1x64x128
//     %y = tile_gpu.reshape %x                           // 64x128
//     %z = tile_gpu.permute %y [1, 0]                    // 128x64: transposed keys of attention
//     %b = tile_gpu.convert_layout %z                    // to the fragments
//     ... tile_gpu.mma mma_sync %a, %b, ...
//     %c = tile_gpu.convert_layout %y                    // a second way: an MMA by the keys as they stand
//
// Reshapes and permutations move nothing. So lanes that read a stage of shape 1x64x128 in the layout that `fragments`
// has under the first names hold what the conversion gives. Changes of type move nothing either: what the copy engine
// brings is read as it was loaded, and becomes what is multiplied in a lane's registers.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include <vector>

namespace tilec::tile_gpu {

struct MmaPath {
  /// Between the two, the first first. Ways may share them.
  llvm::SmallVector<mlir::Operation *> renamings;
  ConvertLayoutOp conversion;

  /// The tile under its first names, in the layout that the conversion makes.
  mlir::RankedTensorType fragments() const;
  /// `fragments`, which are of that type, as the conversion gives them.
  mlir::Value rename(mlir::OpBuilder &builder, mlir::Value fragments) const;
  /// Puts `fragments`, which are of that type, in the conversion's place.
  void replaceBy(mlir::OpBuilder &builder, mlir::Value fragments) const;
};

/// It multiplies fragments that lanes hold.
bool isMmaOfWarps(mlir::Operation *op);

/// Of all conversions that `tile` reaches by renamings alone, in the order of their ops.
llvm::SmallVector<MmaPath> findPaths(mlir::Value tile);

/// Those of what is loaded for MMAs of its own block; none where anything else reads the tile, or something is
/// computed on the way.
llvm::SmallVector<MmaPath> findMmaPaths(mlir::Value loaded);

/// The same with changes of type on the way, and with MMAs of fragments of any kind where one is of warps.
llvm::SmallVector<MmaPath> findStagePaths(mlir::Value loaded);

/// All that reads the tile, whatever renames it or changes its type, multiplies it as fragments, one MMA of warps.
bool isReadByMmas(mlir::Value fragments);

/// The first op of `block` that reads the tile on one of these ways, and the last one that multiplies by it.
std::pair<mlir::Operation *, mlir::Operation *> usesIn(mlir::Block *block, llvm::ArrayRef<MmaPath> paths);

/// Adds what lanes hold no more where MMAs read `tile` on these ways from shared memory: all its forms.
void addTilesOfPaths(mlir::Value tile, llvm::ArrayRef<MmaPath> paths, llvm::DenseSet<mlir::Value> &tiles);

/// A stage of shared memory that the tile is stored or copied to, as many elements at a time as were loaded, and read
/// from on all of these ways; none where it would lie wrong for one of them.
BufferType stageOfPaths(mlir::Value tile, llvm::ArrayRef<MmaPath> paths);

/// Fragments are read from the stage on all of these ways by `ldmatrix` without bank conflicts, or as whole words with
/// few.
bool readsApart(BufferType stage, llvm::ArrayRef<MmaPath> paths);

/// The loads of operands that are loaded for MMAs alone.
llvm::SmallVector<LoadOp> loadsOfOperands(MmaOp mma);

} // namespace tilec::tile_gpu
