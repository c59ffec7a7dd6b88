// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs.
#ifndef TILEC_DIALECTS_TILE_IR_MATRIXOPS
#define TILEC_DIALECTS_TILE_IR_MATRIXOPS

include "dialects/Tile/IR/TileTypes.td"

def Tile_MmaOp : Tile_Op<"mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "MMA: result = a x b + accumulator";
  let description = [{
    `MxK`, `KxN`, `MxN`, or rank 3 with equal batch extents first. The order of the sum and the precision of partial sums are
    unspecified. Element types: facts table of the language (f16 with f16 or f32 sums; bf16, tf32, f32 with f32; f64 with f64; f8 with f16 or
    f32; i8 with i32, each side signed or unsigned).
  }];
  let arguments = (ins Tile_TileOf<Tile_Numeric>:$a, Tile_TileOf<Tile_Numeric>:$b, Tile_TileOf<Tile_Numeric>:$accumulator,
                       UnitAttr:$unsigned_a, UnitAttr:$unsigned_b);
  let results = (outs Tile_TileOf<Tile_Numeric>:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $accumulator (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)? attr-dict
    `:` type($a) `,` type($b) `,` type($accumulator)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_ScaledMmaOp : Tile_Op<"scaled_mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "MMA of block-scaled operands";
  let description = [{
    Each run of K/Ks elements of a row of `a` (a column of `b`) is multiplied by one scale: result = (a * a_scale) x (b * b_scale) + accumulator.
    `a` MxK, `a_scale` MxKs, `b` KxN, `b_scale` KsxN. e4m3 or e5m2 with e8m0 and K/Ks = 32; e2m1 with e8m0 and 16 or 32; e2m1 with e4m3 and 16. Sums in f32.
  }];
  let arguments = (ins Tile_TileOf<Tile_Float>:$a, Tile_TileOf<Tile_Float>:$a_scale, Tile_TileOf<Tile_Float>:$b,
                       Tile_TileOf<Tile_Float>:$b_scale, Tile_TileOf<F32>:$accumulator);
  let results = (outs Tile_TileOf<F32>:$result);
  let assemblyFormat = [{
    $a `scale` $a_scale `,` $b `scale` $b_scale `,` $accumulator attr-dict
    `:` type($a) `,` type($a_scale) `,` type($b) `,` type($b_scale) `,` type($accumulator)
  }];
  let hasVerifier = 1;
}

#endif
