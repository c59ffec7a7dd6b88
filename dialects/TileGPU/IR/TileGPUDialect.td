// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tile_gpu` dialect and what its ops share.
#ifndef TILEC_DIALECTS_TILEGPU_IR_TILEGPUDIALECT
#define TILEC_DIALECTS_TILEGPU_IR_TILEGPUDIALECT

include "dialects/Tile/IR/TileTypes.td"

def TileGPU_Dialect : Dialect {
  let name = "tile_gpu";
  let cppNamespace = "::tilec::tile_gpu";
  let summary = "How one CTA or cluster computes a tile block";
  let description = [{
    A *distributed value* is a tile whose type carries a layout: `tensor<128x64xf32, #tile_gpu.layout<...>>` says which element each
    register of each lane of each warp holds. Elementwise ops of `arith`, `math` and `tile` work on distributed values as they are, in every
    lane for itself; operands and results then have one layout. Scalars are *uniform*: every lane computes the same value.

    Ops of this dialect stand where lanes differ: layout conversions, memory accesses, reductions, scans, atomics, output.
    A tile block is one logical thread. Memory order between its lanes is made by `tile_gpu.memory_barrier`, put in place by
    `tile-gpu-place-memory-barriers`; no op but those that say so waits for other lanes.

    Attributes of a kernel: `tile_gpu.num_warps` (i32, power of two from 1 to 32), `tile_gpu.min_ctas` (i32: CTAs of a multiprocessor that
    registers have to leave room for), `tile_gpu.access_bytes` (i32: what one access of global memory of a lane may move; 16 if absent) and, after `tile-gpu-allocate-shared-memory`,
    `tile_gpu.shared_bytes` (i64) and, where warps have scratch of their own, `tile_gpu.warp_scratch_bytes` (i64) for each.
    In `llvm` form a kernel says by `tile_gpu.tensor_maps` (`#tile_gpu.tensor_map`s) what its last parameters are, and by
    `tile_gpu.logical_grid` (i32) which one before them, if any, holds the extents of the user's grid. An op that needs shared memory for itself has `shared_offset` after that pass.
  }];
  let dependentDialects = ["::tilec::tile::TileDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let discardableAttrs = (ins "::mlir::IntegerAttr":$num_warps, "::mlir::IntegerAttr":$min_ctas, "::mlir::IntegerAttr":$access_bytes, "::mlir::IntegerAttr":$shared_bytes,
                          "::mlir::IntegerAttr":$warp_scratch_bytes);
  let extraClassDeclaration = [{
    void registerTileGPUAttributes();
    void registerTileGPUTypes();
  }];
}

class TileGPU_Op<string mnemonic, list<Trait> traits = []> : Op<TileGPU_Dialect, mnemonic, traits>;

/// A tile whose type carries a layout.
class TileGPU_DistributedOf<Type element> : Type<And<[
    CPred<"::tilec::tile_gpu::isDistributed($_self)">,
    SubstLeaves<"$_self", "::mlir::getElementTypeOrSelf($_self)", element.predicate>]>,
    "distributed tile of " # element.summary>;
/// A uniform scalar or a distributed tile.
class TileGPU_Like<Type element> : Type<Or<[element.predicate, TileGPU_DistributedOf<element>.predicate]>,
    "uniform scalar or distributed tile of " # element.summary>;

def TileGPU_Distributed : TileGPU_DistributedOf<Tile_Element>;
def TileGPU_AnyLike : TileGPU_Like<Tile_Element>;
def TileGPU_IntegerLike : TileGPU_Like<Tile_Integer>;
def TileGPU_PointerLike : TileGPU_Like<Tile_Pointer>;
def TileGPU_MaskLike : TileGPU_Like<I1>;

#endif
