// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enumerations of the `tile` dialect. Values are those of the C++ API's enumerators.
#ifndef TILEC_DIALECTS_TILE_IR_TILEENUMS
#define TILEC_DIALECTS_TILE_IR_TILEENUMS

include "dialects/Tile/IR/TileDialect.td"

class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tilec::tile";
  let genSpecializedAttr = 0;
}
class Tile_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Tile_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Tile_Dimension : Tile_Enum<"Dimension", "grid dimension", [
  I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">, I32EnumAttrCase<"Z", 2, "z">]>;
def Tile_DimensionAttr : EnumAttr<Tile_Dialect, Tile_Dimension, "dimension">;

def Tile_RoundingMode : Tile_Enum<"RoundingMode", "rounding of a floating-point result", [
  I32EnumAttrCase<"TiesToEven", 0, "ties_to_even">, I32EnumAttrCase<"TowardZero", 1, "toward_zero">,
  I32EnumAttrCase<"TowardNegative", 2, "toward_negative">, I32EnumAttrCase<"TowardPositive", 3, "toward_positive">,
  I32EnumAttrCase<"Approximate", 4, "approximate">, I32EnumAttrCase<"Full", 5, "full">]>;
def Tile_RoundingModeAttr : Tile_EnumAttr<Tile_RoundingMode, "rounding">;

def Tile_MemoryOrder : Tile_Enum<"MemoryOrder", "C++ memory order of an atomic access", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Release", 2, "release">, I32EnumAttrCase<"AcqRel", 3, "acq_rel">]>;
def Tile_MemoryOrderAttr : EnumAttr<Tile_Dialect, Tile_MemoryOrder, "memory_order">;

def Tile_MemoryScope : Tile_Enum<"MemoryScope", "who observes an atomic access", [
  I32EnumAttrCase<"Block", 0, "block">, I32EnumAttrCase<"Device", 1, "device">, I32EnumAttrCase<"System", 2, "system">]>;
def Tile_MemoryScopeAttr : EnumAttr<Tile_Dialect, Tile_MemoryScope, "memory_scope">;

def Tile_Padding : Tile_Enum<"Padding", "value of a view's elements outside its tensor", [
  I32EnumAttrCase<"Zero", 0, "zero">, I32EnumAttrCase<"NegativeZero", 1, "negative_zero">,
  I32EnumAttrCase<"PositiveInf", 2, "positive_inf">, I32EnumAttrCase<"NegativeInf", 3, "negative_inf">,
  I32EnumAttrCase<"NaN", 4, "nan">]>;
def Tile_PaddingAttr : Tile_EnumAttr<Tile_Padding, "padding">;

def Tile_AtomicKind : Tile_Enum<"AtomicKind", "what an atomic read-modify-write computes", [
  I32EnumAttrCase<"Exchange", 0, "exchange">, I32EnumAttrCase<"Add", 1, "add">, I32EnumAttrCase<"Sub", 2, "sub">,
  I32EnumAttrCase<"And", 3, "and">, I32EnumAttrCase<"Or", 4, "or">, I32EnumAttrCase<"Xor", 5, "xor">,
  I32EnumAttrCase<"MaxSigned", 6, "max_signed">, I32EnumAttrCase<"MaxUnsigned", 7, "max_unsigned">,
  I32EnumAttrCase<"MinSigned", 8, "min_signed">, I32EnumAttrCase<"MinUnsigned", 9, "min_unsigned">]>;
def Tile_AtomicKindAttr : EnumAttr<Tile_Dialect, Tile_AtomicKind, "atomic_kind">;

def Tile_FactKind : Tile_Enum<"FactKind", "how a number is compared with a constant", [
  I32EnumAttrCase<"MultipleOf", 0, "multiple_of">, I32EnumAttrCase<"AtLeast", 1, "at_least">]>;

#endif
