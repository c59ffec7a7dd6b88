// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace tilec::tile;

namespace {

int64_t productFrom(ArrayRef<int64_t> shape, int64_t dimension) {
  int64_t product = 1;
  for (int64_t extent : shape.drop_front(std::min<int64_t>(dimension, shape.size())))
    product *= extent;
  return product;
}

int64_t lastDimension(Type type) {
  return std::max<int64_t>(int64_t(shapeOf(type).size()) - 1, 0);
}

/// Elements in a row along `dimension`; along the last all of the tile follow one another.
int64_t extentAlong(Type type, int64_t dimension) {
  ArrayRef<int64_t> shape = shapeOf(type);
  return dimension == lastDimension(type) ? productFrom(shape, 0) : shape[dimension];
}

/// Distance of neighbours in units of the divisor: an element for integers, its bytes for pointers.
int64_t unitOf(Type type) {
  auto pointer = dyn_cast<PtrType>(getElementTypeOrSelf(type));
  return pointer ? storageBytes(pointer.getPointee()) : 1;
}

int64_t divisorOfNumber(const APInt &value) {
  return value.isZero() ? kAnyDivisor : int64_t(1) << std::min<unsigned>(value.countr_zero(), 30);
}

/// What divides the first value of each group of `group` elements, a group being no longer than the facts' contiguity
/// unless values inside are arbitrary or equal.
int64_t divisorAt(const ValueFacts &facts, int64_t group, int64_t unit) {
  return group >= facts.contiguity ? facts.divisor : std::min(facts.divisor, group * unit);
}

/// The same facts seen in groups of at most `group`.
ValueFacts limited(const ValueFacts &facts, int64_t group, int64_t unit) {
  int64_t contiguity = std::min(facts.contiguity, group);
  return {contiguity, std::min(facts.constancy, group), divisorAt(facts, contiguity, unit)};
}

ValueFacts meet(const ValueFacts &a, const ValueFacts &b, int64_t unit) {
  int64_t contiguity = std::min(a.contiguity, b.contiguity);
  return {contiguity, std::min(a.constancy, b.constancy),
          std::min(divisorAt(a, contiguity, unit), divisorAt(b, contiguity, unit))};
}

/// `b` elements of `unit` each added to `a`; runs survive where the other side is constant.
ValueFacts sum(const ValueFacts &a, const ValueFacts &b, int64_t unit) {
  int64_t contiguity = std::max(std::min(a.contiguity, b.constancy), std::min(a.constancy, b.contiguity));
  // `b` counts elements; its divisor in the units of the sum.
  int64_t divisorB = std::min(divisorAt(b, contiguity, 1) * unit, kAnyDivisor);
  return {contiguity, std::min(a.constancy, b.constancy), std::min(divisorAt(a, contiguity, unit), divisorB)};
}

ValueFacts difference(const ValueFacts &a, const ValueFacts &b) {
  int64_t contiguity = std::min(a.contiguity, b.constancy);
  return {contiguity, std::min(a.constancy, b.constancy),
          std::min(divisorAt(a, contiguity, 1), divisorAt(b, contiguity, 1))};
}

ValueFacts product(const ValueFacts &a, const ValueFacts &b) {
  return {1, std::min(a.constancy, b.constancy), std::min(divisorAt(a, 1, 1) * divisorAt(b, 1, 1), kAnyDivisor)};
}

/// A wider or narrower integer: runs do not wrap inside groups that start at a multiple of their length.
/// `op` changes the width. A run longer than the narrower type can count comes around to its start.
ValueFacts resized(Operation *op, const ValueFacts &facts) {
  auto width = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIndex() ? 64u : element.getIntOrFloatBitWidth();
  };
  unsigned narrow = std::min(width(op->getOperand(0).getType()), width(op->getResult(0).getType()));
  int64_t countable = int64_t(1) << std::min(narrow - 1, 62u);
  int64_t contiguity = std::min({facts.contiguity, facts.divisor, countable});
  return {contiguity, facts.constancy, divisorAt(facts, contiguity, 1)};
}

