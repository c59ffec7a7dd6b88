// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-guard-masks: a mask is evaluated in those iterations only in which it masks something (see Passes.td).
//
// What a mask compares is `scalars + counter * c + place`, where the places in a tile lie between two constants. So
// `lhs >= rhs` holds for the whole tile where `counter * c + rest + least >= 0`: up to some counter if c is negative,
// from some counter on if it is positive, in all iterations or in none if it is zero. The bound is computed before the
// loop in 64 bits, where it cannot overflow, and brought between the loop's bounds.
//
// What the mask is computed from is copied under the condition. The pass leaves alone: unsigned comparisons and sums
// that may wrap; masks that are decided in no iteration, as far as can be seen; small tiles, whose masks cost less than
// a branch.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile {
#define GEN_PASS_DEF_GUARDMASKS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// A scalar times a constant.
struct Term {
  Value value;
  int64_t factor;
};

/// The integers of a tile: terms, and what differs from place to place.
struct Numbers {
  SmallVector<Term> terms;
  int64_t least = 0, most = 0;

  Numbers times(int64_t factor) const {
    Numbers result;
    for (Term term : terms)
      result.terms.push_back({term.value, term.factor * factor});
    result.least = std::min(least * factor, most * factor);
    result.most = std::max(least * factor, most * factor);
    return result;
  }
  /// So small that nothing that is computed of them overflows in 64 bits, with values of 32 bits for the terms.
  bool isSmall() const {
    constexpr int64_t kMostFactor = int64_t(1) << 24, kMost = int64_t(1) << 56;
    constexpr size_t kMostTerms = 32;
    return terms.size() <= kMostTerms && least >= -kMost && most <= kMost &&
           llvm::all_of(terms, [](Term term) { return std::abs(term.factor) <= kMostFactor; });
  }
  Numbers plus(const Numbers &other) const {
    Numbers result = *this;
    result.terms.append(other.terms);
    result.least += other.least;
    result.most += other.most;
    return result;
  }
};

/// Iterations in which a mask lets everything pass: counters from `first` on and below `end`, if `condition` holds;
/// null without such a bound. i64, but for the condition.
struct Iterations {
  Value first, end, condition;
};

class MaskedLoop {
public:
  explicit MaskedLoop(scf::ForOp loop) : loop(loop), builder(loop.getLoc(), loop) {}

  /// Guards the selections of tiles of `elements` and more.
  void guardSelections(int64_t elements) {
    for (arith::SelectOp select : llvm::to_vector(loop.getBody()->getOps<arith::SelectOp>()))
      if (elementCount(select.getType()) >= elements && elementCount(select.getCondition().getType()) > 1)
        guard(select);
  }

private:
  //===- What a mask compares ------------------------------------------------------------------------------------===//

  std::optional<Numbers> numbersOf(Value value) {
    if (value == loop.getInductionVar())
      return Numbers{{{value, 1}}};
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return constant.getSignificantBits() < 32
                 ? std::optional(Numbers{{}, constant.getSExtValue(), constant.getSExtValue()})
                 : std::nullopt;
    Operation *op = value.getDefiningOp();
    if (std::optional<Numbers> sum = op ? numbersOfResult(op) : std::nullopt; sum && sum->isSmall())
      return sum;
    // With 64 bits the sum could overflow.
    auto type = dyn_cast<IntegerType>(value.getType());
    bool isInvariantScalar = type && type.getWidth() <= 32 && loop.isDefinedOutsideOfLoop(value);
    return isInvariantScalar ? std::optional(Numbers{{{value, 1}}}) : std::nullopt;
  }

  std::optional<Numbers> numbersOfResult(Operation *op) {
    if (auto iota = dyn_cast<IotaOp>(op))
      return Numbers{{}, 0, elementCount(iota.getType()) - 1};
    if (isa<SplatOp, ReshapeOp, BroadcastOp, PermuteOp, ExtractOp, ToScalarOp, arith::ExtSIOp>(op))
      return numbersOf(op->getOperand(0));
    auto wrapping = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    if (!wrapping || !wrapping.hasNoSignedWrap() || !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return std::nullopt;
    std::optional<Numbers> lhs = numbersOf(op->getOperand(0)), rhs = numbersOf(op->getOperand(1));
    if (!lhs || !rhs)
      return std::nullopt;
    if (isa<arith::AddIOp>(op))
      return lhs->plus(*rhs);
    if (isa<arith::SubIOp>(op))
      return lhs->plus(rhs->times(-1));
    if (!rhs->terms.empty() || rhs->least != rhs->most)
      std::swap(lhs, rhs);
    bool isConstant = rhs->terms.empty() && rhs->least == rhs->most;
    return isConstant ? std::optional(lhs->times(rhs->least)) : std::nullopt;
  }

  //===- Where it is decided -------------------------------------------------------------------------------------===//

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  }
  Value extended(Value value) {
    return value.getType().isInteger(64) ? value : builder.createOrFold<arith::ExtSIOp>(builder.getI64Type(), value);
  }
  /// `value` divided by a positive constant, rounded down.
  Value quotient(Value value, int64_t divisor) {
    if (divisor == 1)
      return value;
    if (llvm::isPowerOf2_64(divisor))
      return builder.createOrFold<arith::ShRSIOp>(value, constant(llvm::Log2_64(divisor)));
    return builder.createOrFold<arith::FloorDivSIOp>(value, constant(divisor));
  }

