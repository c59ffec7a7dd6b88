// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between element types.
#ifndef TILEC_DIALECTS_TILE_IR_CASTOPS
#define TILEC_DIALECTS_TILE_IR_CASTOPS

include "dialects/Tile/IR/TileTypes.td"

class Tile_CastOp<string mnemonic, Type from, Type to, list<Trait> traits = []>
    : Tile_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultShape], traits)> {
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def Tile_FToFOp : Tile_CastOp<"ftof", Tile_FloatLike, Tile_FloatLike> {
  let summary = "between floating-point types, rounded to nearest even";
  let description = [{
    To `f8E4M3FN`, `f8E5M2` and `f4E2M1FN` a finite value beyond the range saturates to the largest finite one; to `f8E8M0FNU` the result
    is the power of two nearest above (rounding toward positive infinity, as `__nv_fp8_e8m0` construction does). NaN stays NaN where the type has one.
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tile_FToIOp : Tile_Op<"ftoi", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "floating point to integer, toward zero; undefined when out of range";
  let arguments = (ins Tile_FloatLike:$source, UnitAttr:$is_unsigned);
  let results = (outs Tile_IntegerLike:$result);
  let assemblyFormat = "$source (`unsigned` $is_unsigned^)? attr-dict `:` type($source) `->` type($result)";
  let hasFolder = 1;
}

def Tile_IToFOp : Tile_Op<"itof", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "integer to floating point, rounded to nearest even, infinity on overflow (saturated where the type has none)";
  let arguments = (ins Tile_IntegerLike:$source, UnitAttr:$is_unsigned);
  let results = (outs Tile_FloatLike:$result);
  let assemblyFormat = "$source (`unsigned` $is_unsigned^)? attr-dict `:` type($source) `->` type($result)";
  let hasFolder = 1;
}

def Tile_BitcastOp : Tile_CastOp<"bitcast", Tile_AnyLike, Tile_AnyLike> {
  let summary = "the same bits under another element type";
  let description = "Storage widths are equal; pointers count as 64 bits and convert to each other freely. Not for `tf32` and `i1`.";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif
