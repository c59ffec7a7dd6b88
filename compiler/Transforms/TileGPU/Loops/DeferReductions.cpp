// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-defer-reductions: sums of tiles that a loop adds up meet over lanes and warps once, behind the loop (see
// Passes.td).
//
//     scf.for ... iter_args(%total: 1x1)                 scf.for ... iter_args(%parts: 1x32)       // one of each lane
//       %sum = tile_gpu.reduce %e axis = 1                 %r = tile_gpu.reshape %e : 1x1024 -> 1x4x32x8
//       %next = math.fma %total, %scale, %sum        =>    %p = reduce axis 3, axis 1              // in registers
//       scf.yield %next                                    %next = math.fma %parts, broadcast %scale, %p
//                                                        }
//                                                        %total = tile_gpu.reduce %parts axis = 1
//
// That takes five shuffles and additions of a warp out of each iteration, of several warps a barrier.
//
// Which: what a counted loop carries and only adds to: a reduction's sum, once or, in an unrolled body, several
// times, behind a product of itself with something that is the same along the reduced axis. What is carried may not
// take more registers than before. Floats are added in another order so; where parts of either sign cancel in each
// iteration, the parts of one lane may still grow until they overflow, and an infinite scale makes NaN of a lane's
// zero. Floats are taken where neither can be: parts that are never negative, and a scale that is at most one, as the
// weights of a softmax and what a new maximum shrinks their total by. Of kernels with products, whose loops are
// arranged by other passes, those by warpgroups whose CTAs do not stay, where there is one warpgroup or the sum needs a
// barrier (docs/Experiments.md, "Constants of the model").
//
// Steps, for each carried value: the chain of additions; the layout of what a lane has, from that of the reductions'
// sources; then the rewrite.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_DEFERREDUCTIONS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::Place;

namespace {

/// The reduction adds up, and nothing else.
bool isSum(ReduceOp reduce) {
  Block &combiner = reduce.getCombiner().front();
  return reduce.getSources().size() == 1 && isa<arith::AddFOp, arith::AddIOp>(combiner.front()) &&
         combiner.getOperations().size() == 2;
}

/// What gives each element of its result from one of its operand's, as it is.
bool isRenaming(Operation *op) {
  return isa<BroadcastOp, ReshapeOp, PermuteOp, ConvertLayoutOp>(op);
}

bool isExponential(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, tile::ExpOp, tile::Exp2Op>(op);
}

std::optional<APFloat> asConstant(Value value) {
  DenseFPElementsAttr tile;
  if (matchPattern(value, m_Constant(&tile)) && tile.isSplat())
    return tile.getSplatValue<APFloat>();
  APFloat scalar(0.0);
  return matchPattern(value, m_ConstantFloat(&scalar)) ? std::optional(scalar) : std::nullopt;
}

/// Whether a float is at least zero, or NaN.
bool isNeverNegative(Value value, unsigned depth = 8) {
  if (std::optional<APFloat> constant = asConstant(value))
    return constant->isZero() || !constant->isNegative();
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  auto isOperandNeverNegative = [&](unsigned number) { return isNeverNegative(op->getOperand(number), depth - 1); };
  auto isProductNeverNegative = [&] {
    return op->getOperand(0) == op->getOperand(1) || (isOperandNeverNegative(0) && isOperandNeverNegative(1));
  };
  if (isExponential(op) || isa<math::AbsFOp>(op))
    return true;
  if (isRenaming(op) || isa<tile::FToFOp>(op))
    return isOperandNeverNegative(0);
  if (isa<arith::MulFOp>(op))
    return isProductNeverNegative();
  if (isa<math::FmaOp>(op))
    return isProductNeverNegative() && isOperandNeverNegative(2);
  if (isa<arith::AddFOp>(op))
    return isOperandNeverNegative(0) && isOperandNeverNegative(1);
  return isa<arith::SelectOp>(op) && isOperandNeverNegative(1) && isOperandNeverNegative(2);
}

/// `value` is at least `bound`, or one of them is NaN: `bound` itself, a maximum with it, or such a one unless that is
/// a constant that a larger or equal one takes the place of (zero for minus infinity).
bool isAtLeast(Value value, Value bound, unsigned depth = 8) {
  if (value == bound)
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return isAtLeast(op->getOperand(0), bound, depth - 1) || isAtLeast(op->getOperand(1), bound, depth - 1);
  auto select = dyn_cast<arith::SelectOp>(op);
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpFOp>() : nullptr;
  if (!compare)
    return false;
  using enum arith::CmpFPredicate;
  bool isEqual = compare.getPredicate() == OEQ, isUnequal = compare.getPredicate() == UNE;
  Value kept = isEqual ? select.getFalseValue() : select.getTrueValue();
  std::optional<APFloat> from = asConstant(compare.getRhs());
  std::optional<APFloat> to = asConstant(isEqual ? select.getTrueValue() : select.getFalseValue());
  return (isEqual || isUnequal) && compare.getLhs() == kept && from && to && *from <= *to &&
         isAtLeast(kept, bound, depth - 1);
}

/// Whether a float is at most zero, or NaN.
bool isNeverPositive(Value value) {
  if (auto product = value.getDefiningOp<arith::MulFOp>())
    return (isNeverPositive(product.getLhs()) && isNeverNegative(product.getRhs())) ||
           (isNeverPositive(product.getRhs()) && isNeverNegative(product.getLhs()));
  auto difference = value.getDefiningOp<arith::SubFOp>();
  return difference && isAtLeast(difference.getRhs(), difference.getLhs());
}

/// Whether a float is from zero to one, or NaN.
bool isFraction(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isRenaming(op))
    op = op->getOperand(0).getDefiningOp();
  return op && isExponential(op) && isNeverPositive(op->getOperand(0));
}