/// `a < b` is equal inside a group if both sides only pass multiples of its length at its ends.
int64_t constancyOfLess(const ValueFacts &a, const ValueFacts &b) {
  int64_t group = std::min(a.contiguity, b.constancy);
  while (group > 1 && std::min(divisorAt(a, group, 1), divisorAt(b, 1, 1)) < group)
    group /= 2;
  return std::max(group, std::min(a.constancy, b.constancy));
}

int64_t constancyOfComparison(arith::CmpIPredicate predicate, const ValueFacts &a, const ValueFacts &b) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return constancyOfLess(a, b);
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    // b < a, or its negation.
    return constancyOfLess(b, a);
  default:
    return std::min(a.constancy, b.constancy);
  }
}

bool isNamed(Operation *op, StringRef name) {
  return op->getName().getStringRef() == name;
}

/// Facts of results from facts of operands.
class Transfer {
public:
  Transfer(Divisibility &facts, Value value, int64_t dimension)
      : facts(facts), value(value), type(value.getType()), dimension(dimension) {}

  ValueFacts ofResult(Operation *op) {
    if (auto constant = ofConstant())
      return *constant;
    return TypeSwitch<Operation *, ValueFacts>(op)
        .Case<IotaOp>([&](auto) { return ofIota(); })
        .Case<SplatOp, ToScalarOp>([&](auto) { return uniform(facts.divisorOfElements(op->getOperand(0))); })
        .Case<AssumeOp>([&](AssumeOp assume) { return ofAssume(assume); })
        .Case<OffsetOp>([&](auto) { return sum(operand(op, 0), operand(op, 1), unit()); })
        .Case<arith::AddIOp>([&](auto) { return sum(operand(op, 0), operand(op, 1), 1); })
        .Case<arith::SubIOp>([&](auto) { return difference(operand(op, 0), operand(op, 1)); })
        .Case<arith::MulIOp>([&](auto) { return product(operand(op, 0), operand(op, 1)); })
        .Case<arith::DivUIOp, arith::DivSIOp>([&](auto) { return quotient(operand(op, 0), op->getOperand(1)); })
        .Case<arith::AndIOp>([&](auto) { return ofBits(op, /*isAnd=*/true); })
        .Case<arith::OrIOp, arith::XOrIOp, arith::RemUIOp, arith::RemSIOp>(
            [&](auto) { return ofBits(op, /*isAnd=*/false); })
        .Case<arith::ShLIOp>([&](arith::ShLIOp shift) { return ofShift(shift); })
        .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>([&](auto) { return resized(op, operand(op, 0)); })
        .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto) { return resized(op, operand(op, 0)); })
        .Case<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>([&](auto) { return ofExtremum(op); })
        .Case<arith::CmpIOp>([&](arith::CmpIOp compare) -> ValueFacts {
          return {1, constancyOfComparison(compare.getPredicate(), operand(op, 0), operand(op, 1)), 1};
        })
        .Case<arith::SelectOp>([&](auto) { return ofSelect(op); })
        .Case<BitcastOp>([&](auto) { return ofBitcast(op); })
        .Case<AllocaOp>([&](AllocaOp alloca) { return uniform(alloca.getAlignment()); })
        .Case<scf::IfOp>([&](scf::IfOp branch) { return ofIf(branch); })
        // What holds at the start of every trip holds after the last.
        .Case<scf::ForOp>([&](scf::ForOp loop) { return of(loop.getTiedLoopRegionIterArg(cast<OpResult>(value))); })
        .Case<scf::WhileOp>([&](scf::WhileOp loop) {
          return of(loop.getConditionOp().getArgs()[cast<OpResult>(value).getResultNumber()]);
        })
        .Default([&](Operation *) { return ofOther(op); });
  }

  ValueFacts ofArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      return argument == loop.getInductionVar() ? ofInduction(loop) : ofCarried(loop, argument);
    if (auto loop = dyn_cast<scf::WhileOp>(parent))
      return ofWhile(loop, argument);
    return uniformIfScalar();
  }