  /// Terms of the loop's counter, and the sum of all others and `offset`, i64.
  std::pair<int64_t, Value> split(const Numbers &numbers, int64_t offset) {
    llvm::MapVector<Value, int64_t> factors;
    for (Term term : numbers.terms)
      factors[term.value] += term.factor;
    Value sum = constant(offset);
    for (auto [value, factor] : factors)
      if (value != loop.getInductionVar() && factor != 0)
        sum = builder.createOrFold<arith::AddIOp>(
            builder.createOrFold<arith::MulIOp>(extended(value), constant(factor)), sum);
    return {factors.lookup(loop.getInductionVar()), sum};
  }

  /// Where `numbers` are nowhere negative.
  Iterations nowhereNegative(const Numbers &numbers) {
    auto [factor, rest] = split(numbers, numbers.least);
    if (factor == 0)
      return {{}, {}, builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sge, rest, constant(0))};
    int64_t size = std::abs(factor);
    if (factor < 0) // counter * size <= rest
      return {{}, quotient(builder.createOrFold<arith::AddIOp>(rest, constant(size)), size), {}};
    Value missing = builder.createOrFold<arith::SubIOp>(constant(size - 1), rest);
    return {quotient(missing, size), {}, {}};
  }

  std::optional<Iterations> whereCompares(arith::CmpIOp compare, bool wanted) {
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = wanted ? compare.getPredicate() : arith::invertPredicate(compare.getPredicate());
    bool isLess = predicate == Predicate::slt || predicate == Predicate::sle;
    if (!isLess && predicate != Predicate::sgt && predicate != Predicate::sge)
      return std::nullopt;
    std::optional<Numbers> lhs = numbersOf(compare.getLhs()), rhs = numbersOf(compare.getRhs());
    if (!lhs || !rhs)
      return std::nullopt;
    Numbers difference = isLess ? rhs->plus(lhs->times(-1)) : lhs->plus(rhs->times(-1));
    bool isStrict = predicate == Predicate::slt || predicate == Predicate::sgt;
    difference.least -= isStrict;
    return nowhereNegative(difference);
  }

  template <typename Join> static Value joined(Value a, Value b, Join join) {
    return a && b ? join(a, b) : a ? a : b;
  }
  std::optional<Iterations> whereBoth(Value a, Value b, bool wanted) {
    std::optional<Iterations> first = whereIs(a, wanted), second = first ? whereIs(b, wanted) : std::nullopt;
    if (!second)
      return std::nullopt;
    return Iterations{
        joined(first->first, second->first,
               [&](Value x, Value y) { return builder.createOrFold<arith::MaxSIOp>(x, y); }),
        joined(first->end, second->end, [&](Value x, Value y) { return builder.createOrFold<arith::MinSIOp>(x, y); }),
        joined(first->condition, second->condition,
               [&](Value x, Value y) { return builder.createOrFold<arith::AndIOp>(x, y); })};
  }

  /// In which iterations all of `mask` is `wanted`; none where that is not seen.
  std::optional<Iterations> whereIs(Value mask, bool wanted) {
    APInt value;
    if (matchPattern(mask, m_ConstantInt(&value)))
      return value.getBoolValue() == wanted ? std::optional(Iterations()) : std::nullopt;
    Operation *op = mask.getDefiningOp();
    if (auto compare = dyn_cast_if_present<arith::CmpIOp>(op))
      return whereCompares(compare, wanted);
    if (isa_and_present<SplatOp, ReshapeOp, BroadcastOp, PermuteOp, ExtractOp>(op))
      return whereIs(op->getOperand(0), wanted);
    APInt ones;
    if (isa_and_present<arith::XOrIOp>(op) && matchPattern(op->getOperand(1), m_ConstantInt(&ones)) && ones.isAllOnes())
      return whereIs(op->getOperand(0), !wanted);
    if (wanted ? isa_and_present<arith::AndIOp>(op) : isa_and_present<arith::OrIOp>(op))
      return whereBoth(op->getOperand(0), op->getOperand(1), wanted);
    return std::nullopt;
  }

  //===- Rewriting -----------------------------------------------------------------------------------------------===//

  /// The number in the counter's type, clamped to the loop's bounds.
  Value bound(Value number) {
    Value lower = extended(loop.getLowerBound()), upper = extended(loop.getUpperBound());
    number = builder.createOrFold<arith::MaxSIOp>(builder.createOrFold<arith::MinSIOp>(number, upper), lower);
    Type type = loop.getInductionVar().getType();
    return number.getType() == type ? number : builder.createOrFold<arith::TruncIOp>(type, number);
  }

  static bool isAtMost(Value a, Value b) {
    APInt x, y;
    return a == b || (matchPattern(a, m_ConstantInt(&x)) && matchPattern(b, m_ConstantInt(&y)) && x.sle(y));
  }

  /// What the mask is where a tile passes that the loop computes; nothing where it does not compute one of the two.
  std::optional<bool> passesWhere(arith::SelectOp select) {
    bool masksTrue = loop.isDefinedOutsideOfLoop(select.getTrueValue());
    bool masksFalse = loop.isDefinedOutsideOfLoop(select.getFalseValue());
    return masksTrue == masksFalse ? std::nullopt : std::optional(masksFalse);
  }

  void guard(arith::SelectOp select) {
    std::optional<bool> wanted = passesWhere(select);
    std::optional<Iterations> open = wanted ? whereIs(select.getCondition(), *wanted) : std::nullopt;
    if (!open)
      return;
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    // Without a bound the condition alone decides: in all iterations or in none.
    Value end = open->end || open->condition ? bound(open->end ? open->end : extended(upper)) : upper;
    if (open->condition)
      end = builder.createOrFold<arith::SelectOp>(open->condition, end, lower);
    Value first = open->first ? bound(open->first) : lower;
    Value passing = *wanted ? select.getTrueValue() : select.getFalseValue();
    if (isAtMost(first, lower) && isAtMost(upper, end)) {
      select.replaceAllUsesWith(passing);
      select.erase();
      return;
    }
    if (isAtMost(end, first))
      return;
    ImplicitLocOpBuilder here(select.getLoc(), select);
    Value cut;
    if (!isAtMost(upper, end))
      cut = arith::CmpIOp::create(here, arith::CmpIPredicate::sge, loop.getInductionVar(), end);
    if (!isAtMost(first, lower)) {
      Value before = arith::CmpIOp::create(here, arith::CmpIPredicate::slt, loop.getInductionVar(), first);
      cut = cut ? arith::OrIOp::create(here, cut, before).getResult() : before;
    }
    auto branch = scf::IfOp::create(here, select.getType(), cut, /*withElseRegion=*/true);
    select.replaceAllUsesWith(branch.getResult(0));
    moveInto(branch, select);
    ImplicitLocOpBuilder otherwise(select.getLoc(), branch.elseBlock(), branch.elseBlock()->end());
    scf::YieldOp::create(otherwise, passing);
  }

  /// With copies of what computes its mask in the loop.
  void moveInto(scf::IfOp branch, arith::SelectOp select) {
    ImplicitLocOpBuilder then(select.getLoc(), branch.thenBlock(), branch.thenBlock()->end());
    auto yield = scf::YieldOp::create(then, select.getResult());
    select->moveBefore(yield);
    then.setInsertionPoint(select);
    IRMapping copies;
    select.getConditionMutable().assign(copied(select.getCondition(), then, copies));
  }

  Value copied(Value value, OpBuilder &then, IRMapping &copies) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || !isPure(op))
      return value;
    if (Value known = copies.lookupOrNull(value))
      return known;
    for (Value operand : op->getOperands())
      copies.map(operand, copied(operand, then, copies));
    return then.clone(*op, copies)->getResult(cast<OpResult>(value).getResultNumber());
  }

  scf::ForOp loop;
  ImplicitLocOpBuilder builder; ///< before the loop
};

struct GuardMasks : tilec::tile::impl::GuardMasksBase<GuardMasks> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) {
      if (loop.getUnsignedCmp() || !loop.getInductionVar().getType().isInteger())
        return;
      std::optional<int64_t> elements;
      for (auto mma : loop.getBody()->getOps<MmaOp>())
        elements = std::min(elements.value_or(INT64_MAX), elementCount(mma.getType()));
      if (elements)
        MaskedLoop(loop).guardSelections(std::max(*elements, int64_t(leastElements)));
    });
  }
};

} // namespace
