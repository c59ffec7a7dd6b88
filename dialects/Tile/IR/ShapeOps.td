// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grid, iota, and the ops that rearrange tiles.
#ifndef TILEC_DIALECTS_TILE_IR_SHAPEOPS
#define TILEC_DIALECTS_TILE_IR_SHAPEOPS

include "dialects/Tile/IR/TileTypes.td"

def Tile_BlockIdOp : Tile_Op<"block_id", [Pure]> {
  let summary = "index of this tile block in the grid";
  let arguments = (ins Tile_DimensionAttr:$dimension);
  let results = (outs I32:$result);
  let assemblyFormat = "$dimension attr-dict";
}

def Tile_NumBlocksOp : Tile_Op<"num_blocks", [Pure]> {
  let summary = "number of tile blocks in the grid";
  let arguments = (ins Tile_DimensionAttr:$dimension);
  let results = (outs I32:$result);
  let assemblyFormat = "$dimension attr-dict";
}

def Tile_WorkerIdOp : Tile_Op<"worker_id", [Pure]> {
  let summary = "which of the workers that share the grid's blocks this is";
  let description = "In kernels with `tile.persistent` only, as `num_workers`: worker w of n runs the blocks w, w + n, w + 2n, ...";
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_NumWorkersOp : Tile_Op<"num_workers", [Pure]> {
  let summary = "number of workers that share the grid's blocks";
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_NextBlockOp : Tile_Op<"next_block", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "draw the block that this worker runs next";
  let description = [{
    In kernels with `tile.persistent` only. A launch counts how often its workers have drawn: of n workers, worker w begins with block w, and the first to draw gets block n, the next
    n + 1, and so on, also beyond the last block. Orders no other access to memory.
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_IotaOp : Tile_Op<"iota", [Pure]> {
  let summary = "0, 1, 2, ... in row-major order";
  let results = (outs Tile_TileOf<Tile_Integer>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_SplatOp : Tile_Op<"splat", [Pure, TypesMatchWith<"source is the element type", "result", "source",
                                                          "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "a tile whose elements are all one scalar";
  let arguments = (ins Tile_Element:$source);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Tile_ToScalarOp : Tile_Op<"to_scalar", [Pure, TypesMatchWith<"result is the element type", "source", "result",
                                                                 "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "the only element of a one-element tile";
  let arguments = (ins Tile_AnyTile:$source);
  let results = (outs Tile_Element:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

class Tile_ReshapingOp<string mnemonic> : Tile_Op<mnemonic, [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins Tile_AnyTile:$source);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_BroadcastOp : Tile_ReshapingOp<"broadcast"> {
  let summary = "stretch extents of 1 (NumPy rule)";
  let description = [{
    Dimensions are aligned at the right; missing leading dimensions and extents of 1 are stretched.
  }];
}

def Tile_ReshapeOp : Tile_ReshapingOp<"reshape"> {
  let summary = "the same elements, in row-major order, under another shape";
}

def Tile_PermuteOp : Tile_Op<"permute", [Pure, SameOperandsAndResultElementType,
                                         DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reorder dimensions";
  let description = "Dimension *i* of the result is dimension `permutation[i]` of the source.";
  let arguments = (ins Tile_AnyTile:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$source $permutation attr-dict `:` type($source)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_CatOp : Tile_Op<"cat", [Pure, SameTypeOperands, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "two tiles of equal type, one behind the other along an axis";
  let arguments = (ins Tile_AnyTile:$first, Tile_AnyTile:$second, I64Attr:$axis);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$first `,` $second `axis` `=` $axis attr-dict `:` type($first)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_ExtractOp : Tile_Op<"extract", [Pure]> {
  let summary = "a sub-tile";
  let description = [{
    The source is divided into sub-tiles of the result's shape; the indices (read as unsigned) count sub-tiles. An index outside
    is undefined behaviour.
  }];
  let arguments = (ins Tile_AnyTile:$source, Variadic<Tile_Integer>:$indices);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$source `[` ($indices^ `:` type($indices))? `]` attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_InsertOp : Tile_Op<"insert", [Pure, AllTypesMatch<["destination", "result"]>]> {
  let summary = "a tile with one sub-tile replaced";
  let arguments = (ins Tile_AnyTile:$source, Tile_AnyTile:$destination, Variadic<Tile_Integer>:$indices);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $source `into` $destination `[` ($indices^ `:` type($indices))? `]` attr-dict `:` type($source) `into` type($destination)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif
