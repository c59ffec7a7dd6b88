// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using dataflow::IntegerValueRangeLattice;

namespace {

/// Whether `op` has one of these names. Ops of dialects above this one are known by name only.
bool isNamed(Operation *op, ArrayRef<StringRef> names) {
  return llvm::is_contained(names, op->getName().getStringRef());
}

/// The range from 0 to `largest`, as elements of `type`.
ConstantIntRanges upTo(uint64_t largest, Type type) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  return ConstantIntRanges::fromUnsigned(APInt::getZero(width), APInt(width, largest, false, /*implicitTrunc=*/true));
}

/// A number of CTAs that no device holds.
constexpr uint64_t kMostWorkers = 1 << 20;

/// The largest number of blocks along a dimension of a grid.
uint64_t gridLimit(uint32_t dimension) {
  return dimension == 0 ? 0x7FFFFFFF : 0xFFFF;
}

/// The numbers of `range` that the bounds of `fact` allow.
ConstantIntRanges bounded(const ConstantIntRanges &range, tile::BoundedAttr fact) {
  unsigned width = range.smin().getBitWidth();
  APInt low = APInt::getSignedMinValue(width), high = APInt::getSignedMaxValue(width);
  // Bounds that the type cannot hold say nothing.
  if (fact.getLower() && llvm::isIntN(width, *fact.getLower()))
    low = APInt(width, *fact.getLower(), /*isSigned=*/true);
  if (fact.getUpper() && llvm::isIntN(width, *fact.getUpper()))
    high = APInt(width, *fact.getUpper(), /*isSigned=*/true);
  if (low.sgt(high))
    return range;
  return range.intersection(ConstantIntRanges::fromSigned(low, high));
}

class Ranges : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  LogicalResult visitOperation(Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
                               ArrayRef<IntegerValueRangeLattice *> results) override {
    FailureOr<IntegerValueRange> range = rangeOf(op, operands);
    if (failed(range))
      return IntegerRangeAnalysis::visitOperation(op, operands, results);
    IntegerValueRangeLattice *result = results.front();
    IntegerValueRange before = result->getValue();
    ChangeResult change = result->join(*range);
    // A value carried round a loop would grow step by step; it is unknown as soon as it grows.
    bool isCarried =
        llvm::any_of(op->getUsers(), [](Operation *user) { return user->hasTrait<OpTrait::IsTerminator>(); });
    if (isCarried && !before.isUninitialized() && !(result->getValue() == before))
      change |= result->join(IntegerValueRange::getMaxRange(op->getResult(0)));
    propagateIfChanged(result, change);
    return success();
  }

  void visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                                    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && loop.getUnsignedCmp())
      return setAllToEntryStates(arguments);
    IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor, arguments, firstIndex);
  }

private:
  /// The range of an op of ours; failure for the others.
  static FailureOr<IntegerValueRange> rangeOf(Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands) {
    if (op->getNumResults() != 1 || !getElementTypeOrSelf(op->getResult(0).getType()).isInteger())
      return failure();
    Type type = op->getResult(0).getType();
    if (auto id = dyn_cast<tile::BlockIdOp>(op))
      return IntegerValueRange(upTo(gridLimit(uint32_t(id.getDimension())) - 1, type));
    if (auto count = dyn_cast<tile::NumBlocksOp>(op))
      return IntegerValueRange(upTo(gridLimit(uint32_t(count.getDimension())), type));
    if (isa<tile::WorkerIdOp, tile::NumWorkersOp>(op))
      return IntegerValueRange(upTo(kMostWorkers, type));
    // Each worker draws once beyond the last block.
    if (isa<tile::NextBlockOp>(op) || isNamed(op, {"tile_gpu.next_block"}))
      return IntegerValueRange(upTo(uint64_t(tile::kMostBlocks) + 2 * kMostWorkers, type));
    if (isa<tile::IotaOp>(op))
      return IntegerValueRange(upTo(cast<ShapedType>(type).getNumElements() - 1, type));
    if (isNamed(op, {"tile_gpu.coordinate"})) {
      int64_t dimension = op->getAttrOfType<IntegerAttr>("dimension").getInt();
      return IntegerValueRange(upTo(cast<ShapedType>(type).getDimSize(dimension) - 1, type));
    }
    if (auto promise = dyn_cast<tile::AssumeOp>(op)) {
      auto fact = dyn_cast<tile::BoundedAttr>(promise.getFact());
      const IntegerValueRange &source = operands.front()->getValue();
      return fact && !source.isUninitialized() ? IntegerValueRange(bounded(source.getValue(), fact)) : source;
    }
    if (isa<tile::SplatOp, tile::ToScalarOp, tile::BroadcastOp, tile::ReshapeOp, tile::PermuteOp, tile::ExtractOp>(
            op) ||
        isNamed(op, {"tile_gpu.broadcast", "tile_gpu.reshape", "tile_gpu.permute", "tile_gpu.convert_layout",
                     "tile_gpu.extract"}))
      return operands.front()->getValue();
    return failure();
  }
};

} // namespace

