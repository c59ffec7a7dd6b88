// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/Coverage.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// No number that matters is larger; so sums and products of a few of them do not wrap.
constexpr int64_t kLargest = int64_t(1) << 31;

/// `constant + perBlock * block id + perIteration * loop counter`, at most; and no element is negative.
struct Bound {
  int64_t constant = 0;
  std::optional<Dimension> grid; ///< null: perBlock is 0
  int64_t perBlock = 0;
  scf::ForOp loop; ///< null: perIteration is 0
  int64_t perIteration = 0;
  /// Width of the narrowest sum or product: where it can wrap.
  unsigned bits = 64;

  static Bound number(int64_t constant) {
    Bound bound;
    bound.constant = constant;
    return bound;
  }
  static Bound block(Dimension dimension) {
    Bound bound;
    bound.grid = dimension;
    bound.perBlock = 1;
    return bound;
  }
  bool isReasonable() const {
    return constant <= kLargest && perBlock <= kLargest && perIteration <= kLargest;
  }
};

/// What elements or a scalar are at most.
class Bounds {
public:
  std::optional<Bound> of(Value value) {
    std::optional<Bound> bound = compute(value);
    return bound && bound->isReasonable() ? bound : std::nullopt;
  }

private:
  std::optional<Bound> compute(Value value) {
    if (std::optional<int64_t> constant = largestConstant(value))
      return Bound::number(*constant);
    if (auto argument = dyn_cast<BlockArgument>(value))
      return ofCounter(argument);
    return TypeSwitch<Operation *, std::optional<Bound>>(value.getDefiningOp())
        .Case([](BlockIdOp id) { return Bound::block(id.getDimension()); })
        .Case([](IotaOp iota) { return Bound::number(elementCount(iota.getType()) - 1); })
        .Case<SplatOp, ToScalarOp, BroadcastOp, ReshapeOp, PermuteOp, AssumeOp, arith::ExtUIOp, arith::ExtSIOp,
              arith::IndexCastOp, arith::IndexCastUIOp>([&](auto op) { return of(op->getOperand(0)); })
        .Case([&](arith::AddIOp sum) { return computedIn(sum.getType(), add(of(sum.getLhs()), of(sum.getRhs()))); })
        .Case([&](arith::MulIOp product) {
          return computedIn(product.getType(), times(product.getLhs(), product.getRhs()));
        })
        .Case([&](arith::ShLIOp shift) -> std::optional<Bound> {
          std::optional<int64_t> amount = largestConstant(shift.getRhs());
          if (!amount || *amount > 30)
            return std::nullopt;
          return computedIn(shift.getType(), scale(of(shift.getLhs()), int64_t(1) << *amount));
        })
        .Default([](Operation *) { return std::nullopt; });
  }

  static unsigned widthOf(Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  }
  static std::optional<Bound> computedIn(Type type, std::optional<Bound> bound) {
    if (bound)
      bound->bits = std::min(bound->bits, widthOf(type));
    return bound;
  }

  /// The largest of constants none of which is negative.
  static std::optional<int64_t> largestConstant(Value value) {
    Attribute attribute;
    if (!matchPattern(value, m_Constant(&attribute)))
      return std::nullopt;
    int64_t largest = 0;
    auto take = [&](const APInt &number) {
      largest = std::max(largest, number.getSignificantBits() > 63 ? kLargest + 1 : number.getSExtValue());
      return !number.isNegative();
    };
    if (auto integer = dyn_cast<IntegerAttr>(attribute))
      return take(integer.getValue()) ? std::optional(largest) : std::nullopt;
    auto dense = dyn_cast<DenseIntElementsAttr>(attribute);
    return dense && llvm::all_of(dense.getValues<APInt>(), take) ? std::optional(largest) : std::nullopt;
  }

  /// A loop's counter, if it starts at no negative number.
  std::optional<Bound> ofCounter(BlockArgument argument) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar() || !of(loop.getLowerBound()))
      return std::nullopt;
    if (std::optional<int64_t> end = largestConstant(loop.getUpperBound()))
      return Bound::number(std::max<int64_t>(*end - 1, 0));
    Bound bound;
    bound.loop = loop;
    bound.perIteration = 1;
    return bound;
  }

  static std::optional<Bound> add(std::optional<Bound> a, std::optional<Bound> b) {
    if (!a || !b || (a->grid && b->grid && a->grid != b->grid) || (a->loop && b->loop && a->loop != b->loop))
      return std::nullopt;
    return Bound{a->constant + b->constant,   a->grid ? a->grid : b->grid,       a->perBlock + b->perBlock,
                 a->loop ? a->loop : b->loop, a->perIteration + b->perIteration, std::min(a->bits, b->bits)};
  }
  std::optional<Bound> times(Value a, Value b) {
    if (std::optional<int64_t> factor = largestConstant(b))
      return scale(of(a), *factor);
    std::optional<int64_t> factor = largestConstant(a);
    return factor ? scale(of(b), *factor) : std::nullopt;
  }

