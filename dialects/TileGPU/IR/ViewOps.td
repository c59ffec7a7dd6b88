// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses through views, before a path is chosen for them.
#ifndef TILEC_DIALECTS_TILEGPU_IR_VIEWOPS
#define TILEC_DIALECTS_TILEGPU_IR_VIEWOPS

include "dialects/TileGPU/IR/TileGPUAttributes.td"

class TileGPU_ViewAccessOp<string mnemonic, list<Trait> traits> : TileGPU_Op<mnemonic, traits> {
  let description = [{
    As the op of this name in `tile`, on distributed tiles. `tile-gpu-select-memory-paths` replaces it. Loads and stores have the `vector`
    of `tile_gpu.load`.
  }];
  let hasVerifier = 1;
}

def TileGPU_LoadViewOp : TileGPU_ViewAccessOp<"load_view", [MemoryEffects<[MemRead]>]> {
  let summary = "load a tile through a view";
  let arguments = (ins Tile_View:$view, Variadic<TileGPU_IntegerLike>:$indices, UnitAttr:$in_bounds,
                       DefaultValuedAttr<I64Attr, "1">:$vector, OptionalAttr<Tile_HintsArrayAttr>:$hints);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $view `[` $indices `:` type($indices) `]` (`in_bounds` $in_bounds^)? (`vector` $vector^)? attr-dict `:` type($view) `->` type($result)
  }];
}

def TileGPU_StoreViewOp : TileGPU_ViewAccessOp<"store_view", [MemoryEffects<[MemWrite]>]> {
  let summary = "store a tile through a view";
  let arguments = (ins Tile_View:$view, Variadic<TileGPU_IntegerLike>:$indices, TileGPU_Distributed:$value, UnitAttr:$in_bounds,
                       DefaultValuedAttr<I64Attr, "1">:$vector, OptionalAttr<Tile_HintsArrayAttr>:$hints);
  let assemblyFormat = [{
    $view `[` $indices `:` type($indices) `]` `,` $value (`in_bounds` $in_bounds^)? (`vector` $vector^)? attr-dict `:` type($view) `,` type($value)
  }];
}

def TileGPU_AtomicLoadViewOp : TileGPU_ViewAccessOp<"atomic_load_view", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic load of each element of a view's tile";
  let arguments = (ins Tile_View:$view, Variadic<TileGPU_IntegerLike>:$indices, Tile_MemoryOrderAttr:$order,
                       Tile_MemoryScopeAttr:$scope, UnitAttr:$in_bounds);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $order $scope $view `[` $indices `:` type($indices) `]` (`in_bounds` $in_bounds^)? attr-dict `:` type($view) `->` type($result)
  }];
}

def TileGPU_AtomicStoreViewOp : TileGPU_ViewAccessOp<"atomic_store_view", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic store of each element of a view's tile";
  let arguments = (ins Tile_View:$view, Variadic<TileGPU_IntegerLike>:$indices, TileGPU_Distributed:$value, Tile_MemoryOrderAttr:$order,
                       Tile_MemoryScopeAttr:$scope, UnitAttr:$in_bounds);
  let assemblyFormat = [{
    $order $scope $view `[` $indices `:` type($indices) `]` `,` $value (`in_bounds` $in_bounds^)? attr-dict
    `:` type($view) `,` type($value)
  }];
}

def TileGPU_AtomicReduceViewOp : TileGPU_ViewAccessOp<"atomic_reduce_view", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic reduction into each element of a view's tile";
  let arguments = (ins Tile_AtomicKindAttr:$kind, Tile_View:$view, Variadic<TileGPU_IntegerLike>:$indices, TileGPU_Distributed:$value,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope, UnitAttr:$in_bounds);
  let assemblyFormat = [{
    $kind $order $scope $view `[` $indices `:` type($indices) `]` `,` $value (`in_bounds` $in_bounds^)? attr-dict
    `:` type($view) `,` type($value)
  }];
}

#endif
