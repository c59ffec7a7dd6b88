// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tile` dialect and the type constraints its ops share.
#ifndef TILEC_DIALECTS_TILE_IR_TILEDIALECT
#define TILEC_DIALECTS_TILE_IR_TILEDIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::tilec::tile";
  let summary = "What a CUDA Tile kernel computes, with no hardware in it";
  let description = [{
    A kernel is a `func.func` with the attribute `tile.kernel`. A *tile* is a builtin `tensor` of static shape with power-of-two
    extents; a C++ scalar is a plain scalar, a rank-0 tile a rank-0 tensor. Elementwise work in the default floating-point mode is
    `arith` and `math`, control flow is `scf`; ops of this dialect exist where upstream has none.

    **Element types**: `i1`, `i8`, `i16`, `i32`, `i64`, `f16`, `bf16`, `tf32`, `f32`, `f64`, `f8E4M3FN`, `f8E5M2`, `f8E8M0FNU`,
    `f4E2M1FN` and `!tile.ptr<T>`. Integers are signless: ops say which sign they mean.

    **Order of memory accesses** inside a block is program order, as in C++: an access keeps its place among the ops that MLIR's
    memory effects say it may conflict with. Loads read and stores and atomics write one memory; a transformation that wants to
    move one access over another must prove with `Analysis/Alias` that they do not touch the same bytes. No access
    moves up over an acquire, nor down over a release. Output (`print`, `assert`) keeps its order among itself.

    **Persistent kernels** (`tile.persistent`, a unit) are launched as a row of workers, as many as fit the device; an `scf.for` with
    `tile.block_loop` (a unit) runs the grid's blocks one after the other. Its iterations are blocks: nothing orders their accesses of memory.

    **Clusters**: with `tile.num_ctas` (an i32) so many CTAs share each tile block. Each runs the kernel on tiles of its own, parts of the source's; scalars and tiles
    that are not divided have one value in all of them, and effects that are to happen once stand in an `scf.if` on `tile.cta_rank` being 0.

    With `tile.multicast_ctas` (an i32) so many CTAs are a cluster and a worker of a persistent kernel, each with tile blocks of its own: what the source says of a block
    holds for the CTA. `tile.cta_rank` tells them apart; what does not depend on it is the same in all of them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::func::FuncDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerTileAttributes();
    void registerTileTypes();
  }];
  let discardableAttrs = (ins
    "::mlir::UnitAttr":$kernel,
    "::mlir::ArrayAttr":$hints,
    "::mlir::Attribute":$variant,
    "::mlir::UnitAttr":$persistent,
    "::mlir::UnitAttr":$block_loop,
    "::mlir::IntegerAttr":$num_ctas,
    "::mlir::IntegerAttr":$neighbours,
    "::mlir::UnitAttr":$restrict,
    "::mlir::StringAttr":$parameter
  );
}

class Tile_Op<string mnemonic, list<Trait> traits = []> : Op<Tile_Dialect, mnemonic, traits>;

//===- Type constraints ------------------------------------------------------------------------------------------===//

def Tile_Element : Type<CPred<"::tilec::tile::isElementType($_self)">, "element type">;
def Tile_Integer : Type<CPred<"::tilec::tile::isIntegerElement($_self)">, "integer element type">;
def Tile_Float : Type<CPred<"::tilec::tile::isFloatElement($_self)">, "floating-point element type">;
def Tile_ArithmeticFloat : Type<CPred<"::tilec::tile::isArithmeticFloat($_self)">, "f16, bf16, f32 or f64">;
def Tile_Pointer : Type<CPred<"::llvm::isa<::tilec::tile::PtrType>($_self)">, "pointer">;
def Tile_Numeric : Type<Or<[Tile_Integer.predicate, Tile_Float.predicate]>, "integer or floating-point element type">;

/// A tile of `element`: a statically shaped tensor with power-of-two extents.
class Tile_TileOf<Type element> : Type<And<[
    CPred<"::tilec::tile::isTileShape($_self)">,
    SubstLeaves<"$_self", "::mlir::getElementTypeOrSelf($_self)", element.predicate>]>,
    "tile of " # element.summary>;

/// A scalar of `element` or a tile of it.
class Tile_Like<Type element> : Type<Or<[element.predicate, Tile_TileOf<element>.predicate]>,
    "scalar or tile of " # element.summary>;

def Tile_AnyTile : Tile_TileOf<Tile_Element>;
def Tile_AnyLike : Tile_Like<Tile_Element>;
def Tile_IntegerLike : Tile_Like<Tile_Integer>;
def Tile_FloatLike : Tile_Like<Tile_Float>;
def Tile_ArithmeticFloatLike : Tile_Like<Tile_ArithmeticFloat>;
def Tile_NumericLike : Tile_Like<Tile_Numeric>;
def Tile_PointerLike : Tile_Like<Tile_Pointer>;
def Tile_MaskLike : Tile_Like<I1>;

/// Two operands or results have one shape; a scalar's is empty.
class Tile_SameShape<string first, string second> : PredOpTrait<
    first # " and " # second # " have one shape",
    CPred<"::tilec::tile::shapeOf($" # first # ".getType()) == ::tilec::tile::shapeOf($" # second # ".getType())">>;

#endif
