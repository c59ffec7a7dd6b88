// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic accesses through pointers.
#ifndef TILEC_DIALECTS_TILE_IR_ATOMICOPS
#define TILEC_DIALECTS_TILE_IR_ATOMICOPS

include "dialects/Tile/IR/TileTypes.td"

class Tile_AtomicOp<string mnemonic, list<Trait> traits> : Tile_Op<mnemonic, !listconcat(traits, [
    OptionalTypesMatchWith<"mask has element i1 and the pointer's shape", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">])>;

def Tile_AtomicLoadOp : Tile_AtomicOp<"atomic_load", [AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"result has the pointee type", "pointer", "result", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"padding has the pointee type", "pointer", "padding", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic load of each element";
  let description = "Order `relaxed` or `acquire`.";
  let arguments = (ins Tile_PointerLike:$pointer, Optional<Tile_MaskLike>:$mask, Optional<Tile_AnyLike>:$padding,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope);
  let results = (outs Tile_AnyLike:$result);
  let assemblyFormat = "$order $scope $pointer (`mask` $mask^)? (`padding` $padding^)? attr-dict `:` type($pointer)";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_AtomicStoreOp : Tile_AtomicOp<"atomic_store", [MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"value has the pointee type", "pointer", "value", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic store of each element";
  let description = "Order `relaxed` or `release`.";
  let arguments = (ins Tile_PointerLike:$pointer, Tile_AnyLike:$value, Optional<Tile_MaskLike>:$mask,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope);
  let assemblyFormat = "$order $scope $pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer)";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_AtomicRmwOp : Tile_AtomicOp<"atomic_rmw", [MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"value has the pointee type", "pointer", "value", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic read-modify-write of each element";
  let description = [{
    The result, the old values, may be left out (cheaper). Masked-out elements are not accessed and yield an unspecified value.
    `add`, `sub`: 32- and 64-bit integers, f16, bf16, f32, f64. `and`, `or`, `xor`, `max_*`, `min_*`: 32- and 64-bit integers. `exchange`: those and f32, f64.
  }];
  let arguments = (ins Tile_AtomicKindAttr:$kind, Tile_PointerLike:$pointer, Tile_AnyLike:$value, Optional<Tile_MaskLike>:$mask,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope);
  let results = (outs Optional<Tile_AnyLike>:$result);
  let assemblyFormat = [{
    $kind $order $scope $pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer) (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_AtomicCasOp : Tile_AtomicOp<"atomic_cas", [MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"expected has the pointee type", "pointer", "expected", "::tilec::tile::pointeeLike($_self)">,
    TypesMatchWith<"desired has the pointee type", "pointer", "desired", "::tilec::tile::pointeeLike($_self)">]> {
  let summary = "atomic compare-exchange of each element; yields the old value";
  let description = [{
    Compares bits, also for floats. Masked-out elements are not accessed and yield `expected`. 32- and 64-bit integers, f32, f64.
  }];
  let arguments = (ins Tile_PointerLike:$pointer, Tile_AnyLike:$expected, Tile_AnyLike:$desired, Optional<Tile_MaskLike>:$mask,
                       Tile_MemoryOrderAttr:$order, Tile_MemoryScopeAttr:$scope);
  let results = (outs Optional<Tile_AnyLike>:$result);
  let assemblyFormat = [{
    $order $scope $pointer `,` $expected `,` $desired (`mask` $mask^)? attr-dict `:` type($pointer) (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

#endif