private:
  /// Operands are scalars or have the result's shape.
  ValueFacts operand(Operation *op, unsigned index) {
    return of(op->getOperand(index));
  }
  ValueFacts of(Value other) {
    return facts.of(other, isa<RankedTensorType>(other.getType()) ? dimension : 0);
  }
  bool isLast() const {
    return dimension == lastDimension(type);
  }
  int64_t extent() const {
    return extentAlong(type, dimension);
  }
  ValueFacts uniform(int64_t divisor) const {
    return {1, extent(), std::min(divisor, kAnyDivisor)};
  }
  int64_t unit() const {
    return unitOf(type);
  }
  /// Nothing known but that C++ aligns pointers to what they point to.
  ValueFacts unknown() const {
    return {1, 1, unit()};
  }
  ValueFacts uniformIfScalar() const {
    return isa<RankedTensorType>(type) ? unknown() : uniform(unit());
  }

  std::optional<ValueFacts> ofConstant() {
    Attribute attribute;
    if (!matchPattern(value, m_Constant(&attribute)))
      return std::nullopt;
    if (auto dense = dyn_cast<DenseElementsAttr>(attribute); dense && dense.isSplat())
      attribute = dense.getSplatValue<Attribute>();
    auto integer = dyn_cast<IntegerAttr>(attribute);
    if (integer)
      return uniform(divisorOfNumber(integer.getValue()));
    return isa<FloatAttr>(attribute) ? uniform(1) : unknown();
  }

  /// Elements are numbered in the order in which they follow one another.
  ValueFacts ofIota() {
    return isLast() ? ValueFacts{extent(), 1, kAnyDivisor} : unknown();
  }

  ValueFacts ofAssume(AssumeOp assume) {
    ValueFacts result = of(assume.getSource());
    if (auto divisible = dyn_cast<DivisibleAttr>(assume.getFact())) {
      bool isAlong = !divisible.getAlong() || *divisible.getAlong() == dimension;
      if (isAlong && result.contiguity % divisible.getEvery().value_or(1) == 0)
        result.divisor = std::max(result.divisor, std::min(divisible.getDivisor(), kAnyDivisor));
    }
    if (auto same = dyn_cast<SameElementsAttr>(assume.getFact()); same && !same.getBlock().empty())
      if (int64_t block = same.getBlock()[dimension]; llvm::isPowerOf2_64(block))
        result.constancy = std::max(result.constancy, std::min(block, shapeOf(type)[dimension]));
    return result;
  }

  /// A multiple of m divided by a constant that divides m.
  ValueFacts quotient(const ValueFacts &a, Value by) {
    APInt number;
    ValueFacts b = of(by);
    int64_t divisor = 1;
    if (matchPattern(by, m_ConstantInt(&number)) && number.isPowerOf2() && number.getActiveBits() < 31)
      divisor = std::max<int64_t>(1, divisorAt(a, 1, 1) / number.getSExtValue());
    return {1, std::min(a.constancy, b.constancy), divisor};
  }

  /// Trailing zeros of both sides, or for a conjunction of either.
  ValueFacts ofBits(Operation *op, bool isAnd) {
    ValueFacts a = operand(op, 0), b = operand(op, 1);
    auto [least, most] = std::minmax(divisorAt(a, 1, 1), divisorAt(b, 1, 1));
    return {1, std::min(a.constancy, b.constancy), isAnd ? most : least};
  }

  ValueFacts ofShift(arith::ShLIOp shift) {
    APInt amount;
    ValueFacts source = of(shift.getLhs());
    int64_t factor = matchPattern(shift.getRhs(), m_ConstantInt(&amount)) && amount.ult(30)
                         ? int64_t(1) << amount.getZExtValue()
                         : 1;
    return product(source, {1, of(shift.getRhs()).constancy, factor});
  }

  ValueFacts ofExtremum(Operation *op) {
    ValueFacts a = operand(op, 0), b = operand(op, 1);
    return {1, std::min(a.constancy, b.constancy), std::min(divisorAt(a, 1, 1), divisorAt(b, 1, 1))};
  }

  ValueFacts ofSelect(Operation *op) {
    ValueFacts result = meet(operand(op, 1), operand(op, 2), unit());
    return isa<RankedTensorType>(op->getOperand(0).getType()) ? limited(result, operand(op, 0).constancy, unit())
                                                              : result;
  }

  ValueFacts ofBitcast(Operation *op) {
    Type from = op->getOperand(0).getType();
    ValueFacts source = operand(op, 0);
    if (!isa<PtrType>(getElementTypeOrSelf(type)))
      return {1, source.constancy, divisorAt(source, 1, unitOf(from))};
    if (isa<PtrType>(getElementTypeOrSelf(from)) && unitOf(from) == unit())
      return source;
    return {1, source.constancy, divisorAt(source, 1, unitOf(from))};
  }

  ValueFacts ofIf(scf::IfOp branch) {
    unsigned index = cast<OpResult>(value).getResultNumber();
    return meet(of(branch.thenYield().getOperand(index)), of(branch.elseYield().getOperand(index)), unit());
  }

  /// Ops of the dialect above by name, and whatever computes each element from those at the same place.
  ValueFacts ofOther(Operation *op) {
    if (isNamed(op, "tile_gpu.coordinate"))
      return ofCoordinate(op);
    if (isNamed(op, "tile_gpu.alloca"))
      return uniform(op->getAttrOfType<IntegerAttr>("alignment").getInt());
    if (isNamed(op, "tile_gpu.convert_layout"))
      return operand(op, 0);
    if (isa<BroadcastOp>(op) || isNamed(op, "tile_gpu.broadcast"))
      return ofBroadcast(op->getOperand(0));
    if (isa<ReshapeOp>(op) || isNamed(op, "tile_gpu.reshape"))
      return ofReshape(op->getOperand(0));
    if (isa<PermuteOp>(op) || isNamed(op, "tile_gpu.permute"))
      return ofPermute(op->getOperand(0), op->getAttrOfType<DenseI64ArrayAttr>("permutation"));
    if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumOperands() == 0)
      return uniformIfScalar();
    int64_t constancy = extent();
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (isa<RankedTensorType>(op->getOperand(i).getType()))
        constancy = std::min(constancy, operand(op, i).constancy);
    return {1, constancy, unit()};
  }

  ValueFacts ofCoordinate(Operation *op) {
    ArrayRef<int64_t> shape = shapeOf(type);
    int64_t counted = op->getAttrOfType<IntegerAttr>("dimension").getInt();
    if (!isLast())
      return counted == dimension ? ValueFacts{extent(), 1, kAnyDivisor} : uniform(1);
    int64_t repeated = productFrom(shape, counted + 1);
    return repeated == 1 ? ValueFacts{shape[counted], 1, kAnyDivisor} : ValueFacts{1, repeated, 1};
  }

  ValueFacts ofBroadcast(Value source) {
    ArrayRef<int64_t> to = shapeOf(type), from = shapeOf(source.getType());
    int64_t missing = to.size() - from.size();
    auto isStretched = [&](int64_t d) { return (d < missing ? 1 : from[d - missing]) != to[d]; };
    if (!isLast())
      return dimension < missing || isStretched(dimension) ? uniform(facts.divisorOfElements(source))
                                                           : facts.of(source, dimension - missing);
    // The source as it is up to the last dimension that is stretched, then again.
    int64_t d = to.size();
    while (d > 0 && !isStretched(d - 1))
      --d;
    int64_t whole = productFrom(to, d);
    if (d == 0 || whole > 1)
      return limited(facts.of(source), whole, unit());
    while (d > 0 && (isStretched(d - 1) || to[d - 1] == 1))
      --d;
    return {1, productFrom(to, d), facts.divisorOfElements(source)};
  }

  /// Elements keep their order; other dimensions survive where one of the source has the same place in it.
  ValueFacts ofReshape(Value source) {
    if (isLast())
      return facts.of(source);
    ArrayRef<int64_t> to = shapeOf(type), from = shapeOf(source.getType());
    for (int64_t d = 0; d < int64_t(from.size()); ++d)
      if (from[d] == to[dimension] && productFrom(from, d + 1) == productFrom(to, dimension + 1))
        return facts.of(source, d);
    return {1, 1, facts.divisorOfElements(source)};
  }

  ValueFacts ofPermute(Value source, ArrayRef<int64_t> permutation) {
    return limited(facts.of(source, permutation[dimension]), shapeOf(type)[dimension], unit());
  }

  ValueFacts ofInduction(scf::ForOp loop) {
    return uniform(std::min(facts.divisorOfElements(loop.getLowerBound()), facts.divisorOfElements(loop.getStep())));
  }

  ValueFacts ofCarried(scf::ForOp loop, BlockArgument argument) {
    return ofSteps(argument, loop.getTiedLoopInit(argument)->get(), loop.getTiedLoopYieldedValue(argument)->get());
  }

  /// The body sees what the condition hands on; the condition what the body does, or the start.
  ValueFacts ofWhile(scf::WhileOp loop, BlockArgument argument) {
    unsigned index = argument.getArgNumber();
    if (argument.getOwner() == loop.getAfterBody())
      return of(loop.getConditionOp().getArgs()[index]);
    Value next = loop.getYieldOp().getOperand(index);
    return ofSteps(argument, loop.getInits()[index], next);
  }

  /// `value` as the condition of its loop knows it, if the condition hands it on.
  static Value beforeCondition(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto loop = argument ? dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp()) : scf::WhileOp();
    return loop && argument.getOwner() == loop.getAfterBody() ? loop.getConditionOp().getArgs()[argument.getArgNumber()]
                                                              : value;
  }

  /// A carried value that steps by an addition or a subtraction keeps what its start and the step have in common.
  ValueFacts ofSteps(BlockArgument argument, Value init, Value next) {
    Operation *step = next.getDefiningOp();
    bool isSame = beforeCondition(next) == argument;
    if (!isSame && (!step || !isa<OffsetOp, arith::AddIOp, arith::SubIOp>(step) || beforeCondition(step->getOperand(0)) != argument))
      return uniformIfScalar();
    ValueFacts start = of(init);
    if (isSame)
      return start;
    // Every step moves all elements of a group alike or not at all.
    ValueFacts by = of(step->getOperand(1));
    ValueFacts result = limited(start, by.constancy, unit());
    result.divisor = std::min(result.divisor, std::min(divisorAt(by, 1, 1) * unit(), kAnyDivisor));
    return result;
  }

  Divisibility &facts;
  Value value;
  Type type;
  int64_t dimension;
};

