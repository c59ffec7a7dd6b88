// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans.
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

#endif
