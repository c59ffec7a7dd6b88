// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-narrow-mmas: an MMA of widened operands becomes one of what they were widened from (see Passes.td).
//
// Steps for each MMA: the values that an operand is made of are followed back, to casts and constants, and a value that
// may have more bits ends the search; what loops carry of them changes its type in place, with a widening cast for
// other readers; the operand is built again in the narrow type. What nobody reads any more is left to the
// canonicaliser.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/ExactTypes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace tilec::tile {
#define GEN_PASS_DEF_NARROWMMAS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// A value that a counted loop carries: its argument and its result are one tile.
struct Carried {
  scf::ForOp loop;
  unsigned index;

  BlockArgument argument() {
    return loop.getRegionIterArg(index);
  }
  OpResult result() {
    return loop->getResult(index);
  }
};

std::optional<Carried> carriedAs(Value value) {
  if (auto loop = value.getDefiningOp<scf::ForOp>())
    return Carried{loop, cast<OpResult>(value).getResultNumber()};
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop || argument == loop.getInductionVar())
    return std::nullopt;
  return Carried{loop, argument.getArgNumber() - loop.getNumInductionVars()};
}

/// Each element of the result is an element of an operand of the same element type, or differs from it in its sign.
bool selectsElements(Operation *op) {
  return isa<ReshapeOp, PermuteOp, BroadcastOp, CatOp, ExtractOp, InsertOp, SplatOp, ToScalarOp, arith::SelectOp,
             arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, math::AbsFOp>(op);
}

/// The elements of a constant, converted; null where one is not a value of `element`.
DenseElementsAttr exactly(DenseFPElementsAttr constant, FloatType element) {
  bool isExact = true;
  auto converted = constant.mapValues(element, [&](const APFloat &value) {
    APFloat result = value;
    bool losesInformation = false;
    result.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInformation);
    isExact &= value.isFinite() && !losesInformation;
    return result.bitcastToAPInt();
  });
  return isExact ? converted : DenseElementsAttr();
}

DenseElementsAttr exactConstant(Value value, FloatType element) {
  DenseFPElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) ? exactly(constant, element) : DenseElementsAttr();
}

Type sourceElement(Operation *cast) {
  return getElementTypeOrSelf(cast->getOperand(0).getType());
}

/// An operand in another element type.
class NarrowedTile {
public:
  explicit NarrowedTile(FloatType element) : element(element) {}

  /// All that `tile` is made of are values of the element type; remembers what loops carry of it.
  bool canHold(Value tile) {
    llvm::SmallSetVector<Value, 8> values;
    values.insert(tile);
    for (unsigned i = 0; i < values.size(); ++i)
      if (!follow(values[i], values))
        return false;
    return true;
  }

  void narrowCarried() {
    for (Value result : carried) {
      Carried tile = *carriedAs(result);
      retype(tile.argument(), &tile.loop.getBody()->front());
      retype(tile.result(), tile.loop->getNextNode());
    }
    for (Value result : carried) {
      Carried tile = *carriedAs(result);
      OpOperand &init = tile.loop.getInitArgsMutable()[tile.index];
      init.set(build(init.get()));
      OpOperand &yielded = tile.loop.getBody()->getTerminator()->getOpOperand(tile.index);
      yielded.set(build(yielded.get()));
    }
  }

  /// `tile` in the element type.
  Value build(Value tile) {
    Value &known = built[tile];
    if (known)
      return known;
    Value result = create(tile);
    return built[tile] = result;
  }

private:
  bool follow(Value value, llvm::SmallSetVector<Value, 8> &values) {
    if (exactConstant(value, element))
      return true;
    if (std::optional<Carried> loop = carriedAs(value)) {
      carried.insert(loop->result());
      values.insert(loop->loop.getInitArgs()[loop->index]);
      values.insert(loop->loop.getYieldedValues()[loop->index]);
      return true;
    }
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<FToFOp, IToFOp>(op) && holdsEveryValueOf(element, sourceElement(op)))
      return true;
    bool isWider = isa_and_nonnull<FToFOp>(op) &&
                   holdsEveryValueOf(cast<FloatType>(getElementTypeOrSelf(value.getType())), element);
    if (!isWider && (!op || !selectsElements(op)))
      return false;
    for (Value operand : op->getOperands())
      if (isa<FloatType>(getElementTypeOrSelf(operand.getType())))
        values.insert(operand);
    return true;
  }

  /// Changes the type of `value`, which other readers see widened; where.
  void retype(Value value, Operation *before) {
    OpBuilder builder(before);
    Type wide = value.getType();
    value.setType(withElementType(wide, element));
    auto widened = FToFOp::create(builder, value.getLoc(), wide, value);
    value.replaceAllUsesExcept(widened, widened);
  }

  Value create(Value tile) {
    Operation *op = tile.getDefiningOp();
    OpBuilder builder(op);
    Type type = withElementType(tile.getType(), element);
    if (DenseElementsAttr constant = exactConstant(tile, element))
      return arith::ConstantOp::create(builder, op->getLoc(), cast<TypedAttr>(Attribute(constant)));
    if (auto cast = dyn_cast<FToFOp>(op)) {
      if (sourceElement(op) == element)
        return cast.getSource();
      if (!holdsEveryValueOf(element, sourceElement(op)))
        return build(cast.getSource());
      return FToFOp::create(builder, op->getLoc(), type, cast.getSource());
    }
    if (auto cast = dyn_cast<IToFOp>(op))
      return IToFOp::create(builder, op->getLoc(), type, cast.getSource(), cast.getIsUnsigned());
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isa<FloatType>(getElementTypeOrSelf(operand.getType())) ? build(operand) : operand);
    Operation *narrow = builder.clone(*op);
    narrow->setOperands(operands);
    narrow->getResult(0).setType(type);
    return narrow->getResult(0);
  }

  FloatType element;
  llvm::SmallSetVector<Value, 2> carried; ///< results of loops
  llvm::DenseMap<Value, Value> built;
};

/// Narrower types than the operands', the fastest first.
SmallVector<FloatType> narrowTypes(MmaOp mma) {
  MLIRContext *context = mma.getContext();
  Type element = getElementTypeOrSelf(mma.getA().getType());
  SmallVector<FloatType> types;
  if (!element.isF32() && !isa<FloatTF32Type>(element))
    return types;
  types = {Float16Type::get(context), BFloat16Type::get(context)};
  if (element.isF32())
    types.push_back(FloatTF32Type::get(context));
  return types;
}

void narrow(MmaOp mma) {
  for (FloatType element : narrowTypes(mma)) {
    NarrowedTile tile(element);
    if (!tile.canHold(mma.getA()) || !tile.canHold(mma.getB()))
      continue;
    tile.narrowCarried();
    mma.getAMutable().assign(tile.build(mma.getA()));
    mma.getBMutable().assign(tile.build(mma.getB()));
    return;
  }
}

struct NarrowMmas : tilec::tile::impl::NarrowMmasBase<NarrowMmas> {
  void runOnOperation() override {
    getOperation()->walk([](MmaOp mma) { narrow(mma); });
  }
};

} // namespace