int64_t widestAccess(const ValueFacts &pointers, int64_t elementBytes, int64_t maskConstancy, int64_t accessBytes) {
  int64_t width = std::min({pointers.contiguity, maskConstancy, std::max<int64_t>(1, accessBytes / elementBytes)});
  while (width > 1 && divisorAt(pointers, width, elementBytes) < width * elementBytes)
    width /= 2;
  return width;
}

} // namespace

ValueFacts Divisibility::compute(Value value, int64_t dimension) {
  Transfer transfer(*this, value, dimension);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return transfer.ofArgument(argument);
  return transfer.ofResult(value.getDefiningOp());
}

ValueFacts Divisibility::of(Value value) {
  return of(value, lastDimension(value.getType()));
}

ValueFacts Divisibility::of(Value value, int64_t dimension) {
  Type type = value.getType();
  // Nothing but extents of 1 behind it: its elements follow one another.
  if (dimension != lastDimension(type) && productFrom(shapeOf(type), dimension + 1) == 1)
    return limited(of(value), shapeOf(type)[dimension], unitOf(type));
  auto found = known.find({value, dimension});
  if (found != known.end())
    return found->second;
  // What a loop feeds back to itself knows nothing more than its type says.
  known[{value, dimension}] = {1, 1, 1};
  ValueFacts result = compute(value, dimension);
  known[{value, dimension}] = result;
  return result;
}

