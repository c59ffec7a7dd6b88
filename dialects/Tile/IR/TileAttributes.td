// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of the `tile` dialect: hints and assumed facts.
#ifndef TILEC_DIALECTS_TILE_IR_TILEATTRIBUTES
#define TILEC_DIALECTS_TILE_IR_TILEATTRIBUTES

include "dialects/Tile/IR/TileEnums.td"

class Tile_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Tile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Tile_HintsAttr : Tile_Attr<"Hints", "hints"> {
  let summary = "optimisation hints for one architecture";
  let description = [{
    `arch` is 0 (every architecture) or ten times the compute capability (800, 900, 1000, ...), as in the source. An op or kernel
    carries an array of these, at most one for each architecture; `tile-resolve-hints` leaves the one that holds for the target.
    Hints steer speed only: removing them changes no integer result and no float result beyond its bound.

    | key | on | values |
    |---|---|---|
    | `num_cta_in_cga` | kernel | 1, 2, 4, 8, 16 |
    | `occupancy` | kernel | 1..32 |
    | `num_worker_warps_per_cta` | kernel | power of two up to 32 |
    | `latency` | load, store | 1..10 |
    | `allow_tma` | view load, view store | true, false |

    Example: `#tile.hints<arch = 900, latency = 8, allow_tma = false>`
  }];
  let parameters = (ins
    "int64_t":$arch,
    OptionalParameter<"::std::optional<int64_t>">:$num_cta_in_cga,
    OptionalParameter<"::std::optional<int64_t>">:$occupancy,
    OptionalParameter<"::std::optional<int64_t>">:$num_worker_warps_per_cta,
    OptionalParameter<"::std::optional<int64_t>">:$latency,
    OptionalParameter<"::mlir::BoolAttr">:$allow_tma);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}
def Tile_HintsArrayAttr : TypedArrayAttrBase<Tile_HintsAttr, "hints by architecture">;

def Tile_DivisibleAttr : Tile_Attr<"Divisible", "divisible"> {
  let summary = "values are divisible by a power of two (addresses: in bytes)";
  let description = [{
    `#tile.divisible<16>`: every element. `#tile.divisible<16, every = 4, along = 1>`: every fourth element along dimension 1,
    starting at the first.
  }];
  let parameters = (ins
    "int64_t":$divisor,
    OptionalParameter<"::std::optional<int64_t>">:$every,
    OptionalParameter<"::std::optional<int64_t>">:$along);
  let assemblyFormat = "`<` $divisor (`,` `every` `=` $every^ `,` `along` `=` $along)? `>`";
  let genVerifyDecl = 1;
}

def Tile_BoundedAttr : Tile_Attr<"Bounded", "bounded"> {
  let summary = "integers lie in a closed range; the sign is that of the bounds' C++ type";
  let parameters = (ins
    OptionalParameter<"::std::optional<int64_t>">:$lower,
    OptionalParameter<"::std::optional<int64_t>">:$upper);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Tile_SameElementsAttr : Tile_Attr<"SameElements", "same_elements"> {
  let summary = "elements are equal inside each aligned block of this shape";
  let parameters = (ins ArrayRefParameter<"int64_t">:$block);
  let assemblyFormat = "`<` `[` $block `]` `>`";
}

def Tile_FactAttr : Tile_Attr<"Fact", "fact"> {
  let summary = "something that holds for a launch: for an argument, or for an argument and the grid";
  let description = [{
    The number compared is the argument (an address in bytes; integers as signed), or 0 without one, less `step` times the grid's extent
    along `grid`, if given, without wrapping.

    | fact | holds if |
    |---|---|
    | `#tile.fact<kind = multiple_of, argument = 0, value = 16>` | argument 0 is a multiple of 16 |
    | `#tile.fact<kind = at_least, argument = 3, value = 1024>` | argument 3 >= 1024 |
    | `#tile.fact<kind = at_least, argument = 3, grid = x, step = 256, value = 0>` | 256 * grid.x <= argument 3 |
  }];
  let parameters = (ins
    EnumParameter<Tile_FactKind>:$kind,
    OptionalParameter<"::std::optional<int64_t>">:$argument,
    OptionalParameter<"::std::optional<::tilec::tile::Dimension>">:$grid,
    DefaultValuedParameter<"int64_t", "1">:$step,
    "int64_t":$value);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Tile_VariantAttr : Tile_Attr<"Variant", "variant"> {
  let summary = "this function is one of several forms of a kernel, to be launched if its facts hold";
  let description = [{
    `number` counts from 0 in order of preference; the last variant bears the kernel's own name and has no facts. A launcher takes
    the first whose facts all hold. The form for grids of few blocks (`tile.few_blocks`), or of many (`tile.many_blocks`), stands before all others, with -1.

    Example: `#tile.variant<@add, 0, [<kind = multiple_of, argument = 0, value = 16>]>`, and `#tile.variant<@add, 1>` on `@add` itself.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$kernel, "int64_t":$number, OptionalArrayRefParameter<"::tilec::tile::FactAttr">:$facts);
  let assemblyFormat = "`<` $kernel `,` $number (`,` `[` $facts^ `]`)? `>`";
}

#endif
