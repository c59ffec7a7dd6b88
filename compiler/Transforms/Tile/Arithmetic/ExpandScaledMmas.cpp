// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-expand-scaled-mmas: a block-scaled MMA becomes a plain one of scaled operands (see Passes.td).
//
// The scales are spread over the elements that they belong to by shape alone: `MxKs` scales become `MxKsx1`, then
// `MxKsxB`, then `MxK` (of b: `KsxN`, `Ksx1xN`, `KsxBxN`, `KxN`).
#include "compiler/Transforms/Tile/Arithmetic/ExpandScaledMmas.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile {
#define GEN_PASS_DEF_EXPANDSCALEDMMAS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

/// mma.sync has a form with such scales. There is none for e2m1 with e8m0 scales of 16 elements.
static bool isInstruction(ScaledMmaOp op) {
  int64_t block = shapeOf(op.getA().getType()).back() / shapeOf(op.getAScale().getType()).back();
  bool isNarrow = isa<Float4E2M1FNType>(getElementTypeOrSelf(op.getA().getType()));
  return !isNarrow || block == (isa<Float8E8M0FNUType>(getElementTypeOrSelf(op.getAScale().getType())) ? 32 : 16);
}

/// A type in which an operand times its scale is exact: four significant bits (or two) times a power of two, or two
/// times four.
static FloatType mmaType(ScaledMmaOp op) {
  bool isPowerOfTwo = isa<Float8E8M0FNUType>(getElementTypeOrSelf(op.getAScale().getType()));
  return isPowerOfTwo ? FloatType(BFloat16Type::get(op.getContext())) : FloatType(Float16Type::get(op.getContext()));
}

static Value converted(ImplicitLocOpBuilder &builder, Value tile, Type element) {
  return FToFOp::create(builder, cast<RankedTensorType>(tile.getType()).clone(element), tile);
}

/// Scales as a tile of the operand's shape; `alongK` is its dimension.
static Value spread(ImplicitLocOpBuilder &builder, Value scales, ArrayRef<int64_t> shape, unsigned alongK) {
  auto type = cast<RankedTensorType>(scales.getType());
  SmallVector<int64_t> column = llvm::to_vector(type.getShape());
  int64_t block = shape[alongK] / column[alongK];
  column.insert(column.begin() + alongK + 1, 1);
  Value single = ReshapeOp::create(builder, type.clone(column), scales);
  column[alongK + 1] = block;
  Value all = BroadcastOp::create(builder, type.clone(column), single);
  return ReshapeOp::create(builder, type.clone(shape), all);
}

static Value scaled(ImplicitLocOpBuilder &builder, Value operandType, Value scales, unsigned alongK,
                    FloatType element) {
  Value wide = spread(builder, converted(builder, scales, element), shapeOf(operandType.getType()), alongK);
  return arith::MulFOp::create(builder, converted(builder, operandType, element), wide);
}

void tile::expandScaledMma(ScaledMmaOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  FloatType element = mmaType(op);
  unsigned rank = shapeOf(op.getType()).size();
  Value a = scaled(builder, op.getA(), op.getAScale(), rank - 1, element);
  Value b = scaled(builder, op.getB(), op.getBScale(), rank - 2, element);
  op.replaceAllUsesWith(MmaOp::create(builder, op.getType(), a, b, op.getAccumulator(), false, false).getResult());
  op.erase();
}

namespace {
struct ExpandScaledMmas : tilec::tile::impl::ExpandScaledMmasBase<ExpandScaledMmas> {
  using ExpandScaledMmasBase::ExpandScaledMmasBase;

  void runOnOperation() override {
    SmallVector<ScaledMmaOp> mmas;
    getOperation()->walk([&](ScaledMmaOp op) {
      if (!keepInstructions || !isInstruction(op))
        mmas.push_back(op);
    });
    llvm::for_each(mmas, expandScaledMma);
  }
};
} // namespace