/// `carried + sum`, or `carried * scale + sum`.
struct Addition {
  Operation *op;
  OpOperand *carried, *scale, *sum; ///< scale: null without

  ReduceOp reduction() const {
    return sum->get().getDefiningOp<ReduceOp>();
  }

  /// In another order no intermediate value is infinite or NaN that would not be in this one.
  bool isOfAnyOrder() const {
    Value source = reduction().getSources().front();
    return !isa<FloatType>(getElementTypeOrSelf(source)) ||
           (isNeverNegative(source) && (!scale || isFraction(scale->get())));
  }
};

std::optional<Addition> asAddition(OpOperand &carried) {
  Operation *op = carried.getOwner();
  unsigned number = carried.getOperandNumber();
  Addition addition{op, &carried, nullptr, nullptr};
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    addition.sum = &op->getOpOperand(1 - number);
  else if (isa<math::FmaOp>(op) && number < 2)
    std::tie(addition.scale, addition.sum) = std::pair(&op->getOpOperand(1 - number), &op->getOpOperand(2));
  else
    return std::nullopt;
  ReduceOp reduce = addition.reduction();
  if (!reduce || !reduce->hasOneUse() || reduce->getBlock() != op->getBlock() || !isSum(reduce))
    return std::nullopt;
  return addition;
}

/// All that happens to what a loop carries; empty if that is something else, too.
SmallVector<Addition> findAdditions(scf::ForOp loop, unsigned number) {
  SmallVector<Addition> additions;
  Value carried = loop.getRegionIterArgs()[number];
  while (carried.hasOneUse()) {
    OpOperand &use = *carried.use_begin();
    if (isa<scf::YieldOp>(use.getOwner()))
      return use.getOperandNumber() == number ? additions : SmallVector<Addition>();
    std::optional<Addition> addition = use.getOwner()->getBlock() == loop.getBody() ? asAddition(use) : std::nullopt;
    if (!addition)
      return {};
    ReduceOp first = additions.empty() ? addition->reduction() : additions.front().reduction();
    if (addition->reduction().getSources().getTypes() != first.getSources().getTypes() ||
        addition->reduction().getAxis() != first.getAxis())
      return {};
    additions.push_back(*addition);
    carried = addition->op->getResult(0);
  }
  return {};
}