public:
  static std::optional<Bound> scale(std::optional<Bound> bound, int64_t factor) {
    if (!bound || factor > kLargest)
      return std::nullopt;
    return Bound{bound->constant * factor,     bound->grid, bound->perBlock * factor, bound->loop,
                 bound->perIteration * factor, bound->bits};
  }
};

/// What an index stays below: an argument of the kernel or a constant.
struct Extent {
  std::optional<unsigned> argument;
  int64_t constant = 0; ///< without an argument
  unsigned bits = 32;   ///< numbers up to it need so many
};

Value withoutCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<SplatOp, BroadcastOp, ReshapeOp, PermuteOp, AssumeOp, arith::ExtUIOp, arith::ExtSIOp, arith::IndexCastOp,
             arith::IndexCastUIOp>(op))
      return value;
    value = op->getOperand(0);
  }
  return value;
}

std::optional<Extent> extentOf(Value value) {
  value = withoutCasts(value);
  Attribute attribute;
  if (matchPattern(value, m_Constant(&attribute))) {
    if (auto dense = dyn_cast<DenseIntElementsAttr>(attribute); dense && dense.isSplat())
      attribute = dense.getSplatValue<Attribute>();
    auto integer = dyn_cast<IntegerAttr>(attribute);
    bool isSmall = integer && integer.getValue().getSignificantBits() <= 32;
    return isSmall ? std::optional(Extent{{}, integer.getInt()}) : std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  bool isParameter = argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!isParameter || !argument.getType().isInteger())
    return std::nullopt;
  return Extent{argument.getArgNumber(), 0, argument.getType().getIntOrFloatBitWidth()};
}

/// Collects the facts of one access, or one mask.
class WholeAccess {
public:
  explicit WholeAccess(Operation *op) : op(op) {}

  std::optional<SmallVector<FactAttr>> find() {
    bool isWhole = TypeSwitch<Operation *, bool>(op)
                       .Case<LoadOp, StoreOp>([&](auto access) { return access.getMask() && isTrue(access.getMask()); })
                       .Case<LoadViewOp, StoreViewOp, AtomicReduceViewOp>(
                           [&](auto access) { return !access.getInBounds() && fits(access); })
                       .Default(false);
    return isWhole ? std::optional(std::move(facts)) : std::nullopt;
  }

  std::optional<SmallVector<FactAttr>> findForTrue(Value mask) {
    return isTrue(mask) ? std::optional(std::move(facts)) : std::nullopt;
  }

private:
  template <typename Access> bool fits(Access access) {
    auto view = cast<ViewType>(access.getView().getType());
    auto makeView = access.getView().template getDefiningOp<MakeViewOp>();
    auto tensor = makeView ? makeView.getSource().template getDefiningOp<MakeTensorViewOp>() : MakeTensorViewOp();
    if (!tensor || isa<GatherScatterViewType>(view))
      return false;
    SmallVector<int64_t> steps = view.getSteps();
    ValueRange dynamic = tensor.getExtents();
    for (auto [d, known] : llvm::enumerate(view.getTensorView().getShape())) {
      std::optional<Extent> extent = llvm::isInt<32>(known) ? std::optional(Extent{{}, known}) : std::nullopt;
      if (ShapedType::isDynamic(known)) {
        extent = extentOf(dynamic.front());
        dynamic = dynamic.drop_front();
      }
      std::optional<Bound> start = Bounds::scale(Bounds().of(access.getIndices()[d]), steps[d]);
      if (!start || !extent || !require(*start, view.getTileShape()[d], *extent))
        return false;
    }
    return true;
  }

  /// Every element of the mask is true.
  bool isTrue(Value mask) {
    if (matchPattern(mask, m_One()))
      return true;
    Operation *definition = mask.getDefiningOp();
    if (!definition)
      return false;
    return TypeSwitch<Operation *, bool>(definition)
        .Case<SplatOp, BroadcastOp, ReshapeOp, PermuteOp>([&](auto op) { return isTrue(op->getOperand(0)); })
        .Case([&](arith::AndIOp both) { return isTrue(both.getLhs()) && isTrue(both.getRhs()); })
        .Case([&](arith::CmpIOp compare) { return isTrue(compare); })
        .Default(false);
  }