void tile::loadIntegerRanges(DataFlowSolver &solver) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<Ranges>();
}

tile::IntegerRanges::IntegerRanges(Operation *root) : solver(std::make_unique<DataFlowSolver>()) {
  loadIntegerRanges(*solver);
  if (failed(solver->initializeAndRun(root)))
    solver = std::make_unique<DataFlowSolver>();
}

std::optional<ConstantIntRanges> tile::IntegerRanges::of(Value value) const {
  auto *lattice = solver->lookupState<IntegerValueRangeLattice>(value);
  if (!lattice || lattice->getValue().isUninitialized())
    return std::nullopt;
  return lattice->getValue().getValue();
}

//===- Under conditions ------------------------------------------------------------------------------------------===//

namespace {

using Predicate = arith::CmpIPredicate;

/// A comparison, and whether it holds.
struct Condition {
  arith::CmpIOp compare;
  bool holds;
};

/// Appends the comparisons that follow from `value` being true (`holds`) or false. Where it depends on several at once,
/// it appends fewer.
void addConditions(Value value, bool holds, SmallVectorImpl<Condition> &conditions) {
  auto is = [](Value operand, bool constant) {
    APInt number;
    return matchPattern(operand, m_ConstantInt(&number)) && number.isOne() == constant;
  };
  // Handles `first ? second : third` where a constant arm is excluded: `first` and the other arm are then known.
  auto addChoice = [&](Value first, Value second, Value third) {
    if (is(third, !holds)) {
      addConditions(first, true, conditions);
      addConditions(second, holds, conditions);
    } else if (is(second, !holds)) {
      addConditions(first, false, conditions);
      addConditions(third, holds, conditions);
    }
  };
  Operation *op = value.getDefiningOp();
  if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op)) {
    conditions.push_back({compare, holds});
  } else if (isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op)) {
    if (holds == isa<arith::AndIOp>(op))
      for (Value operand : op->getOperands())
        addConditions(operand, holds, conditions);
  } else if (auto flip = dyn_cast_or_null<arith::XOrIOp>(op)) {
    if (is(flip.getRhs(), true))
      addConditions(flip.getLhs(), !holds, conditions);
  } else if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
    addChoice(select.getCondition(), select.getTrueValue(), select.getFalseValue());
  } else if (auto branch = dyn_cast_or_null<scf::IfOp>(op)) {
    unsigned result = cast<OpResult>(value).getResultNumber();
    addChoice(branch.getCondition(), branch.thenYield().getOperand(result), branch.elseYield().getOperand(result));
  }
}

/// The conditions of the branches around `at`.
SmallVector<Condition> conditionsAround(Operation *at) {
  SmallVector<Condition> conditions;
  for (Operation *inner = at; auto parent = inner->getParentOp(); inner = parent)
    if (auto branch = dyn_cast<scf::IfOp>(parent))
      addConditions(branch.getCondition(), inner->getParentRegion() == &branch.getThenRegion(), conditions);
  return conditions;
}

/// The numbers for which `predicate` may hold with a number of `other`. No value: any number.
std::optional<ConstantIntRanges> allowedBy(Predicate predicate, const ConstantIntRanges &other) {
  unsigned width = other.smin().getBitWidth();
  APInt least = APInt::getSignedMinValue(width), most = APInt::getSignedMaxValue(width);
  APInt zero = APInt::getZero(width), all = APInt::getAllOnes(width);
  switch (predicate) {
  case Predicate::eq:
    return other;
  case Predicate::ne:
    return std::nullopt;
  case Predicate::slt:
    return other.smax() == least ? std::nullopt : std::optional(ConstantIntRanges::fromSigned(least, other.smax() - 1));
  case Predicate::sle:
    return ConstantIntRanges::fromSigned(least, other.smax());
  case Predicate::sgt:
    return other.smin() == most ? std::nullopt : std::optional(ConstantIntRanges::fromSigned(other.smin() + 1, most));
  case Predicate::sge:
    return ConstantIntRanges::fromSigned(other.smin(), most);
  case Predicate::ult:
    return other.umax().isZero() ? std::nullopt
                                 : std::optional(ConstantIntRanges::fromUnsigned(zero, other.umax() - 1));
  case Predicate::ule:
    return ConstantIntRanges::fromUnsigned(zero, other.umax());
  case Predicate::ugt:
    return other.umin() == all ? std::nullopt : std::optional(ConstantIntRanges::fromUnsigned(other.umin() + 1, all));
  case Predicate::uge:
    return ConstantIntRanges::fromUnsigned(other.umin(), all);
  }
  llvm_unreachable("all predicates are listed");
}

