// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout conversions, coordinates, and the ops that rearrange distributed tiles.
#ifndef TILEC_DIALECTS_TILEGPU_IR_LAYOUTOPS
#define TILEC_DIALECTS_TILEGPU_IR_LAYOUTOPS

include "dialects/TileGPU/IR/TileGPUAttributes.td"
include "dialects/TileGPU/IR/TileGPUInterfaces.td"

def TileGPU_ScratchOp : DeclareOpInterfaceMethods<TileGPU_ScratchInterface, ["getScratchBytes"]>;
def TileGPU_TransferOp : DeclareOpInterfaceMethods<TileGPU_ScratchInterface, ["getScratchBytes", "isScratchOfWarps"]>;

def TileGPU_ConvertLayoutOp : TileGPU_Op<"convert_layout", [Pure, TileGPU_TransferOp]> {
  let summary = "the same tile in another layout";
  let description = [{
    Lowered by what `layout::planConversion` says is cheapest: renaming registers, shuffles, or scratch shared memory.
  }];
  let extraClassDeclaration = [{
    /// How the elements get there.
    ::tilec::layout::LayoutConversion plan();
  }];
  let arguments = (ins TileGPU_Distributed:$source, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileGPU_CoordinateOp : TileGPU_Op<"coordinate", [Pure]> {
  let summary = "each element's own coordinate along a dimension";
  let arguments = (ins I64Attr:$dimension);
  let results = (outs TileGPU_DistributedOf<Tile_Integer>:$result);
  let assemblyFormat = "$dimension attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class TileGPU_RenamingOp<string mnemonic> : TileGPU_Op<mnemonic, [Pure]> {
  let arguments = (ins TileGPU_Distributed:$source);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileGPU_BroadcastOp : TileGPU_RenamingOp<"broadcast"> {
  let summary = "stretch extents of 1 (NumPy rule) without moving data";
  let description = [{
    The source's layout is `LinearLayout::broadcastOperand` of the result's: each lane already holds what it needs, and each result
    register is a copy of the source register with the same element.
  }];
}
def TileGPU_ReshapeOp : TileGPU_RenamingOp<"reshape"> {
  let summary = "the same elements in row-major order under another shape, without moving data";
  let description = "The result's layout is `LinearLayout::reshaped` of the source's: registers stay what they are.";
}
def TileGPU_PermuteOp : TileGPU_Op<"permute", [Pure]> {
  let summary = "reorder dimensions without moving data";
  let description = [{
    Dimension *i* of the result is dimension `permutation[i]` of the source, and so for the layout: registers stay what they are.
  }];
  let arguments = (ins TileGPU_Distributed:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$source $permutation attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileGPU_CatOp : TileGPU_Op<"cat", [Pure, SameTypeOperands]> {
  let summary = "two tiles one behind the other along an axis, without moving data";
  let description = [{
    The operands' layout is `LinearLayout::half` of the result's: one place bit, `LinearLayout::splitBit`, tells the operands apart. A
    register bit takes half of the registers from each; along a lane or warp bit both operands are replicated, and each lane selects.
  }];
  let arguments = (ins TileGPU_Distributed:$first, TileGPU_Distributed:$second, I64Attr:$axis);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$first `,` $second `axis` `=` $axis attr-dict `:` type($first) `->` type($result)";
  let hasVerifier = 1;
}

def TileGPU_ExtractOp : TileGPU_Op<"extract", [Pure, TileGPU_TransferOp]> {
  let summary = "a sub-tile";
  let description = [{
    The source is divided into sub-tiles of the result's shape; the indices (read as unsigned) count sub-tiles. Any layouts, at the cost of
    `layout::planTransfer`: with constant indices nothing if the result's layout is `LinearLayout::subTile` of the source's and
    registers tell sub-tiles apart. Other indices choose registers by selects, lanes in shuffles, or addresses in scratch.
  }];
  let extraClassDeclaration = [{
    /// How the elements get there. The run-time number is that of the element where the sub-tile starts, as far as
    /// indices are not constant.
    ::tilec::layout::LayoutConversion plan();
    /// The same for other layouts of source and result.
    ::tilec::layout::LayoutConversion planBetween(const ::tilec::layout::LinearLayout &whole,
                                                  const ::tilec::layout::LinearLayout &part);
  }];
  let arguments = (ins TileGPU_Distributed:$source, Variadic<Tile_Integer>:$indices, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$source `[` ($indices^ `:` type($indices))? `]` attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileGPU_InsertOp : TileGPU_Op<"insert", [Pure, TileGPU_TransferOp, AllTypesMatch<["destination", "result"]>]> {
  let summary = "a tile with one sub-tile replaced";
  let description = [{
    Each place of the result gets the sub-tile's element at its position within one (`plan`), and takes it if its own sub-tile is the
    one that the indices name. Any layout of the source.
  }];
  let extraClassDeclaration = [{
    /// How the sub-tile's elements get there.
    ::tilec::layout::LayoutConversion plan();
    /// The same for other layouts of sub-tile and result.
    ::tilec::layout::LayoutConversion planBetween(const ::tilec::layout::LinearLayout &part,
                                                  const ::tilec::layout::LinearLayout &whole);
    /// Bits of the result's element numbers that say which sub-tile, and those of the one that constant indices name.
    uint64_t outsideBits();
    uint64_t knownStart();
  }];
  let arguments = (ins TileGPU_Distributed:$source, TileGPU_Distributed:$destination, Variadic<Tile_Integer>:$indices,
                       OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $source `into` $destination `[` ($indices^ `:` type($indices))? `]` attr-dict `:` type($source) `into` type($destination)
  }];
  let hasVerifier = 1;
}

#endif
