// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, scans and matrix products.
#ifndef TILEC_DIALECTS_TILE_IR_REDUCTIONOPS
#define TILEC_DIALECTS_TILE_IR_REDUCTIONOPS

include "dialects/Tile/IR/TileTypes.td"

include "mlir/Interfaces/ControlFlowInterfaces.td"

def Tile_YieldOp : Tile_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["ReduceOp", "ScanOp"]>]> {
  let summary = "result of a combining region";
  let arguments = (ins Variadic<Tile_Element>:$values);
  let builders = [OpBuilder<(ins), [{}]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def Tile_ReduceOp : Tile_Op<"reduce", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "combine all elements along an axis; its extent becomes 1";
  let description = [{
    Operands are n tiles of one shape. The region takes 2n scalars (one element of each operand, then another of each) and yields n
    scalars. It is applied in an unspecified order and grouping, the same on every run on one device, so it should be associative
    and commutative; it has no side effect and uses no value from outside but scalars.

    ```mlir
    %s = tile.reduce %t axis = 1 : (tensor<4x8xf32>) -> tensor<4x1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile.yield %c : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_AnyTile>:$sources, I64Attr:$axis);
  let results = (outs Variadic<Tile_AnyTile>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = "$sources `axis` `=` $axis attr-dict `:` functional-type($sources, $results) $combiner";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_ScanOp : Tile_Op<"scan", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "inclusive scan along an axis";
  let description = [{
    Element *i* of a result combines elements 0..*i* (from the end with `reverse`), in order but in an unspecified grouping. Region as for
    `tile.reduce`: the first n arguments are the earlier elements.
  }];
  let arguments = (ins Variadic<Tile_AnyTile>:$sources, I64Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tile_AnyTile>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = "$sources `axis` `=` $axis (`reverse` $reverse^)? attr-dict `:` functional-type($sources, $results) $combiner";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_MmaOp : Tile_Op<"mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "matrix product: result = a x b + accumulator";
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
  let summary = "matrix product of block-scaled operands";
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
