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

/// Widest access of one lane.
constexpr int64_t kMaxAccessBytes = 16;

int64_t lastExtent(Type type) {
  ArrayRef<int64_t> shape = shapeOf(type);
  return shape.empty() ? 1 : shape.back();
}

/// Distance of neighbours in units of the divisor: an element for integers, its bytes for pointers.
int64_t unitOf(Type type) {
  auto pointer = dyn_cast<PtrType>(getElementTypeOrSelf(type));
  return pointer ? storageBytes(pointer.getPointee()) : 1;
}

int64_t divisorOfNumber(const APInt &value) {
  return value.isZero() ? kAnyDivisor : int64_t(1) << std::min<unsigned>(value.countr_zero(), 30);
}

ValueFacts uniform(Type type, int64_t divisor) {
  return {1, lastExtent(type), std::min(divisor, kAnyDivisor)};
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
  Transfer(Divisibility &facts, Value value) : facts(facts), value(value), type(value.getType()) {}

  ValueFacts ofResult(Operation *op) {
    if (auto constant = ofConstant())
      return *constant;
    return TypeSwitch<Operation *, ValueFacts>(op)
        .Case<IotaOp>([&](auto) { return ofIota(); })
        .Case<SplatOp, ToScalarOp>([&](auto) { return uniform(type, facts.divisorOfElements(op->getOperand(0))); })
        .Case<AssumeOp>([&](AssumeOp assume) { return ofAssume(assume); })
        .Case<OffsetOp>([&](auto) { return sum(operand(op, 0), operand(op, 1), unit()); })
        .Case<arith::AddIOp>([&](auto) { return sum(operand(op, 0), operand(op, 1), 1); })
        .Case<arith::SubIOp>([&](auto) { return difference(operand(op, 0), operand(op, 1)); })
        .Case<arith::MulIOp>([&](auto) { return product(operand(op, 0), operand(op, 1)); })
        .Case<arith::ShLIOp>([&](arith::ShLIOp shift) { return ofShift(shift); })
        .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>([&](auto) { return resized(op, operand(op, 0)); })
        .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto) { return resized(op, operand(op, 0)); })
        .Case<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>([&](auto) { return ofExtremum(op); })
        .Case<arith::CmpIOp>([&](arith::CmpIOp compare) -> ValueFacts {
          return {1, constancyOfComparison(compare.getPredicate(), operand(op, 0), operand(op, 1)), 1};
        })
        .Case<arith::SelectOp>([&](auto) { return ofSelect(op); })
        .Case<BitcastOp>([&](auto) { return ofBitcast(op); })
        .Case<AllocaOp>([&](AllocaOp alloca) { return uniform(type, alloca.getAlignment()); })
        .Case<scf::IfOp>([&](scf::IfOp branch) { return ofIf(branch); })
        .Default([&](Operation *) { return ofOther(op); });
  }

  ValueFacts ofArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      return argument == loop.getInductionVar() ? ofInduction(loop) : ofCarried(loop, argument);
    return uniformIfScalar();
  }

