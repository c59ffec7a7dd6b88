// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tile` dialect, its enumerations, attributes, types and ops in one include.
#pragma once

#include "dialects/Tile/IR/ElementTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

#include "dialects/Tile/IR/TileDialect.h.inc"
#include "dialects/Tile/IR/TileEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Tile/IR/TileAttributes.h.inc"

namespace tilec::tile {
class TensorViewType;

/// Any way to cut tiles out of a tensor view: partition, strided or gather/scatter view.
class ViewType : public mlir::Type {
public:
  using Type::Type;
  static bool classof(mlir::Type type);

  /// The tensor that is cut.
  TensorViewType getTensorView() const;
  /// Extents of a tile.
  llvm::ArrayRef<int64_t> getTileShape() const;
  /// What elements outside the tensor read as; none: unspecified.
  std::optional<Padding> getPadding() const;
  /// Type of a loaded tile.
  mlir::RankedTensorType getTileType() const;
  /// Distance between the starts of neighbouring tiles, in elements, for each dimension (1 where a gather/scatter view
  /// is indexed).
  llvm::SmallVector<int64_t> getSteps() const;
};
} // namespace tilec::tile

#define GET_TYPEDEF_CLASSES
#include "dialects/Tile/IR/TileTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/Tile/IR/TileOps.h.inc"

namespace tilec::tile {
/// Name of the attribute (#tile.variant) of a function that is one of several forms of a kernel.
inline constexpr llvm::StringLiteral kVariantAttr = "tile.variant";
/// Name of the attribute (a unit) of a kernel whose CTAs loop over tile blocks, and of the loop in it.
inline constexpr llvm::StringLiteral kPersistentAttr = "tile.persistent", kBlockLoopAttr = "tile.block_loop";
/// Name of the attribute (i32) of a kernel each of whose tile blocks several CTAs share, as a cluster.
inline constexpr llvm::StringLiteral kNumCtasAttr = "tile.num_ctas";
/// Name of the attribute (i32) of a persistent kernel whose CTAs run blocks of their own, but so many as a cluster.
inline constexpr llvm::StringLiteral kMulticastCtasAttr = "tile.multicast_ctas";
/// Name of the attribute (i32) of a persistent kernel whose CTAs have so many blocks in flight, each by warps of its
/// own.
inline constexpr llvm::StringLiteral kBlockGroupsAttr = "tile.block_groups";
/// Name of the attribute (i64) of the form of a kernel for grids of at most so many blocks.
inline constexpr llvm::StringLiteral kFewBlocksAttr = "tile.few_blocks";
/// Name of the attribute (three i32) of the form of a kernel each of whose blocks is so many of the source's along x,
/// y, z: what it has as one block's tiles are theirs, `block_id` and `num_blocks` count such groups (BlockParts.h).
inline constexpr llvm::StringLiteral kBlocksOfCtaAttr = "tile.blocks_of_cta";
/// Name of the attribute (i64) of the form of a kernel for grids of at least so many blocks.
inline constexpr llvm::StringLiteral kManyBlocksAttr = "tile.many_blocks";
/// Name of the attribute (three i64) of such a form that is also for smaller grids, where it takes fewer cycles: the
/// multiprocessors, the cycles that each wave of the source's blocks takes, and those of this form's.
inline constexpr llvm::StringLiteral kWaveCyclesAttr = "tile.wave_cycles";
/// CTAs that share a tile block of the kernel around `op`.
unsigned numCtasOf(mlir::Operation *op);
/// CTAs of a cluster that have blocks of their own; 1 where there are no such clusters.
unsigned multicastCtasOf(mlir::Operation *op);
/// Blocks that a CTA has in flight.
unsigned blockGroupsOf(mlir::Operation *op);
/// CTAs of a cluster, whatever they share.
inline unsigned ctasOfCluster(mlir::Operation *op) {
  return numCtasOf(op) * multicastCtasOf(op);
}
/// The region of this op is for the first of these CTAs only.
bool isForFirstCta(mlir::Operation *op);
/// Operands and results of a `cluster_gather`, here and below.
mlir::LogicalResult verifyClusterGather(mlir::Operation *op);
/// Larger grids are launched block by block, so that the counter of that loop fits i32.
inline constexpr int64_t kMostBlocks = int64_t(1) << 30;
/// Each iteration of this loop is a tile block.
inline bool isBlockLoop(mlir::Operation *loop) {
  return loop->hasAttr(kBlockLoopAttr);
}
/// The kernel has one form only, or this is the one that is launched if it can be: what remarks are about.
bool isPreferredVariant(mlir::Operation *function);

/// The language has a read-modify-write `kind` on elements of type `element`.
bool hasAtomic(AtomicKind kind, mlir::Type element);
} // namespace tilec::tile
