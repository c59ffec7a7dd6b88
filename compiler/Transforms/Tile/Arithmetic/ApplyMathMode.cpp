// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-apply-math-mode: f32 arithmetic takes the modes of -ftz, -prec-div, -prec-sqrt and -use_fast_math (see
// Passes.td).
//
// It runs on `tile` IR, behind contraction (which looks for plain sums and products), and for the CPU executor as for
// the GPU: both then compute the same. What the source chose itself stays: a quotient rounded towards zero is not made
// approximate. Comparisons, minima and maxima, conversions and libdevice's functions are not changed: the first three
// do no arithmetic on subnormals, the last have a flush mode of their own. Functions that only the GPU has
// approximations of are marked `fastmath<afn>`; the CPU executor computes them precisely.
//
// So are exponentials, in every mode, whose coarser form cannot be told from the precise one behind its uses: each use
// narrows the result to 16 bits or less, or adds many of them up. A softmax's weights are of this kind.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile {
#define GEN_PASS_DEF_APPLYMATHMODE
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using tile::RoundingMode;

/// Replaces `op` by `Modal` on the same operands.
template <typename Modal> static void replaceByModal(Operation *op, RoundingMode rounding, bool flush) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), Modal::getOperationName(), op->getOperands(), op->getResultTypes());
  Operation *modal = builder.create(state);
  cast<Modal>(modal).setRounding(rounding);
  cast<Modal>(modal).setFlush(flush);
  op->replaceAllUsesWith(modal);
  op->erase();
}

/// Sets the flush mode of an op that has modes already.
template <typename... Modal> static void setFlush(Operation *op) {
  (
      [&] {
        if (auto modal = dyn_cast<Modal>(op))
          modal.setFlush(true);
      }(),
      ...);
}

/// The inverse of a constant that has an exact one, as powers of two do; null of others.
static TypedAttr exactInverse(Value divisor) {
  Attribute constant;
  if (!matchPattern(divisor, m_Constant(&constant)))
    return {};
  APFloat inverse(0.0f);
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    return splat.getSplatValue<APFloat>().getExactInverse(&inverse)
               ? cast<TypedAttr>(Attribute(DenseElementsAttr::get(splat.getType(), inverse)))
               : TypedAttr();
  auto number = dyn_cast<FloatAttr>(constant);
  return number && number.getValue().getExactInverse(&inverse) ? FloatAttr::get(number.getType(), inverse)
                                                               : TypedAttr();
}

/// x / 4 is x * 0.25, with every rounding.
static void multiplyByInverse(arith::DivFOp op) {
  TypedAttr inverse = exactInverse(op.getRhs());
  if (!inverse)
    return;
  OpBuilder builder(op);
  Value factor = arith::ConstantOp::create(builder, op.getLoc(), inverse);
  op.replaceAllUsesWith(arith::MulFOp::create(builder, op.getLoc(), op.getLhs(), factor).getResult());
  op.erase();
}

/// So many terms that the error bound of their sum, a unit in the last place for each, is above that of a coarse term.
/// A coarse exp2 is off by 5 units. A coarse exp is off by as many as its argument's magnitude: at most 104.
static int64_t fewestTerms(Operation *exponential) {
  return isa<math::Exp2Op>(exponential) ? 16 : 128;
}

static bool isSum(tile::ReduceOp reduce) {
  Block &combiner = reduce.getCombiner().front();
  return reduce.getSources().size() == 1 && isa<arith::AddFOp>(combiner.front());
}

/// The error of a coarse exponential does not show in any use of `value`, which is the exponential or a copy of it.
static bool hideErrors(Value value, int64_t fewestTerms) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (auto narrowed = dyn_cast<tile::FToFOp>(user))
      return getElementTypeOrSelf(narrowed.getType()).getIntOrFloatBitWidth() <= 16;
    if (auto reduce = dyn_cast<tile::ReduceOp>(user)) {
      auto terms = cast<ShapedType>(reduce.getSources().front().getType());
      return isSum(reduce) && terms.getDimSize(reduce.getAxis()) >= fewestTerms;
    }
    if (isa<arith::SelectOp, tile::ReshapeOp, tile::PermuteOp>(user))
      return hideErrors(user->getResult(0), fewestTerms);
    return false;
  });
}

namespace {
struct ApplyMathMode : tile::impl::ApplyMathModeBase<ApplyMathMode> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk(multiplyByInverse);
    SmallVector<Operation *> operations;
    getOperation()->walk([&](Operation *op) {
      if (op->getNumResults() == 1 && getElementTypeOrSelf(op->getResult(0).getType()).isF32())
        operations.push_back(op);
    });
    for (Operation *op : operations)
      apply(op);
  }

private:
  void apply(Operation *op) {
    if (flush)
      setFlush<tile::AddFOp, tile::SubFOp, tile::MulFOp, tile::DivFOp, tile::FmaOp, tile::SqrtOp, tile::RsqrtOp,
               tile::ExpOp, tile::Exp2Op, tile::TanhOp>(op);
    if (isa<arith::DivFOp>(op) && (flush || !preciseDivision))
      return replaceByModal<tile::DivFOp>(op, divisionRounding(), flush);
    if (isa<math::SqrtOp>(op) && (flush || !preciseSqrt))
      return replaceByModal<tile::SqrtOp>(op, preciseSqrt ? RoundingMode::TiesToEven : RoundingMode::Approximate,
                                          flush);
    if (isa<math::ExpOp>(op) && fastFunctions)
      return replaceByModal<tile::ExpOp>(op, RoundingMode::Approximate, flush);
    if (isa<math::TanhOp>(op) && fastFunctions)
      return replaceByModal<tile::TanhOp>(op, RoundingMode::Approximate, flush);
    if (fastFunctions && isa<math::SinOp, math::CosOp, math::TanOp, math::LogOp, math::Log2Op, math::PowFOp>(op))
      return allowApproximation(cast<arith::ArithFastMathInterface>(op));
    if (flush)
      applyFlush(op);
    else if (isa<math::ExpOp, math::Exp2Op>(op) && !op->use_empty() && hideErrors(op->getResult(0), fewestTerms(op)))
      allowApproximation(cast<arith::ArithFastMathInterface>(op));
  }

  static void allowApproximation(arith::ArithFastMathInterface op) {
    arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::afn;
    op->setAttr(op.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), flags));
  }

  RoundingMode divisionRounding() {
    if (preciseDivision)
      return RoundingMode::TiesToEven;
    return fastFunctions ? RoundingMode::Approximate : RoundingMode::Full;
  }

  static void applyFlush(Operation *op) {
    constexpr RoundingMode kNearest = RoundingMode::TiesToEven;
    if (isa<arith::AddFOp>(op))
      replaceByModal<tile::AddFOp>(op, kNearest, true);
    else if (isa<arith::SubFOp>(op))
      replaceByModal<tile::SubFOp>(op, kNearest, true);
    else if (isa<arith::MulFOp>(op))
      replaceByModal<tile::MulFOp>(op, kNearest, true);
    else if (isa<math::FmaOp>(op))
      replaceByModal<tile::FmaOp>(op, kNearest, true);
    else if (isa<math::Exp2Op>(op))
      replaceByModal<tile::Exp2Op>(op, kNearest, true);
    else if (isa<math::RsqrtOp>(op))
      replaceByModal<tile::RsqrtOp>(op, kNearest, true);
  }
};
} // namespace
