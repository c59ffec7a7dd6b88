// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, loads and stores, local memory and module variables.
#ifndef TILEC_DIALECTS_TILE_IR_MEMORYOPS
#define TILEC_DIALECTS_TILE_IR_MEMORYOPS

include "dialects/Tile/IR/TileTypes.td"

include "mlir/IR/SymbolInterfaces.td"

def Tile_OffsetOp : Tile_Op<"offset", [Pure, Elementwise, AllTypesMatch<["pointer", "result"]>,
    Tile_SameShape<"pointer", "offset">]> {
  let summary = "pointer plus a signed number of elements";
  let arguments = (ins Tile_PointerLike:$pointer, Tile_IntegerLike:$offset);
  let results = (outs Tile_PointerLike:$result);
  let assemblyFormat = "$pointer `,` $offset attr-dict `:` type($pointer) `,` type($offset)";
  let hasFolder = 1;
}

def Tile_PtrDiffOp : Tile_Op<"ptr_diff", [Pure, Elementwise, SameTypeOperands, Tile_SameShape<"lhs", "result">]> {
  let summary = "difference of two pointers in elements";
  let arguments = (ins Tile_PointerLike:$lhs, Tile_PointerLike:$rhs);
  let results = (outs Tile_Like<I64>:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasFolder = 1;
}

def Tile_LoadOp : Tile_Op<"load", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>,
    TypesMatchWith<"result has the pointee type", "pointer", "result", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"padding has the pointee type", "pointer", "padding", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"mask has element i1 and the pointer's shape", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">]> {
  let summary = "load through pointers";
  let description = [{
    Elements whose mask is false are not accessed; they read as `padding`, or as an unspecified value without it.
  }];
  let arguments = (ins Tile_PointerLike:$pointer, Optional<Tile_MaskLike>:$mask, Optional<Tile_AnyLike>:$padding,
                       OptionalAttr<Tile_HintsArrayAttr>:$hints);
  let results = (outs Tile_AnyLike:$result);
  let assemblyFormat = "$pointer (`mask` $mask^)? (`padding` $padding^)? attr-dict `:` type($pointer)";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_StoreOp : Tile_Op<"store", [MemoryEffects<[MemWrite]>,
    TypesMatchWith<"value has the pointee type", "pointer", "value", "::tilec::tile::pointeeLike($_self)">,
    OptionalTypesMatchWith<"mask has element i1 and the pointer's shape", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">]> {
  let summary = "store through pointers";
  let description = "Elements whose mask is false are not accessed. Two elements at one address are a race.";
  let arguments = (ins Tile_PointerLike:$pointer, Tile_AnyLike:$value, Optional<Tile_MaskLike>:$mask,
                       OptionalAttr<Tile_HintsArrayAttr>:$hints);
  let assemblyFormat = "$pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer)";
  let hasCanonicalizeMethod = 1;
}

def Tile_AllocaOp : Tile_Op<"alloca", [MemoryEffects<[MemAlloc]>]> {
  let summary = "memory of this tile block";
  let description = [{
    One object for each tile block (not for each lane), uninitialised. Lives until the kernel ends; an `alloca` in a loop is one object
    per iteration.
  }];
  let arguments = (ins I64Attr:$bytes, I64Attr:$alignment);
  let results = (outs Tile_Pointer:$result);
  let assemblyFormat = "$bytes `bytes` `align` $alignment attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_GlobalOp : Tile_Op<"global", [Symbol]> {
  let summary = "a variable in device memory";
  let description = [{
    `__tile__` variables (public: the host finds them by name) and static locals (private). `initial` holds the initial bytes in memory order; none means
    zeros.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$sym_visibility, I64Attr:$bytes, I64Attr:$alignment,
                       OptionalAttr<DenseI8ArrayAttr>:$initial, UnitAttr:$constant);
  let assemblyFormat = [{
    ($sym_visibility^)? (`constant` $constant^)? $sym_name $bytes `bytes` `align` $alignment (`=` $initial^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_AddressOfOp : Tile_Op<"address_of", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "address of a module variable";
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Tile_Pointer:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

#endif