  bool isTrue(arith::CmpIOp compare) {
    Value a = compare.getLhs(), b = compare.getRhs();
    switch (compare.getPredicate()) {
    case arith::CmpIPredicate::slt:
    case arith::CmpIPredicate::ult:
      return isBelow(a, b, 1);
    case arith::CmpIPredicate::sle:
    case arith::CmpIPredicate::ule:
      return isBelow(a, b, 0);
    case arith::CmpIPredicate::sgt:
    case arith::CmpIPredicate::ugt:
      return isBelow(b, a, 1);
    case arith::CmpIPredicate::sge:
      if (matchPattern(b, m_Zero()) && Bounds().of(a))
        return true;
      [[fallthrough]];
    case arith::CmpIPredicate::uge:
      return isBelow(b, a, 0);
    default:
      return false;
    }
  }

  bool isBelow(Value index, Value limit, int64_t distance) {
    std::optional<Bound> bound = Bounds().of(index);
    std::optional<Extent> extent = extentOf(limit);
    return bound && extent && require(*bound, distance, *extent);
  }

  /// Notes what makes `start + length <= extent` true; false if nothing known does.
  bool require(const Bound &start, int64_t length, const Extent &extent) {
    int64_t end = start.constant + length;
    if ((start.grid || start.loop) && start.bits < extent.bits)
      return false; // may wrap below the extent
    if (start.loop)
      return requireInLoop(start, end, extent);
    if (start.grid)
      return note(FactKind::AtLeast, extent, start.grid, std::max<int64_t>(start.perBlock, 1),
                  end - start.perBlock - (extent.argument ? 0 : extent.constant));
    return extent.argument ? note(FactKind::AtLeast, extent, std::nullopt, 1, end) : end <= extent.constant;
  }

  /// With a loop up to `ceil(extent / n)`, or to the extent by steps of n, it is enough that n divides the extent.
  bool requireInLoop(const Bound &start, int64_t end, const Extent &extent) {
    if (start.grid || !extent.argument)
      return false;
    scf::ForOp loop = start.loop;
    Value bound = withoutCasts(loop.getUpperBound());
    int64_t divisor = 0;
    APInt step, zero;
    if (std::optional<Extent> whole = extentOf(bound); whole && whole->argument == extent.argument) {
      // The counter itself stays below the bound, wherever it starts and whatever its steps.
      if (start.perIteration == 1 && end <= 1)
        return !loop.getUnsignedCmp() || note(FactKind::AtLeast, extent, std::nullopt, 1, 0);
      bool isMultiple = matchPattern(loop.getStep(), m_ConstantInt(&step)) &&
                        matchPattern(loop.getLowerBound(), m_ConstantInt(&zero)) && zero.isZero();
      divisor = isMultiple && start.perIteration == 1 ? step.getSExtValue() : 0;
    } else if (isa_and_present<arith::CeilDivSIOp, arith::CeilDivUIOp>(bound.getDefiningOp())) {
      std::optional<Extent> divided = extentOf(bound.getDefiningOp()->getOperand(0));
      std::optional<Extent> tile = extentOf(bound.getDefiningOp()->getOperand(1));
      bool isSame = divided && divided->argument == extent.argument && tile && !tile->argument;
      divisor = isSame && tile->constant == start.perIteration ? tile->constant : 0;
    }
    if (divisor <= 0 || !llvm::isPowerOf2_64(divisor) || end > divisor)
      return false;
    // A loop that counts unsigned runs for what signed comparisons call negative.
    if (loop.getUnsignedCmp() || isa_and_present<arith::CeilDivUIOp>(bound.getDefiningOp()))
      note(FactKind::AtLeast, extent, std::nullopt, 1, 0);
    return note(FactKind::MultipleOf, extent, std::nullopt, 1, divisor);
  }

  bool note(FactKind kind, const Extent &extent, std::optional<Dimension> grid, int64_t step, int64_t value) {
    std::optional<int64_t> argument;
    if (extent.argument)
      argument = *extent.argument;
    facts.push_back(FactAttr::get(op->getContext(), kind, argument, grid, step, value));
    return true;
  }

  Operation *op;
  SmallVector<FactAttr> facts;
};

} // namespace

std::optional<SmallVector<FactAttr>> tilec::tile::factsForWholeAccess(Operation *op) {
  return WholeAccess(op).find();
}

std::optional<SmallVector<FactAttr>> tilec::tile::factsForTrue(Value mask) {
  Operation *op = mask.getDefiningOp();
  return op ? WholeAccess(op).findForTrue(mask) : std::nullopt;
}