private:
  ValueFacts operand(Operation *op, unsigned index) {
    return facts.of(op->getOperand(index));
  }
  int64_t unit() const {
    return unitOf(type);
  }
  /// Nothing known but that C++ aligns pointers to what they point to.
  ValueFacts unknown() const {
    return {1, 1, unit()};
  }
  ValueFacts uniformIfScalar() const {
    return isa<RankedTensorType>(type) ? unknown() : uniform(type, unit());
  }

  std::optional<ValueFacts> ofConstant() {
    Attribute attribute;
    if (!matchPattern(value, m_Constant(&attribute)))
      return std::nullopt;
    if (auto dense = dyn_cast<DenseElementsAttr>(attribute); dense && dense.isSplat())
      attribute = dense.getSplatValue<Attribute>();
    auto integer = dyn_cast<IntegerAttr>(attribute);
    if (integer)
      return uniform(type, divisorOfNumber(integer.getValue()));
    return isa<FloatAttr>(attribute) ? uniform(type, 1) : unknown();
  }

  ValueFacts ofIota() {
    int64_t extent = lastExtent(type);
    return {extent, 1, shapeOf(type).size() <= 1 ? kAnyDivisor : extent};
  }

  ValueFacts ofAssume(AssumeOp assume) {
    ValueFacts result = facts.of(assume.getSource());
    if (auto divisible = dyn_cast<DivisibleAttr>(assume.getFact())) {
      int64_t rank = shapeOf(type).size();
      int64_t every = divisible.getEvery().value_or(1);
      bool alongLast = !divisible.getAlong() || *divisible.getAlong() == rank - 1;
      if (alongLast && (every == result.contiguity || (every == 1 && result.contiguity == 1)))
        result.divisor = std::max(result.divisor, std::min(divisible.getDivisor(), kAnyDivisor));
    }
    if (auto same = dyn_cast<SameElementsAttr>(assume.getFact()); same && !same.getBlock().empty())
      if (int64_t extent = same.getBlock().back(); llvm::isPowerOf2_64(extent))
        result.constancy = std::max(result.constancy, std::min(extent, lastExtent(type)));
    return result;
  }

  ValueFacts ofShift(arith::ShLIOp shift) {
    APInt amount;
    ValueFacts source = facts.of(shift.getLhs());
    int64_t factor = matchPattern(shift.getRhs(), m_ConstantInt(&amount)) && amount.ult(30)
                         ? int64_t(1) << amount.getZExtValue()
                         : 1;
    return product(source, {1, facts.of(shift.getRhs()).constancy, factor});
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
    return meet(facts.of(branch.thenYield().getOperand(index)), facts.of(branch.elseYield().getOperand(index)), unit());
  }

  /// Ops of the dialect above by name, and whatever computes each element from those at the same place.
  ValueFacts ofOther(Operation *op) {
    if (isNamed(op, "tile_gpu.coordinate"))
      return ofCoordinate(op);
    if (isNamed(op, "tile_gpu.alloca"))
      return uniform(type, op->getAttrOfType<IntegerAttr>("alignment").getInt());
    if (isNamed(op, "tile_gpu.convert_layout"))
      return operand(op, 0);
    if (isa<BroadcastOp>(op) || isNamed(op, "tile_gpu.broadcast"))
      return ofBroadcast(op);
    if (isa<ReshapeOp>(op) || isNamed(op, "tile_gpu.reshape"))
      return limited(operand(op, 0), std::min(lastExtent(type), lastExtent(op->getOperand(0).getType())), unit());
    if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumOperands() == 0)
      return uniformIfScalar();
    int64_t constancy = lastExtent(type);
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (isa<RankedTensorType>(op->getOperand(i).getType()))
        constancy = std::min(constancy, operand(op, i).constancy);
    return {1, constancy, unit()};
  }

  ValueFacts ofCoordinate(Operation *op) {
    bool isLast = op->getAttrOfType<IntegerAttr>("dimension").getInt() + 1 == int64_t(shapeOf(type).size());
    return isLast ? ValueFacts{lastExtent(type), 1, kAnyDivisor} : uniform(type, 1);
  }

  ValueFacts ofBroadcast(Operation *op) {
    Type from = op->getOperand(0).getType();
    if (lastExtent(from) == lastExtent(type))
      return operand(op, 0);
    return uniform(type, divisorAt(operand(op, 0), 1, unit()));
  }

  ValueFacts ofInduction(scf::ForOp loop) {
    return uniform(type,
                   std::min(facts.divisorOfElements(loop.getLowerBound()), facts.divisorOfElements(loop.getStep())));
  }

  /// A carried value that steps by an addition keeps what its start and the step have in common.
  ValueFacts ofCarried(scf::ForOp loop, BlockArgument argument) {
    Value next = loop.getTiedLoopYieldedValue(argument)->get();
    Operation *step = next.getDefiningOp();
    if (next != argument && (!step || !isa<OffsetOp, arith::AddIOp>(step) || step->getOperand(0) != argument))
      return uniformIfScalar();
    ValueFacts start = facts.of(loop.getTiedLoopInit(argument)->get());
    if (next == argument)
      return start;
    // Every step moves all elements of a group alike or not at all.
    ValueFacts by = facts.of(step->getOperand(1));
    ValueFacts result = limited(start, by.constancy, unit());
    result.divisor = std::min(result.divisor, std::min(divisorAt(by, 1, 1) * unit(), kAnyDivisor));
    return result;
  }

  Divisibility &facts;
  Value value;
  Type type;
};

int64_t widestAccess(const ValueFacts &pointers, int64_t elementBytes, int64_t maskConstancy) {
  int64_t width = std::min({pointers.contiguity, maskConstancy, std::max<int64_t>(1, kMaxAccessBytes / elementBytes)});
  while (width > 1 && divisorAt(pointers, width, elementBytes) < width * elementBytes)
    width /= 2;
  return width;
}

} // namespace

ValueFacts Divisibility::compute(Value value) {
  Transfer transfer(*this, value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return transfer.ofArgument(argument);
  return transfer.ofResult(value.getDefiningOp());
}

ValueFacts Divisibility::of(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  // What a loop feeds back to itself knows nothing more than its type says.
  known[value] = {1, isa<RankedTensorType>(value.getType()) ? 1 : lastExtent(value.getType()), 1};
  ValueFacts result = compute(value);
  known[value] = result;
  return result;
}

int64_t Divisibility::divisorOfElements(Value value) {
  return divisorAt(of(value), 1, unitOf(value.getType()));
}

int64_t Divisibility::accessWidth(Value pointers, Value mask) {
  int64_t maskConstancy = mask ? of(mask).constancy : lastExtent(pointers.getType());
  return widestAccess(of(pointers), unitOf(pointers.getType()), maskConstancy);
}

int64_t Divisibility::viewAccessWidth(Value view, ValueRange indices, bool inBounds) {
  auto type = cast<ViewType>(view.getType());
  auto makeView = view.getDefiningOp<MakeViewOp>();
  auto tensor = makeView ? makeView.getSource().getDefiningOp<MakeTensorViewOp>() : MakeTensorViewOp();
  int64_t rank = type.getTileShape().size(), last = rank - 1;
  auto gather = dyn_cast<GatherScatterViewType>(type);
  TensorViewType shape = type.getTensorView();
  if (!tensor || rank == 0 || shape.getStrides()[last] != 1 || (gather && gather.getDimension() == last))
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
  ValueFacts pointers = {type.getTileShape()[last], 1, divisorOfElements(tensor.getPointer())};
  for (int64_t d = 0; d < last; ++d)
    pointers.divisor = std::min(pointers.divisor, strides[d] * bytes);
  int64_t start = divisorOfNumber(APInt(64, type.getSteps()[last])) * divisorOfElements(indices[last]);
  pointers.divisor = std::min(pointers.divisor, std::min(start, kAnyDivisor) * bytes);
  return widestAccess(pointers, bytes, inBounds ? kAnyDivisor : extents[last]);
}