int64_t Divisibility::divisorOfElements(Value value) {
  return divisorAt(of(value), 1, unitOf(value.getType()));
}

int64_t Divisibility::contiguousDimension(Value pointers) {
  int64_t last = lastDimension(pointers.getType()), best = last;
  for (int64_t d = last - 1; d >= 0; --d)
    if (of(pointers, d).contiguity > of(pointers, best).contiguity)
      best = d;
  return best;
}

int64_t Divisibility::accessWidth(Value pointers, Value mask) {
  return accessWidth(pointers, mask, contiguousDimension(pointers));
}

int64_t Divisibility::accessWidth(Value pointers, Value mask, int64_t dimension) {
  int64_t maskConstancy = mask ? of(mask, dimension).constancy : kAnyDivisor;
  return widestAccess(of(pointers, dimension), unitOf(pointers.getType()), maskConstancy, accessBytes);
}

int64_t Divisibility::viewAccessWidth(Value view, ValueRange indices, bool inBounds) {
  int64_t widest = 1;
  for (int64_t d = 0; d < int64_t(cast<ViewType>(view.getType()).getTileShape().size()); ++d)
    widest = std::max(widest, viewAccessWidth(view, indices, inBounds, d));
  return widest;
}

int64_t Divisibility::viewAccessWidth(Value view, ValueRange indices, bool inBounds, int64_t dimension) {
  auto type = cast<ViewType>(view.getType());
  auto makeView = view.getDefiningOp<MakeViewOp>();
  auto tensor = makeView ? makeView.getSource().getDefiningOp<MakeTensorViewOp>() : MakeTensorViewOp();
  auto gather = dyn_cast<GatherScatterViewType>(type);
  TensorViewType shape = type.getTensorView();
  if (!tensor || shape.getStrides()[dimension] != 1 || (gather && gather.getDimension() == dimension))
    return 1;
  // What divides an extent or stride, constant or given at run time.
  auto divisors = [&](ArrayRef<int64_t> numbers, ValueRange dynamic) {
    SmallVector<int64_t> result;
    for (int64_t number : numbers) {
      bool isDynamic = ShapedType::isDynamic(number);
      result.push_back(isDynamic ? divisorOfElements(dynamic.front()) : divisorOfNumber(APInt(64, number, true)));
      if (isDynamic)
        dynamic = dynamic.drop_front();
    }
    return result;
  };
  SmallVector<int64_t> strides = divisors(shape.getStrides(), tensor.getStrides());
  SmallVector<int64_t> extents = divisors(shape.getShape(), tensor.getExtents());
  int64_t bytes = storageBytes(shape.getElementType());
  ValueFacts pointers = {type.getTileShape()[dimension], 1, divisorOfElements(tensor.getPointer())};
  for (int64_t d = 0; d < int64_t(strides.size()); ++d)
    if (d != dimension)
      pointers.divisor = std::min(pointers.divisor, strides[d] * bytes);
  int64_t start = divisorOfNumber(APInt(64, type.getSteps()[dimension])) * divisorOfElements(indices[dimension]);
  pointers.divisor = std::min(pointers.divisor, std::min(start, kAnyDivisor) * bytes);
  return widestAccess(pointers, bytes, inBounds ? kAnyDivisor : extents[dimension], accessBytes);
}
