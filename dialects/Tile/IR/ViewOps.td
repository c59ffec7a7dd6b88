// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views of tensors, and accesses through them.
#ifndef TILEC_DIALECTS_TILE_IR_VIEWOPS
#define TILEC_DIALECTS_TILE_IR_VIEWOPS

include "dialects/Tile/IR/TileTypes.td"

def Tile_MakeTensorViewOp : Tile_Op<"make_tensor_view", [Pure, AttrSizedOperandSegments]> {
  let summary = "describe a strided tensor in memory";
  let description = [{
    One operand for each dynamic extent and each dynamic stride, in order; extents are read as unsigned, strides are positive (unsigned).

    ```mlir
    %v = tile.make_tensor_view %p extents [%m : i32] strides [%ld : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [?, 1]>
    ```
  }];
  let arguments = (ins Tile_Pointer:$pointer, Variadic<Tile_Integer>:$extents, Variadic<Tile_Integer>:$strides);
  let results = (outs Tile_TensorView:$result);
  let assemblyFormat = [{
    $pointer (`extents` `[` $extents^ `:` type($extents) `]`)? (`strides` `[` $strides^ `:` type($strides) `]`)? attr-dict
    `:` type($pointer) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MakeViewOp : Tile_Op<"make_view", [Pure,
    TypesMatchWith<"source is the tensor view of the result's type", "result", "source",
                   "::llvm::cast<::tilec::tile::ViewType>($_self).getTensorView()">]> {
  let summary = "cut a tensor view into tiles, in the way the result type says";
  let arguments = (ins Tile_TensorView:$source);
  let results = (outs Tile_View:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
}

class Tile_ViewAccessOp<string mnemonic, list<Trait> traits> : Tile_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

defvar viewAccessText = [{
    Indices count tiles, one for each dimension, and are read as unsigned of their own width; a gather/scatter view takes a 1-D tile
    of element indices at its dimension. With `in_bounds` the access promises that no element lies outside the tensor.
}];

def Tile_LoadViewOp : Tile_ViewAccessOp<"load_view", [MemoryEffects<[MemRead]>]> {
  let summary = "load a tile through a view";
  let description = viewAccessText # [{
    Elements outside read as the view's padding, or as unspecified values if it has none.

    The result is the view's tile, or a tile of tf32 through a view of f32: the load rounds each element as `tile.ftof` does, the padding too.

    ```mlir
    %t = tile.load_view %v[%i : i32] : !tile.partition_view<64, <?xf32, strides = [1]>> -> tf32
    ```
  }];
  let arguments = (ins Tile_View:$view, Variadic<Tile_IntegerLike>:$indices, UnitAttr:$in_bounds,
                       OptionalAttr<Tile_HintsArrayAttr>:$hints);
  let hasCanonicalizeMethod = 1;
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $view `[` $indices `:` type($indices) `]` (`in_bounds` $in_bounds^)? attr-dict `:` type($view) `` custom<LoadedTile>(type($result), ref(type($view)))
  }];
}

def Tile_StoreViewOp : Tile_ViewAccessOp<"store_view", [MemoryEffects<[MemWrite]>,
    TypesMatchWith<"value is the view's tile", "view", "value", "::llvm::cast<::tilec::tile::ViewType>($_self).getTileType()">]> {
  let summary = "store a tile through a view";
  let description = viewAccessText # "Elements outside are dropped; a tile wholly outside is undefined behaviour, unless the store is `tile.clipped`.";
  let arguments = (ins Tile_View:$view, Variadic<Tile_IntegerLike>:$indices, Tile_AnyTile:$value, UnitAttr:$in_bounds,
                       OptionalAttr<Tile_HintsArrayAttr>:$hints);
  let hasCanonicalizeMethod = 1;
  let assemblyFormat = "$view `[` $indices `:` type($indices) `]` `,` $value (`in_bounds` $in_bounds^)? attr-dict `:` type($view)";
}

def Tile_AtomicLoadViewOp : Tile_ViewAccessOp<"atomic_load_view", [MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"result is the view's tile", "view", "result", "::llvm::cast<::tilec::tile::ViewType>($_self).getTileType()">]> {
  let summary = "atomic load of each element of a view's tile";
  let description = viewAccessText;
  let arguments = (ins Tile_View:$view, Variadic<Tile_IntegerLike>:$indices, Tile_MemoryOrderAttr:$order,
                       Tile_MemoryScopeAttr:$scope, UnitAttr:$in_bounds);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$order $scope $view `[` $indices `:` type($indices) `]` (`in_bounds` $in_bounds^)? attr-dict `:` type($view)";
}

def Tile_AtomicStoreViewOp : Tile_ViewAccessOp<"atomic_store_view", [MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"value is the view's tile", "view", "value", "::llvm::cast<::tilec::tile::ViewType>($_self).getTileType()">]> {
  let summary = "atomic store of each element of a view's tile";
  let description = viewAccessText;
  let arguments = (ins Tile_View:$view, Variadic<Tile_IntegerLike>:$indices, Tile_AnyTile:$value, Tile_MemoryOrderAttr:$order,
                       Tile_MemoryScopeAttr:$scope, UnitAttr:$in_bounds);
  let assemblyFormat = "$order $scope $view `[` $indices `:` type($indices) `]` `,` $value (`in_bounds` $in_bounds^)? attr-dict `:` type($view)";
}

def Tile_AtomicReduceViewOp : Tile_ViewAccessOp<"atomic_reduce_view", [MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"value is the view's tile", "view", "value", "::llvm::cast<::tilec::tile::ViewType>($_self).getTileType()">]> {
  let summary = "atomic reduction into each element of a view's tile";
  let description = viewAccessText # "Relaxed; scope block or device; not `exchange`; not through gather/scatter views.";
  let arguments = (ins Tile_AtomicKindAttr:$kind, Tile_View:$view, Variadic<Tile_IntegerLike>:$indices, Tile_AnyTile:$value,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope, UnitAttr:$in_bounds);
  let assemblyFormat = [{
    $kind $order $scope $view `[` $indices `:` type($indices) `]` `,` $value (`in_bounds` $in_bounds^)? attr-dict `:` type($view)
  }];
}

#endif
