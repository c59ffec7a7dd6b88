// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic in a mode that arith and math cannot say.
#ifndef TILEC_DIALECTS_TILE_IR_ARITHMETICOPS
#define TILEC_DIALECTS_TILE_IR_ARITHMETICOPS

include "dialects/Tile/IR/TileTypes.td"

class Tile_ModalOp<string mnemonic, string text> : Tile_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = text;
  let description = [{
    `rounding` says how the result is rounded; `flush` replaces subnormal inputs and results by zero of the same sign (f32 only).
    `approximate` and `full` are f32 modes: fast hardware approximations of at most 2 ulp in the documented range. f16 and bf16 compute in f32 where the hardware does
    (directed rounding), rounded once more to the type.
  }];
  let results = (outs Tile_ArithmeticFloatLike:$result);
  let hasVerifier = 1;
}
class Tile_ModalBinaryOp<string mnemonic, string text> : Tile_ModalOp<mnemonic, text> {
  let arguments = (ins Tile_ArithmeticFloatLike:$lhs, Tile_ArithmeticFloatLike:$rhs,
    DefaultValuedAttr<Tile_RoundingModeAttr, "::tilec::tile::RoundingMode::TiesToEven">:$rounding, UnitAttr:$flush);
  let assemblyFormat = "$lhs `,` $rhs (`rounding` `` $rounding^)? (`flush` $flush^)? attr-dict `:` type($result)";
  let hasFolder = 1;
}
class Tile_ModalUnaryOp<string mnemonic, string text> : Tile_ModalOp<mnemonic, text> {
  let arguments = (ins Tile_ArithmeticFloatLike:$operand,
    DefaultValuedAttr<Tile_RoundingModeAttr, "::tilec::tile::RoundingMode::TiesToEven">:$rounding, UnitAttr:$flush);
  let assemblyFormat = "$operand (`rounding` `` $rounding^)? (`flush` $flush^)? attr-dict `:` type($result)";
}

def Tile_AddFOp : Tile_ModalBinaryOp<"addf", "sum with a rounding or subnormal mode">;
def Tile_SubFOp : Tile_ModalBinaryOp<"subf", "difference with a rounding or subnormal mode">;
def Tile_MulFOp : Tile_ModalBinaryOp<"mulf", "product with a rounding or subnormal mode">;
def Tile_DivFOp : Tile_ModalBinaryOp<"divf", "quotient with a rounding or subnormal mode">;
def Tile_FmaOp : Tile_ModalOp<"fma", "a * b + c, rounded once, with a rounding or subnormal mode"> {
  let arguments = (ins Tile_ArithmeticFloatLike:$a, Tile_ArithmeticFloatLike:$b, Tile_ArithmeticFloatLike:$c,
    DefaultValuedAttr<Tile_RoundingModeAttr, "::tilec::tile::RoundingMode::TiesToEven">:$rounding, UnitAttr:$flush);
  let assemblyFormat = "$a `,` $b `,` $c (`rounding` `` $rounding^)? (`flush` $flush^)? attr-dict `:` type($result)";
  let hasCanonicalizeMethod = 1;
}
def Tile_SqrtOp : Tile_ModalUnaryOp<"sqrt", "square root with a rounding or subnormal mode">;
def Tile_RsqrtOp : Tile_ModalUnaryOp<"rsqrt", "reciprocal square root that flushes subnormals">;
def Tile_ExpOp : Tile_ModalUnaryOp<"exp", "exponential, approximate">;
def Tile_Exp2Op : Tile_ModalUnaryOp<"exp2", "power of two that flushes subnormals">;
def Tile_TanhOp : Tile_ModalUnaryOp<"tanh", "hyperbolic tangent, approximate">;

#endif
