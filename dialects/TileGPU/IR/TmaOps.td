// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies by the copy engine between global memory and buffers: boxes of tensors by tensor map, and contiguous ranges of bytes.
#ifndef TILEC_DIALECTS_TILEGPU_IR_TMAOPS
#define TILEC_DIALECTS_TILEGPU_IR_TMAOPS

include "dialects/TileGPU/IR/BufferTypes.td"

def TileGPU_TensorMapAttr : AttrDef<TileGPU_Dialect, "TensorMap"> {
  let mnemonic = "tensor_map";
  let summary = "a tensor in global memory as the copy engine sees it, and how its boxes lie in buffers";
  let description = [{
    `base` (the address), `extents` (elements) and `strides` (bytes, one for each dimension but the innermost, which is contiguous) are computed from
    the kernel's arguments: symbol i is argument i, a pointer or an integer of at most 64 bits taken as unsigned; 64-bit arithmetic that wraps. Three symbols more, where
    they are there, are the extents of the grid of tile blocks. Dimensions count from the innermost: there are 1 to 5. A copy moves a tile in boxes of `box` elements, each a power of two of at most 256; dimension d of the map is
    dimension `order[d]` of the tile. A map may have more dimensions than a tile: those are the last, with `order[d] = d` and a box of 1, and only move it.

    In a buffer boxes lie one behind the other, those that follow in dimension 0 first, then in 1, and so on. Inside a box elements lie in the
    order of the map, their 16-byte chunks exchanged by `swizzle` (0, 32, 64, 128 bytes, `layout::Swizzle`): see `layout::boxedShared`.

    Elements outside of the tensor arrive as zero bits, with `nan_fill` as NaN: of f16, bf16, f32 and f64. `is_signed` says how reductions compare
    integers. With `rounded` a tensor of f32 arrives as tf32, the element type: the copy engine rounds each element as `tile.ftof` does. Such a map is for loads only.

    With `gathered`, of 2 dimensions, tiles consist of rows that an op names one by one: `box[1]`, a multiple of 4, is how many of them lie
    behind one another in a buffer. A copy moves 4, and the launcher's map has boxes of one.

    The launcher makes the map (`runtime/TensorMapCache.h`); it refuses those that hardware does not have: `base` and `strides` are multiples of 16, extents from 1 to
    2147418112. So a kernel with tensor maps is never the last variant.

    ```mlir
    // A matrix of %arg1 rows of 1024 halves, in boxes of 32 rows of 64.
    #map = #tile_gpu.tensor_map<f16, base = affine_map<()[s0, s1] -> (s0)>, extents = affine_map<()[s0, s1] -> (1024, s1)>,
                                strides = affine_map<()[s0, s1] -> (2048)>, box = [64, 32], order = [1, 0], swizzle = 128>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType, "::mlir::AffineMap":$base, "::mlir::AffineMap":$extents, "::mlir::AffineMap":$strides,
                        ArrayRefParameter<"int64_t">:$box, ArrayRefParameter<"int64_t">:$order, "int64_t":$swizzle,
                        DefaultValuedParameter<"bool", "false">:$nanFill, DefaultValuedParameter<"bool", "false">:$isSigned,
                        DefaultValuedParameter<"bool", "false">:$gathered, DefaultValuedParameter<"bool", "false">:$rounded);
  let assemblyFormat = [{
    `<` $elementType `,` `base` `=` $base `,` `extents` `=` $extents `,` `strides` `=` $strides `,` `box` `=` `[` $box `]` `,`
    `order` `=` `[` $order `]` `,` `swizzle` `=` $swizzle (`nan_fill` `=` $nanFill^)?
    (`is_signed` `=` $isSigned^)? (`gathered` `=` $gathered^)? (`rounded` `=` $rounded^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Rows that one copy of a gathered tile moves.
    static constexpr int64_t kRowsOfCopy = 4;

    unsigned getRank() const { return getExtents().getNumResults(); }
    int64_t getBoxBytes() const;
    /// Dimension `d` is none of a tile of this rank.
    bool isOuter(unsigned d, size_t tileRank) const { return getOrder()[d] >= int64_t(tileRank); }
    /// The boxes of a tile of this shape, first in the buffer first: where each starts, in elements, in the order of the map.
    ::llvm::SmallVector<::llvm::SmallVector<int64_t>> getBoxStarts(::llvm::ArrayRef<int64_t> tileShape) const;
    /// Where the boxes of a tile put its elements.
    SharedLayoutAttr getSharedLayout(::llvm::ArrayRef<int64_t> tileShape) const;
    /// Alignment that buffers need, in bytes.
    int64_t getBufferAlignment() const;
    /// Hardware fills with NaN what lies outside of tensors of such elements.
    static bool hasNanFill(::mlir::Type element);
    /// The last dimension in which a box has more than one element: its elements lie furthest apart in a buffer.
    unsigned getSlowestDimension() const;
    /// The map with boxes of which each is divided into that many parts, along its slowest dimension; null where parts would
    /// not lie as the swizzle wants them.
    TensorMapAttr getDivided(int64_t parts) const;
    /// The map whose boxes are divided into these.
    TensorMapAttr getJoined(int64_t parts) const;
    /// Of a value of type `!tile_gpu.tensor_map`; null if no op of this dialect made it.
    static TensorMapAttr ofMap(::mlir::Value map);
  }];
}

def TileGPU_TensorMapType : TileGPU_Type<"TensorMapHandle", "tensor_map"> {
  let summary = "a tensor map that the kernel was given, or made";
}

def TileGPU_TensorMapOp : TileGPU_Op<"tensor_map", [Pure]> {
  let summary = "a tensor map that the launcher made of the arguments";
  let description = "A hidden parameter of the kernel (`docs/ABI.md`), the same for equal descriptions.";
  let arguments = (ins TileGPU_TensorMapAttr:$description);
  let results = (outs TileGPU_TensorMapType:$result);
  let assemblyFormat = "$description attr-dict";
}

def TileGPU_BuildTensorMapOp : TileGPU_Op<"build_tensor_map", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "make a tensor map of what the kernel has computed";
  let description = [{
    Symbol i of the description is `values[i]`. Lane 0 of warp 0 puts the map together in `buffer` (128 bytes) and copies it to the launch's workspace, where each of
    these ops has a place for each CTA. So no copy by what the op made before may be on its way, and the copy engine knows the map behind a
    `tensor_map_fence` of the same lane only.

    `number` is the place's, which the lowering of the kernel chooses. The values are not checked: `base` and `strides` are multiples of 16. Integers are unsigned. An extent of 0
    becomes 1, and coordinates have to lie outside then; one above 2147418112 ends the launch.
  }];
  let arguments = (ins TileGPU_TensorMapAttr:$description, Variadic<AnyTypeOf<[Tile_Pointer, I32, I64]>>:$values, TileGPU_BufferType:$buffer,
                       OptionalAttr<I32Attr>:$number);
  let results = (outs TileGPU_TensorMapType:$result);
  let assemblyFormat = "$description `(` $values `)` `in` $buffer attr-dict `:` `(` type($values) `)` `in` qualified(type($buffer))";
  let hasVerifier = 1;
}

def TileGPU_TensorMapFenceOp : TileGPU_Op<"tensor_map_fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "let the copy engine see a tensor map that the kernel made";
  let description = "By lane 0 of warp 0: its copies behind this op use the map as `build_tensor_map` left it.";
  let arguments = (ins TileGPU_TensorMapType:$map);
  let assemblyFormat = "$map attr-dict";
}

def TileGPU_TmaPrefetchMapOp : TileGPU_Op<"tma_prefetch_map", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "fetch the tensor map itself, before its first use";
  let description = "By lane 0 of warp 0. No effect but on time.";
  let arguments = (ins TileGPU_TensorMapType:$map);
  let assemblyFormat = "$map attr-dict";
}

class TileGPU_TmaOp<string mnemonic, list<Trait> traits = []>
    : TileGPU_Op<mnemonic, !listconcat(traits, [MemoryEffects<[MemRead, MemWrite]>])> {
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    TensorMapAttr getDescription() { return TensorMapAttr::ofMap(getMap()); }
  }];
}

defvar tmaCoordinatesText = [{
    The tile starts at `coordinates` of the tensor (i32, signed, in the order of the map; they may lie outside). The first of them, in
    bytes, is a multiple of 16.
}];
defvar tmaRowsText = [{
    With `rows`, and a map that is `gathered`, there is one coordinate, that of dimension 0. Row r of the tile is row `rows[r]` of the tensor (i32, signed); each
    warp has all of the numbers.
}];
defvar bulkStoreText = [{
    Lane 0 of warp 0 starts the copies, which join its current group (`bulk_commit`). The buffer is read and the tensor written at any time until the
    end of a `bulk_wait` for the group; a wait with `read` is enough to write the buffer again.

    Other lanes' ordinary writes of the buffer come before by a `proxy_fence` of theirs and a barrier.
}];

def TileGPU_TmaLoadOp : TileGPU_TmaOp<"tma_load", [AttrSizedOperandSegments]> {
  let summary = "copy a tile of a tensor into a buffer, without waiting";
  let description = tmaCoordinatesText # tmaRowsText # [{
    Elements outside of it arrive as the map says. Lane 0 of warp 0 starts one copy for each box, or each 4 rows of one.

    The tensor is read and the buffer written at any time until the phase of the mbarrier that is current now is complete: each byte of the
    buffer counts as come when it is there, and `mbarrier_expect_tx` of the same lane announces all of them. Nobody touches the buffer meanwhile; lanes that
    have read it before are waited for (a `proxy_fence` of theirs, then a barrier or an mbarrier) before this op.

    With `multicast` all CTAs of the cluster run this op for the same tile, and each starts its share of the copies: of n boxes CTA c of C those from c * n / C on.
    Each box arrives in the buffer of every CTA, and counts at its mbarrier, of the same places there. The lanes that are waited for are those of all CTAs.
  }];
  let arguments = (ins TileGPU_TensorMapType:$map, Variadic<I32>:$coordinates, TileGPU_BufferType:$buffer,
                       TileGPU_MbarriersType:$barriers, I32:$index, Optional<TileGPU_DistributedOf<I32>>:$rows,
                       OptionalAttr<Tile_HintsArrayAttr>:$hints, UnitAttr:$multicast);
  let assemblyFormat = [{
    $map `[` $coordinates `]` (`rows` $rows^ `:` type($rows))? `into` $buffer `,` $barriers `[` $index `]` (`multicast` $multicast^)? attr-dict `:` qualified(type($buffer)) `,` qualified(type($barriers))
  }];
}

def TileGPU_TmaPrefetchOp : TileGPU_Op<"tma_prefetch", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "fetch a tile of a tensor into the L2 cache";
  let description = tmaCoordinatesText # [{
    Lane 0 of warp 0 starts a prefetch for each box of a tile of `shape`; what lies outside of the tensor is not read. No effect but on time.
  }];
  let arguments = (ins TileGPU_TensorMapType:$map, Variadic<I32>:$coordinates, DenseI64ArrayAttr:$shape);
  let assemblyFormat = "$map `[` $coordinates `]` `shape` $shape attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    TensorMapAttr getDescription() { return TensorMapAttr::ofMap(getMap()); }
  }];
}

def TileGPU_TmaStoreOp : TileGPU_TmaOp<"tma_store", [AttrSizedOperandSegments]> {
  let summary = "copy a buffer to a tile of a tensor, without waiting";
  let description = tmaCoordinatesText # tmaRowsText # [{
    Elements outside of the tensor are not written. `by warps`: the map's boxes are parts of those that the buffer is made of, one for each warp, which divide them
    along their last dimension of more than one element (`getJoined`). Lane 0 of each warp starts the copies of its part, and has groups of its own. What is in it, the same
    warp's lanes have written, so that these alone wait for each other (`memory_barrier warp`).
  }] # bulkStoreText;
  let arguments = (ins TileGPU_BufferType:$buffer, TileGPU_TensorMapType:$map, Variadic<I32>:$coordinates,
                       Optional<TileGPU_DistributedOf<I32>>:$rows, UnitAttr:$by_warps);
  let assemblyFormat = "$buffer `to` $map `[` $coordinates `]` (`rows` $rows^ `:` type($rows))? (`by` `warps` $by_warps^)? attr-dict `:` qualified(type($buffer))";
}

def TileGPU_TmaReduceOp : TileGPU_TmaOp<"tma_reduce"> {
  let summary = "combine a buffer into a tile of a tensor, without waiting";
  let description = tmaCoordinatesText # [{
    Each element is combined atomically (relaxed, device scope) into the tensor's: `add` of f16, bf16, f32, i32 and i64; `min`, `max` of
    i32 and i64, with or without sign as the map says; `and`, `or`, `xor` of i32 and i64. Elements outside of the tensor are left out. The old values are not returned.
  }] # bulkStoreText;
  let arguments = (ins Tile_AtomicKindAttr:$kind, TileGPU_BufferType:$buffer, TileGPU_TensorMapType:$map, Variadic<I32>:$coordinates);
  let assemblyFormat = "$kind $buffer `to` $map `[` $coordinates `]` attr-dict `:` qualified(type($buffer))";
  let extraClassDeclaration = [{
    TensorMapAttr getDescription() { return TensorMapAttr::ofMap(getMap()); }
    /// The copy engine has this reduction of such elements, by tensor map and of runs.
    static bool isSupported(::tilec::tile::AtomicKind kind, ::mlir::Type element);
  }];
}

def TileGPU_BulkLoadOp : TileGPU_Op<"bulk_load", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copy consecutive bytes into a buffer, without waiting";
  let description = [{
    All bytes of the stage, in order, from `pointer` (uniform, global memory) on; both it and the number of bytes are multiples of 16. As `tma_load` otherwise: by
    lane 0 of warp 0, counted by the mbarrier.
  }];
  let arguments = (ins Tile_Pointer:$pointer, TileGPU_BufferType:$buffer, TileGPU_MbarriersType:$barriers, I32:$index);
  let assemblyFormat = "$pointer `into` $buffer `,` $barriers `[` $index `]` attr-dict `:` qualified(type($pointer)) `into` qualified(type($buffer)) `,` qualified(type($barriers))";
  let hasVerifier = 1;
}

def TileGPU_BulkStoreOp : TileGPU_Op<"bulk_store", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copy a buffer to consecutive bytes, without waiting";
  let description = "To `pointer` and behind it, which as the number of bytes is a multiple of 16.\n" # bulkStoreText;
  let arguments = (ins TileGPU_BufferType:$buffer, Tile_Pointer:$pointer);
  let assemblyFormat = "$buffer `to` $pointer attr-dict `:` qualified(type($buffer)) `to` qualified(type($pointer))";
  let hasVerifier = 1;
}

def TileGPU_BulkReduceOp : TileGPU_Op<"bulk_reduce", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "combine a buffer into consecutive elements, without waiting";
  let description = "Each element atomically, as by `tma_reduce`, into that at `pointer` and those behind it; `pointer` as in `bulk_store`.\n" # bulkStoreText;
  let arguments = (ins Tile_AtomicKindAttr:$kind, TileGPU_BufferType:$buffer, Tile_Pointer:$pointer);
  let assemblyFormat = "$kind $buffer `to` $pointer attr-dict `:` qualified(type($buffer)) `to` qualified(type($pointer))";
  let hasVerifier = 1;
}

def TileGPU_BulkPrefetchOp : TileGPU_Op<"bulk_prefetch", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "fetch consecutive bytes into the L2 cache";
  let description = [{
    By lane 0 of warp 0; `bytes` from `pointer` (uniform, global memory) on, both multiples of 16. The bytes can be read. No effect but on time.
  }];
  let arguments = (ins Tile_Pointer:$pointer, I64Attr:$bytes);
  let assemblyFormat = "$pointer `bytes` $bytes attr-dict `:` qualified(type($pointer))";
  let hasVerifier = 1;
}

def TileGPU_BulkCommitOp : TileGPU_Op<"bulk_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "close a group of stores of the copy engine";
  let description = "Those that lane 0 of warp 0 (`by warps`: of each warp) has started since its previous `bulk_commit`. The result is the group in flight.";
  let arguments = (ins UnitAttr:$by_warps);
  let results = (outs TileGPU_TokenType:$group);
  let assemblyFormat = "(`by` `warps` $by_warps^)? attr-dict";
}

def TileGPU_BulkWaitOp : TileGPU_Op<"bulk_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pending` groups of stores are in flight";
  let description = [{
    Lane 0 of warp 0 waits for its groups, oldest first, until at most the `pending` youngest are left: until their buffers have been read (`read`), or until
    their writes are done and visible to it. Others know after a barrier. `groups` names those that are then done for certain. `by warps`: lane 0 of each warp does,
    for its own groups.
  }];
  let arguments = (ins Variadic<TileGPU_TokenType>:$groups, I64Attr:$pending, UnitAttr:$read, UnitAttr:$by_warps);
  let assemblyFormat = "$groups `pending` $pending (`read` $read^)? (`by` `warps` $by_warps^)? attr-dict";
  let hasVerifier = 1;
}

def TileGPU_MbarrierInvalOp : TileGPU_Op<"mbarrier_inval", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "end the life of mbarriers, so that they can be initialised again";
  let description = "By lane 0 of warp 0, when nobody waits and nothing is in flight: a barrier comes before.";
  let arguments = (ins TileGPU_MbarriersType:$barriers);
  let assemblyFormat = "$barriers attr-dict `:` qualified(type($barriers))";
}

#endif