/// Sources of reductions with the reduced axis cut where registers and other places meet.
struct LaneSums {
  std::vector<int64_t> cut;       ///< the source's shape, cut
  SmallVector<unsigned> inLane;   ///< dimensions of it, outermost last, that one lane has whole
  std::vector<int64_t> partShape; ///< rank as before: along the axis what is left, one of each lane and warp
};

std::optional<LaneSums> cutSource(const LinearLayout &source, unsigned axis) {
  if (!source.isCoordinateWise())
    return std::nullopt;
  layout::BitRange bits = source.dimensionBits(axis);
  uint64_t ofRegisters = 0;
  for (unsigned bit = 0; bit < source.bits(Place::Register).count; ++bit)
    ofRegisters |= source.basis(Place::Register, bit);
  LaneSums sums;
  sums.partShape = source.shape();
  sums.partShape[axis] = 1;
  sums.cut.assign(source.shape().begin(), source.shape().begin() + axis);
  for (unsigned end = bits.first + bits.count; end > bits.first;) {
    bool isInLane = ofRegisters >> (end - 1) & 1;
    unsigned begin = end - 1;
    while (begin > bits.first && bool(ofRegisters >> (begin - 1) & 1) == isInLane)
      --begin;
    if (isInLane)
      sums.inLane.insert(sums.inLane.begin(), unsigned(sums.cut.size()));
    else
      sums.partShape[axis] <<= end - begin;
    sums.cut.push_back(int64_t(1) << (end - begin));
    end = begin;
  }
  sums.cut.insert(sums.cut.end(), source.shape().begin() + axis + 1, source.shape().end());
  return sums.partShape[axis] > 1 ? std::optional(sums) : std::nullopt;
}

RankedTensorType typeOf(Type element, const LinearLayout &layout) {
  return RankedTensorType::get(layout.shape(), element, LayoutAttr::get(element.getContext(), layout));
}

class SumRewrite {
public:
  SumRewrite(scf::ForOp loop, unsigned number, ArrayRef<Addition> additions, const LaneSums &sums)
      : loop(loop), number(number), additions(additions), sums(sums), example(additions.front().reduction()),
        axis(example.getAxis()), element(getElementTypeOrSelf(example.getSources().front().getType())) {
    LinearLayout layout = LayoutAttr::of(example.getSources().front().getType()).reshaped(sums.cut);
    for (unsigned dimension : sums.inLane)
      layout = layout.reduced(dimension);
    parts = layout.reshaped(sums.partShape);
  }

  /// Nothing has to change lanes, and no lane has to keep more.
  bool isFree() {
    LinearLayout before = LayoutAttr::of(loop.getResult(number).getType());
    return parts.size(Place::Register) <= before.size(Place::Register) && parts.reduced(axis) == before &&
           parts.broadcastOperand(before.shape()) == before;
  }

