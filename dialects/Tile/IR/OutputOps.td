// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assumptions, printing and assertions.
#ifndef TILEC_DIALECTS_TILE_IR_OUTPUTOPS
#define TILEC_DIALECTS_TILE_IR_OUTPUTOPS

include "dialects/Tile/IR/TileTypes.td"

def Tile_AssumeOp : Tile_Op<"assume", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "the source, known to satisfy a fact; undefined behaviour if it does not";
  let arguments = (ins Tile_AnyLike:$source, AnyAttrOf<[Tile_DivisibleAttr, Tile_BoundedAttr, Tile_SameElementsAttr]>:$fact);
  let results = (outs Tile_AnyLike:$result);
  let assemblyFormat = "$source `[` $fact `]` attr-dict `:` type($source)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_PrintOp : Tile_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "printf: the format's conversions apply to scalars and to each element of tiles";
  let description = "Tiles print as nested brackets.";
  let arguments = (ins StrAttr:$format, Variadic<Tile_AnyLike>:$arguments);
  let assemblyFormat = "$format ($arguments^ `:` type($arguments))? attr-dict";
}

def Tile_AssertOp : Tile_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "stop the kernel with a message unless the condition holds";
  let arguments = (ins I1:$condition, StrAttr:$message, StrAttr:$function);
  let assemblyFormat = "$condition `,` $message `in` $function attr-dict";
  let hasCanonicalizeMethod = 1;
}

#endif
