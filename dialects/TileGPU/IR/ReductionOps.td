// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans over distributed tiles.
#ifndef TILEC_DIALECTS_TILEGPU_IR_REDUCTIONOPS
#define TILEC_DIALECTS_TILEGPU_IR_REDUCTIONOPS

include "dialects/TileGPU/IR/LayoutOps.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def TileGPU_YieldOp : TileGPU_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["ReduceOp", "ScanOp"]>]> {
  let summary = "result of a combining region";
  let arguments = (ins Variadic<Tile_Element>:$values);
  let builders = [OpBuilder<(ins), [{}]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def TileGPU_ReduceOp : TileGPU_Op<"reduce", [RecursiveMemoryEffects, RecursivelySpeculatable, TileGPU_ScratchOp]> {
  let summary = "combine all elements along an axis; its extent becomes 1";
  let description = [{
    Sources have one coordinate-wise layout; the results' is `LinearLayout::reduced` of it, so every lane that took part holds the result, bit
    for bit the same. Inside a lane, then across lanes by shuffles, then across warps through scratch.
  }];
  let arguments = (ins Variadic<TileGPU_Distributed>:$sources, I64Attr:$axis, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs Variadic<TileGPU_Distributed>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = "$sources `axis` `=` $axis attr-dict `:` functional-type($sources, $results) $combiner";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TileGPU_ScanOp : TileGPU_Op<"scan", [RecursiveMemoryEffects, RecursivelySpeculatable, TileGPU_ScratchOp]> {
  let summary = "inclusive scan along an axis";
  let description = [{
    Sources and results have one layout, coordinate-wise, in which along the axis lanes rise and warps rise above them; a register bit lies
    below all lanes or between lanes and warps (`layout::scanBits`). The prefix runs through each lane's neighbours, across lanes by
    shuffles, from one stretch of the warp to the next, then across warps through scratch.
  }];
  let arguments = (ins Variadic<TileGPU_Distributed>:$sources, I64Attr:$axis, UnitAttr:$reverse, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs Variadic<TileGPU_Distributed>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    $sources `axis` `=` $axis (`reverse` $reverse^)? attr-dict `:` functional-type($sources, $results) $combiner
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif
