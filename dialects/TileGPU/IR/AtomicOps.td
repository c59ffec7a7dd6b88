// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic accesses through pointers.
#ifndef TILEC_DIALECTS_TILEGPU_IR_ATOMICOPS
#define TILEC_DIALECTS_TILEGPU_IR_ATOMICOPS

include "dialects/TileGPU/IR/TileGPUAttributes.td"
include "dialects/TileGPU/IR/LayoutOps.td"

defvar atomicText = [{
    Each element is accessed once, by its one owner (a uniform one by lane 0 of warp 0). Where others hold the result too, it reaches
    them through scratch. Order and scope are those of the single accesses; barriers before a release and after an acquire are put
    by `tile-gpu-place-memory-barriers`.
}];

class TileGPU_AtomicOp<string mnemonic, list<Trait> traits> : TileGPU_Op<mnemonic, !listconcat(traits, [
    MemoryEffects<[MemRead, MemWrite]>,
    OptionalTypesMatchWith<"mask has element i1 and the pointer's type", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">])> {
  let hasVerifier = 1;
  let description = atomicText;
}

def TileGPU_AtomicLoadOp : TileGPU_AtomicOp<"atomic_load", [AttrSizedOperandSegments, TileGPU_ScratchOp,
    TypesMatchWith<"result has the pointee type", "pointer", "result", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"padding has the pointee type", "pointer", "padding", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic load of each element";
  let arguments = (ins TileGPU_PointerLike:$pointer, Optional<TileGPU_MaskLike>:$mask, Optional<TileGPU_AnyLike>:$padding,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs TileGPU_AnyLike:$result);
  let assemblyFormat = "$order $scope $pointer (`mask` $mask^)? (`padding` $padding^)? attr-dict `:` type($pointer)";
}

def TileGPU_AtomicStoreOp : TileGPU_AtomicOp<"atomic_store", [
    TypesMatchWith<"value has the pointee type", "pointer", "value", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic store of each element";
  let arguments = (ins TileGPU_PointerLike:$pointer, TileGPU_AnyLike:$value, Optional<TileGPU_MaskLike>:$mask,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope);
  let assemblyFormat = "$order $scope $pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer)";
}

def TileGPU_AtomicRmwOp : TileGPU_AtomicOp<"atomic_rmw", [TileGPU_ScratchOp,
    TypesMatchWith<"value has the pointee type", "pointer", "value", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic read-modify-write of each element; the old values may be left out";
  let description = atomicText # [{

    Up to `vector` consecutive registers may be updated by one instruction, each element atomically by itself, where the target has one: their
    addresses are consecutive, the first is a multiple of `vector` elements' bytes, and their masks are equal (as for `tile_gpu.load`). More than
    1 only without results, for relaxed or release sums of f32, f16 and bf16.
  }];
  let extraClassDeclaration = [{
    /// Whether targets have instructions that do several of these at once: sums of small floats that nobody reads back.
    bool hasWideForms();
  }];
  let arguments = (ins Tile_AtomicKindAttr:$kind, TileGPU_PointerLike:$pointer, TileGPU_AnyLike:$value, Optional<TileGPU_MaskLike>:$mask,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope, OptionalAttr<I64Attr>:$shared_offset,
                       DefaultValuedAttr<I64Attr, "1">:$vector);
  let results = (outs Optional<TileGPU_AnyLike>:$result);
  let assemblyFormat = [{
    $kind $order $scope $pointer `,` $value (`mask` $mask^)? (`vector` $vector^)? attr-dict `:` type($pointer) (`->` type($result)^)?
  }];
}

def TileGPU_NextBlockOp : TileGPU_Op<"next_block", [TileGPU_ScratchOp, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "draw the block that this CTA runs next (`tile.next_block`)";
  let description = [{
    Lane 0 of warp 0 draws, from a counter in the workspace of the launch; the others get the number through scratch. Where warps have roles the producer's lane draws for
    itself, and hands the number on (`buffer_put`, `buffer_get`). Of a cluster whose CTAs share their blocks the first one's producer draws, for all (`cluster_put`):
    what the others get is unspecified.

    `draws`: how often all workers of the launch draw together. The counter begins at zero, and the last draw leaves zero behind (`atom.inc`), so that the
    next launch in the stream finds it as this one did.
  }];
  let arguments = (ins I32:$draws, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs I32:$result);
  let assemblyFormat = "`of` $draws attr-dict";
  let hasVerifier = 1;
}

def TileGPU_AtomicCasOp : TileGPU_AtomicOp<"atomic_cas", [TileGPU_ScratchOp,
    TypesMatchWith<"expected has the pointee type", "pointer", "expected", "::tilec::tile::pointeeLike($_self)">,
    TypesMatchWith<"desired has the pointee type", "pointer", "desired", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic compare-exchange of each element; yields the old value, where masked out `expected`";
  let arguments = (ins TileGPU_PointerLike:$pointer, TileGPU_AnyLike:$expected, TileGPU_AnyLike:$desired,
                       Optional<TileGPU_MaskLike>:$mask, Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope,
                       OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs Optional<TileGPU_AnyLike>:$result);
  let assemblyFormat = [{
    $order $scope $pointer `,` $expected `,` $desired (`mask` $mask^)? attr-dict `:` type($pointer) (`->` type($result)^)?
  }];
}

#endif