/// The numbers of both ranges, with signed and unsigned bounds. Where there are none the code is unreachable, and
/// `range` is returned.
ConstantIntRanges intersect(const ConstantIntRanges &range, const ConstantIntRanges &other) {
  ConstantIntRanges both = range.intersection(other);
  auto isEmpty = [](const ConstantIntRanges &r) { return r.smin().sgt(r.smax()) || r.umin().ugt(r.umax()); };
  if (isEmpty(both))
    return range;
  ConstantIntRanges exact = both.intersection(ConstantIntRanges::fromSigned(both.smin(), both.smax()))
                                .intersection(ConstantIntRanges::fromUnsigned(both.umin(), both.umax()));
  return isEmpty(exact) ? range : exact;
}

/// Computes ranges anew from the operands' ranges, which the conditions around a place limit.
class ConditionalRanges {
public:
  ConditionalRanges(const tile::IntegerRanges &ranges, Operation *at)
      : ranges(ranges), conditions(conditionsAround(at)) {}

  std::optional<ConstantIntRanges> of(Value value, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 8;
    std::optional<ConstantIntRanges> range = ranges.of(value);
    if (!range || depth == kDeepest)
      return range;
    if (auto inferring = dyn_cast_or_null<InferIntRangeInterface>(value.getDefiningOp())) {
      SmallVector<ConstantIntRanges> operands;
      for (Value operand : inferring->getOperands())
        if (std::optional<ConstantIntRanges> known = of(operand, depth + 1))
          operands.push_back(*known);
      if (!operands.empty() && operands.size() == inferring->getNumOperands())
        inferring.inferResultRanges(operands, [&](Value result, const ConstantIntRanges &inferred) {
          if (result == value)
            range = intersect(*range, inferred);
        });
    }
    for (Condition condition : conditions) {
      Predicate predicate = condition.compare.getPredicate();
      limit(*range, value, condition.compare.getLhs(), condition.compare.getRhs(),
            condition.holds ? predicate : arith::invertPredicate(predicate));
      limit(*range, value, condition.compare.getRhs(), condition.compare.getLhs(),
            swapped(condition.holds ? predicate : arith::invertPredicate(predicate)));
    }
    return range;
  }

private:
  static Predicate swapped(Predicate predicate) {
    switch (predicate) {
    case Predicate::slt:
      return Predicate::sgt;
    case Predicate::sle:
      return Predicate::sge;
    case Predicate::sgt:
      return Predicate::slt;
    case Predicate::sge:
      return Predicate::sle;
    case Predicate::ult:
      return Predicate::ugt;
    case Predicate::ule:
      return Predicate::uge;
    case Predicate::ugt:
      return Predicate::ult;
    case Predicate::uge:
      return Predicate::ule;
    default:
      return predicate;
    }
  }

  /// Limits `range` where `compared predicate other` holds and `compared` is `value`, itself or widened.
  void limit(ConstantIntRanges &range, Value value, Value compared, Value other, Predicate predicate) const {
    std::optional<ConstantIntRanges> numbers = ranges.of(other);
    std::optional<ConstantIntRanges> allowed = numbers ? allowedBy(predicate, *numbers) : std::nullopt;
    if (!allowed)
      return;
    unsigned width = range.smin().getBitWidth();
    if (compared == value) {
      range = intersect(range, *allowed);
    } else if (auto wide = compared.getDefiningOp<arith::ExtSIOp>(); wide && wide.getIn() == value) {
      unsigned wider = allowed->smin().getBitWidth();
      ConstantIntRanges both =
          intersect(ConstantIntRanges::fromSigned(range.smin().sext(wider), range.smax().sext(wider)), *allowed);
      range = intersect(range, ConstantIntRanges::fromSigned(both.smin().trunc(width), both.smax().trunc(width)));
    } else if (auto wide = compared.getDefiningOp<arith::ExtUIOp>(); wide && wide.getIn() == value) {
      unsigned wider = allowed->smin().getBitWidth();
      ConstantIntRanges both =
          intersect(ConstantIntRanges::fromUnsigned(range.umin().zext(wider), range.umax().zext(wider)), *allowed);
      range = intersect(range, ConstantIntRanges::fromUnsigned(both.umin().trunc(width), both.umax().trunc(width)));
    }
  }

  const tile::IntegerRanges &ranges;
  SmallVector<Condition> conditions;
};

} // namespace

std::optional<ConstantIntRanges> tile::IntegerRanges::of(Value value, Operation *at) const {
  return ConditionalRanges(*this, at).of(value);
}
