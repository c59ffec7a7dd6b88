// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of global, local and shared memory, and what orders them.
#ifndef TILEC_DIALECTS_TILEGPU_IR_MEMORYOPS
#define TILEC_DIALECTS_TILEGPU_IR_MEMORYOPS

include "dialects/TileGPU/IR/TileGPUAttributes.td"
include "dialects/TileGPU/IR/TileGPUInterfaces.td"
include "dialects/TileGPU/IR/TmaOps.td"

def TileGPU_LoadOp : TileGPU_Op<"load", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>,
    TypesMatchWith<"result has the pointee type", "pointer", "result", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"padding has the pointee type", "pointer", "padding", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"mask has element i1 and the pointer's type", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">]> {
  let summary = "load through pointers, straight to registers";
  let description = [{
    Every lane loads what it holds; a uniform pointer is loaded by every lane. Elements whose mask is false are not accessed; they
    read as `padding`, or as an unspecified value without it. `vector` consecutive registers may be one access: their addresses are
    consecutive, the first is a multiple of `vector` elements' bytes (a power of two, at most the kernel's `tile_gpu.access_bytes`),
    and their masks are equal. They run along the dimension that the layout's first register bases count, whichever that is.
    `cache` says what caches should do with the lines; it changes no result. With `read_only` nothing writes what is read while the kernel runs,
    in any tile block. With `in_view` the elements whose mask is true are those of a view's tensor, whatever the indices: they can be read even
    where the program would not get there. With `adjacent_blocks = n` the 256 bytes around each 128 that are read come into L2, where the grid has
    at most `n` blocks along x: another block reads the rest soon. That changes no result either, and is for global memory without a mask.

    `box` says where the copy engine finds the same tile: the first `coordinates` of `map`, as for `tma_load`. What the mask leaves out it brings as
    the padding. A pass that stages the load may take it from there; it changes nothing else.
  }];
  let arguments = (ins TileGPU_PointerLike:$pointer, Optional<TileGPU_MaskLike>:$mask, Optional<TileGPU_AnyLike>:$padding,
                       Optional<TileGPU_TensorMapType>:$map, Variadic<I32>:$coordinates, DefaultValuedAttr<I64Attr, "1">:$vector, OptionalAttr<Tile_HintsArrayAttr>:$hints,
                       OptionalAttr<TileGPU_CachePolicyAttr>:$cache, UnitAttr:$read_only, UnitAttr:$in_view,
                       OptionalAttr<I64Attr>:$adjacent_blocks);
  let results = (outs TileGPU_AnyLike:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$pointer, "::mlir::Value":$mask, "::mlir::Value":$padding,
                                 "int64_t":$vector, "::mlir::ArrayAttr":$hints), [{
    build($_builder, $_state, result, pointer, mask, padding, ::mlir::Value(), ::mlir::ValueRange(), vector, hints, CachePolicyAttr(), false, false,
          ::mlir::IntegerAttr());
  }]>];
  let extraClassDeclaration = [{
    /// As `adjacent_blocks`: as many as there can be.
    static constexpr int64_t kAnyGrid = INT32_MAX;
    /// No box any more.
    void forgetBox() { getMapMutable().clear(); getCoordinatesMutable().clear(); }
  }];
  let assemblyFormat = [{
    $pointer (`mask` $mask^)? (`padding` $padding^)? (`box` $map^ `[` $coordinates `]`)? (`vector` $vector^)? attr-dict `:` type($pointer)
  }];
  let hasVerifier = 1;
}

def TileGPU_LoadStructsOp : TileGPU_Op<"load_structs", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "load neighbours through each pointer, a tile of the first ones, one of the second ..";
  let description = [{
    Result `k` is what lies `k` elements behind the pointers: colours of pixels, parts of complex numbers. `mask` and `padding` are those of
    `tile_gpu.load`, for all neighbours alike. `vector` consecutive registers may be one contiguous range of memory: each pointer is as many elements behind the one
    before as there are results, the first is a multiple of `vector` elements' bytes, and masks are equal. Then a lane moves the run with as many
    accesses, of `vector` elements each, as there are results.
  }];
  let arguments = (ins TileGPU_PointerLike:$pointer, Optional<TileGPU_MaskLike>:$mask, Optional<TileGPU_AnyLike>:$padding,
                       DefaultValuedAttr<I64Attr, "1">:$vector);
  let results = (outs Variadic<TileGPU_AnyLike>:$results);
  let assemblyFormat = "$pointer (`mask` $mask^)? (`padding` $padding^)? (`vector` $vector^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TileGPU_StoreOp : TileGPU_Op<"store", [MemoryEffects<[MemWrite]>,
    TypesMatchWith<"value has the pointee type", "pointer", "value", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"mask has element i1 and the pointer's type", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">]> {
  let summary = "store through pointers, straight from registers";
  let description = [{
    Each element is stored by its one owner (the place whose `LinearLayout::replicatedBits` are zero); a uniform value by lane 0 of warp 0.
    `vector` and `cache` as for `tile_gpu.load`.
  }];
  let arguments = (ins TileGPU_PointerLike:$pointer, TileGPU_AnyLike:$value, Optional<TileGPU_MaskLike>:$mask,
                       DefaultValuedAttr<I64Attr, "1">:$vector, OptionalAttr<Tile_HintsArrayAttr>:$hints,
                       OptionalAttr<TileGPU_CachePolicyAttr>:$cache);
  let builders = [OpBuilder<(ins "::mlir::Value":$pointer, "::mlir::Value":$value, "::mlir::Value":$mask, "int64_t":$vector,
                                 "::mlir::ArrayAttr":$hints), [{
    build($_builder, $_state, pointer, value, mask, vector, hints, CachePolicyAttr());
  }]>];
  let assemblyFormat = "$pointer `,` $value (`mask` $mask^)? (`vector` $vector^)? attr-dict `:` type($pointer)";
  let hasVerifier = 1;
}

def TileGPU_AllocaOp : TileGPU_Op<"alloca", [MemoryEffects<[MemAlloc]>]> {
  let summary = "memory of this tile block";
  let description = [{
    One object for all lanes together, in the CTA's shared memory at `shared_offset` (set by `tile-gpu-allocate-shared-memory`). The result is
    a generic address.
  }];
  let arguments = (ins I64Attr:$bytes, I64Attr:$alignment, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs Tile_Pointer:$result);
  let assemblyFormat = "$bytes `bytes` `align` $alignment attr-dict `:` type($result)";
}

def TileGPU_MemoryBarrierOp : TileGPU_Op<"memory_barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "all lanes in scope wait, and see each other's earlier memory accesses";
  let description = [{
    Orders global, local and shared memory: accesses of any lane in scope before the barrier come before accesses of any of them
    after it. Reached by all lanes in scope or none.
  }];
  let arguments = (ins TileGPU_BarrierScopeAttr:$scope);
  let assemblyFormat = "$scope attr-dict";
}

#endif
