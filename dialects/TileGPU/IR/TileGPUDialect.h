// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tile_gpu` dialect, its layout attribute, interfaces and ops in one include.
#pragma once

#include "dialects/Layout/LayoutConversion.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/MatrixMultiply/Tcgen05.h"
#include "dialects/Layout/MatrixMultiply/Wgmma.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "dialects/TileGPU/IR/TileGPUDialect.h.inc"
#include "dialects/TileGPU/IR/TileGPUEnums.h.inc"
#include "dialects/TileGPU/IR/TileGPUInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/TileGPU/IR/TileGPUAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/TileGPU/IR/TileGPUTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/TileGPU/IR/TileGPUOps.h.inc"

namespace tilec::tile_gpu {

inline constexpr llvm::StringLiteral kNumWarpsAttr = "tile_gpu.num_warps";
inline constexpr llvm::StringLiteral kMinCtasAttr = "tile_gpu.min_ctas";
inline constexpr llvm::StringLiteral kAccessBytesAttr = "tile_gpu.access_bytes";
inline constexpr llvm::StringLiteral kSharedBytesAttr = "tile_gpu.shared_bytes";
/// The share of the largest possible shared memory, in percent: the rest is L1 cache.
inline constexpr llvm::StringLiteral kCarveoutAttr = "tile_gpu.carveout";
inline constexpr llvm::StringLiteral kWarpScratchBytesAttr = "tile_gpu.warp_scratch_bytes";
/// From the scratch of one group of consumers to the next group's.
inline constexpr llvm::StringLiteral kGroupScratchBytesAttr = "tile_gpu.group_scratch_bytes";
/// The most scratch that a layout conversion may take, so that its tile goes in passes.
inline constexpr llvm::StringLiteral kMaxScratchAttr = "tile_gpu.max_scratch";
inline constexpr llvm::StringLiteral kTensorMapsAttr = "tile_gpu.tensor_maps";
/// In `llvm` form, of a kernel that loops over blocks: the number of the argument that holds the grid.
inline constexpr llvm::StringLiteral kLogicalGridAttr = "tile_gpu.logical_grid";
/// In `llvm` form, of a kernel whose CTAs draw blocks: the number of the argument that leads to the counter.
inline constexpr llvm::StringLiteral kBlockCounterAttr = "tile_gpu.block_counter";
/// In `llvm` form, of a kernel that makes tensor maps: how many, and the number of the argument that leads to the
/// workspace. There each CTA has a place for each, behind the first one, which is the counter's.
inline constexpr llvm::StringLiteral kBuiltMapsAttr = "tile_gpu.built_maps";
inline constexpr llvm::StringLiteral kMapWorkspaceAttr = "tile_gpu.map_workspace";
/// The largest extent of a tensor map that the kernel makes, so that coordinates fit i32 for certain.
inline constexpr int64_t kMaxMapExtent = 0x7fff0000;
/// Bytes of a tensor map, and of its place.
inline constexpr int64_t kTensorMapBytes = 128;

/// In `llvm` form, of a kernel that waits itself, by `griddepcontrol.wait`, for the kernels ahead in the stream.
inline constexpr llvm::StringLiteral kWaitsAttr = "tile_gpu.waits_for_prerequisites";
/// In `llvm` form, of inline PTX: it touches shared memory and parameters only, so that it may run while the kernel
/// ahead in the stream still does.
inline constexpr llvm::StringLiteral kPrologueAttr = "tile_gpu.of_prologue";
/// In scalar form, of a choice between two ways to compute floats: where its condition holds they are neither tiny nor
/// huge.
inline constexpr llvm::StringLiteral kBoundedAttr = "tile_gpu.bounded";

/// A tile whose type carries a layout.
bool isDistributed(mlir::Type type);
/// `tile` (with or without a layout) under another layout.
mlir::RankedTensorType withLayout(mlir::RankedTensorType tile, const layout::LinearLayout &layout);
/// `tile` without its layout; other types as they are.
mlir::Type withoutLayout(mlir::Type type);
/// Warps of one CTA of the kernel around `op`; the kernel must say.
unsigned numWarpsOf(mlir::Operation *op);
/// Bytes that one access of global memory of a lane may move in the kernel around `op`: 16 if the kernel does not say.
int64_t accessBytesOf(mlir::Operation *op);
/// How wgmma reads a stage as an operand of an MMA with accumulators in layout `sum`; none if it cannot.
std::optional<layout::WarpgroupOperand> warpgroupOperandOf(const layout::TileMma &mma, const layout::LinearLayout &sum,
                                                           layout::MmaOperand operand, BufferType stage);
/// An MMA into tensor memory as the hardware is told to do it.
layout::Tcgen05Mma tcgen05MmaOf(TensorMmaOp op);
/// The MMA's shape is one of tcgen05; else an error at `op`.
llvm::LogicalResult verifyTcgen05Mma(mlir::Operation *op, const layout::TileMma &mma);
/// Bytes from one warp's own scratch to the next one's, in the kernel around `op`; none before allocation.
std::optional<int64_t> warpScratchBytesOf(mlir::Operation *op);
/// The scratch bytes of one group of consumers; 0 where there are none.
int64_t groupScratchBytesOf(mlir::Operation *op);

} // namespace tilec::tile_gpu