  void run() {
    OpBuilder builder(loop);
    OpOperand &init = loop.getInitArgsMutable()[number];
    init.assign(inFirst(builder, init.get()));
    Type type = typeOf(element, parts);
    loop.getRegionIterArgs()[number].setType(type);
    for (const Addition &addition : additions)
      rewrite(addition, type);
    Value result = loop.getResult(number);
    Type before = result.getType();
    result.setType(type);
    builder.setInsertionPointAfter(loop);
    Value total = reduced(builder, example, result, before, axis);
    result.replaceAllUsesExcept(total, total.getDefiningOp());
  }

private:
  /// A carried value at its beginning is that of the first lane, the others have none.
  Value inFirst(OpBuilder &builder, Value whole) {
    Location loc = loop.getLoc();
    Type type = typeOf(element, parts);
    auto constant = [&](Type tile, TypedAttr value) {
      return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(cast<ShapedType>(tile), Attribute(value)));
    };
    Value zeros = constant(type, builder.getZeroAttr(element));
    DenseElementsAttr known;
    if (matchPattern(whole, m_Constant(&known)) && known.isSplat() &&
        known.getSplatValue<Attribute>() == builder.getZeroAttr(element))
      return zeros;
    Type places = typeOf(builder.getI32Type(), parts);
    Value place = CoordinateOp::create(builder, loc, places, axis);
    Value none = constant(places, builder.getI32IntegerAttr(0));
    Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, place, none);
    return arith::SelectOp::create(builder, loc, isFirst, BroadcastOp::create(builder, loc, type, whole), zeros);
  }

  static Value reduced(OpBuilder &builder, ReduceOp like, Value source, Type type, unsigned axis) {
    auto reduce = ReduceOp::create(builder, like.getLoc(), TypeRange(type), ValueRange(source), axis, IntegerAttr());
    IRMapping mapping;
    like.getCombiner().cloneInto(&reduce.getCombiner(), mapping);
    return reduce.getResult(0);
  }

  /// What each lane has of a reduction's source.
  Value partsOf(OpBuilder &builder, ReduceOp reduce) {
    Value value = reduce.getSources().front();
    LinearLayout layout = LayoutAttr::of(value.getType()).reshaped(sums.cut);
    value = ReshapeOp::create(builder, reduce.getLoc(), typeOf(element, layout), value);
    for (unsigned dimension : sums.inLane) {
      layout = layout.reduced(dimension);
      value = reduced(builder, reduce, value, typeOf(element, layout), dimension);
    }
    return ReshapeOp::create(builder, reduce.getLoc(), typeOf(element, parts), value);
  }

  void rewrite(const Addition &addition, Type type) {
    OpBuilder builder(addition.op);
    addition.sum->set(partsOf(builder, addition.reduction()));
    if (auto add = dyn_cast<arith::AddIOp>(addition.op)) // a lane's part may overflow where the total does not
      add.setOverflowFlags(arith::IntegerOverflowFlags::none);
    if (addition.scale)
      addition.scale->set(BroadcastOp::create(builder, addition.op->getLoc(), type, addition.scale->get()));
    addition.op->getResult(0).setType(type);
  }

  scf::ForOp loop;
  unsigned number;
  ArrayRef<Addition> additions;
  const LaneSums &sums;
  ReduceOp example;
  unsigned axis;
  Type element;
  LinearLayout parts; ///< of what a lane has added up
};

struct DeferReductions : tile_gpu::impl::DeferReductionsBase<DeferReductions> {
  using Base::Base;

  void runOnOperation() override {
    bool stays = getOperation()->hasAttr(tile::kPersistentAttr), multiplies = false;
    hasWarpgroupMmas = false;
    getOperation().walk([&](Operation *op) {
      hasWarpgroupMmas |= isa<WarpgroupMmaOp>(op);
      multiplies |= isa<MmaOp, ScaledMmaOp, TensorMmaOp>(op);
    });
    if (!multiplies && !(stays && hasWarpgroupMmas))
      getOperation().walk([&](scf::ForOp loop) {
        for (unsigned number = 0; number < loop.getNumRegionIterArgs(); ++number)
          defer(loop, number);
      });
  }

private:
  void defer(scf::ForOp loop, unsigned number) {
    SmallVector<Addition> additions = findAdditions(loop, number);
    if (additions.empty())
      return;
    ReduceOp reduce = additions.front().reduction();
    bool isOfOneWarpgroup = numWarpsOf(reduce) <= kWarpsPerWarpgroup;
    if (hasWarpgroupMmas && !isOfOneWarpgroup && cast<ScratchInterface>(*reduce).getScratchBytes() == 0)
      return;
    std::optional<LaneSums> sums =
        cutSource(LayoutAttr::of(reduce.getSources().front().getType()), unsigned(reduce.getAxis()));
    if (!sums)
      return;
    SumRewrite rewrite(loop, number, additions, *sums);
    if (!rewrite.isFree())
      return;
    if (!llvm::all_of(additions, [](const Addition &addition) { return addition.isOfAnyOrder(); })) {
      if (remarks)
        tile::Remark(reduce, "ReductionNotDeferred")
            << "summed over lanes in each iteration, as the order of these floats, of either sign or scaled by more "
               "than one, matters: a tile that the loop adds to, summed behind it, is faster";
      return;
    }
    if (remarks)
      tile::Remark(reduce, "DeferredReduction")
          << "summed over lanes once, behind the loop: each iteration adds what a lane has";
    rewrite.run();
  }

  bool hasWarpgroupMmas = false;
};

} // namespace
