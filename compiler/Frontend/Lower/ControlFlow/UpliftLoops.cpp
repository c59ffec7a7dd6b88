// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpliftLoops.cpp - counting scf.while to scf.for ---------------------===//
//
//   %r:2 = scf.while (%i = %lo, %t = %t0) {         %r = scf.for %i = %lo to %hi step %c4 iter_args(%t = %t0) {
//     %c = arith.cmpi slt, %i, %hi                     ... body ...
//     scf.condition(%c) %i, %t                         scf.yield %t'
//   } do {                                    =>     }
//     ... body ...
//     %n = arith.addi %i, %c4
//     scf.yield %n, %t'
//   }
//
// The test compares a loop-carried integer with a value from outside the loop (invariant code was hoisted before), and
// the body adds a constant to it, the step of an `irange`, or, where it counts up as a signed integer, a value from
// outside that is known to be positive: the number of blocks, and sums and products of it. What the comparison means
// for the trip count:
//
//   i <  hi, step > 0    from lo to hi               signed or unsigned, as the comparison is
//   i <= hi, step > 0    from lo to hi + 1
//   i != hi, step = 1    from lo to hi               signed where i + 1 does not overflow; else counts hi - lo from 0,
//                                                     which is right modulo 2^n
//   i >  hi, step < 0    counts (lo - hi - 1) / |step| + 1 from 0, if lo > hi; the variable is lo - count * |step|
//   i >= hi, step < 0    likewise with hi - 1
//
// Where a value from outside is added and the sum may wrap, as that of an int and the unsigned number of blocks, the
// `scf.while` stays, around a counted loop over the numbers up to the first wrap. It ends after one iteration, unless
// one wraps, or there are more of them than a signed counter counts:
//
//   scf.while (%i = %lo, %t = %t0) {      with %trips = min((%hi - %i - 1) / %step + 1, largest signed integer)
//     .. test as before ..
//   } do {
//     %r = scf.for %k = 0 to %trips step 1 iter_args(%t' = %t) { .. body with %i + %k * %step .. }
//     scf.yield %i + %trips * %step, %r
//   }
//
// C++ compares 8- and 16-bit integers as ints; where both sides were extended alike, they are first compared as they
// are.
//
// A loop that in C++ would wrap around its type's end either overflows a signed integer or makes no progress; both are
// undefined, so the trip counts above hold for every defined execution.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/ControlFlow/Structure.h"
#include "dialects/Tile/IR/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using tilec::frontend::kRangeStepAttr;

namespace {

/// What was recognised in a counting loop.
struct Counting {
  unsigned index;                 // which loop-carried value counts
  arith::CmpIPredicate predicate; // with the counter on the left
  Value bound;
  APInt step;
  Value runtimeStep;    // positive and not constant; null: `step` it is
  bool mayWrap = false; // any such step, added modulo 2^n
};

/// How to count instead: an `scf.for` and the counter of the source as a function of its variable.
struct Range {
  Value lower, upper, step;
  bool isUnsigned;
  /// The source's counter is `base + variable * scale`; null: the variable itself.
  Value base;
  APInt scale;
};

bool isDefinedOutside(Value value, Operation *loop) {
  return !loop->isAncestor(value.getParentBlock()->getParentOp());
}

/// Only ops that may be repeated stand before the condition.
bool hasPureTest(scf::WhileOp loop) {
  for (Operation &op : loop.getBeforeBody()->without_terminator())
    if (!isMemoryEffectFree(&op) || op.getNumRegions())
      return false;
  return true;
}

/// Known to be above zero as a signed integer, unless it overflowed, which is undefined.
bool isPositive(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isStrictlyPositive();
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  bool isSigned = isa<arith::AddIOp, arith::MulIOp>(op) &&
                  bitEnumContainsAny(cast<arith::ArithIntegerOverflowFlagsInterface>(op).getOverflowAttr().getValue(),
                                     arith::IntegerOverflowFlags::nsw);
  if (isSigned || isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return llvm::all_of(op->getOperands(), isPositive);
  return isa<tilec::tile::NumBlocksOp>(op);
}

/// A step and, if it is not constant, its value.
using Step = std::pair<APInt, Value>;

/// The counter is the sum of what it was and something else, and does not overflow as a signed integer.
bool hasSignedSteps(scf::WhileOp loop, unsigned index) {
  auto sum = loop.getYieldOp().getOperand(index).getDefiningOp<arith::AddIOp>();
  return sum && bitEnumContainsAny(sum.getOverflowFlags(), arith::IntegerOverflowFlags::nsw);
}

/// What the body adds to the counter.
std::optional<Step> stepOf(scf::WhileOp loop, unsigned index) {
  Operation *next = loop.getYieldOp().getOperand(index).getDefiningOp();
  if (!next || !isa<arith::AddIOp, arith::SubIOp>(next))
    return std::nullopt;
  Value counter = next->getOperand(0), amount = next->getOperand(1);
  auto isOfBody = [&](Value value) {
    return isa<BlockArgument>(value) && value.getParentBlock() == loop.getAfterBody();
  };
  if (isa<arith::AddIOp>(next) && !isOfBody(counter))
    std::swap(counter, amount);
  auto argument = dyn_cast<BlockArgument>(counter);
  if (!argument || argument.getOwner() != loop.getAfterBody())
    return std::nullopt;
  if (loop.getConditionOp().getArgs()[argument.getArgNumber()] != loop.getBeforeArguments()[index])
    return std::nullopt;
  APInt step;
  if (matchPattern(amount, m_ConstantInt(&step)))
    return Step(isa<arith::SubIOp>(next) ? -step : step, Value());
  if (!isa<arith::AddIOp>(next) || !isDefinedOutside(amount, loop))
    return std::nullopt;
  return Step(APInt(amount.getType().getIntOrFloatBitWidth(), 1), amount);
}

/// `a p b` as `b swapped(p) a`.
arith::CmpIPredicate swapped(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
  case P::ne:
    return predicate;
  case P::slt:
    return P::sgt;
  case P::sle:
    return P::sge;
  case P::sgt:
    return P::slt;
  case P::sge:
    return P::sle;
  case P::ult:
    return P::ugt;
  case P::ule:
    return P::uge;
  case P::ugt:
    return P::ult;
  case P::uge:
    return P::ule;
  }
  llvm_unreachable("comparison");
}

std::optional<Counting> matchCounting(scf::WhileOp loop) {
  auto compare = loop.getConditionOp().getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || compare->getBlock() != loop.getBeforeBody() || !hasPureTest(loop))
    return std::nullopt;
  Value counter = compare.getLhs(), bound = compare.getRhs();
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (!isa<BlockArgument>(counter) || isDefinedOutside(counter, loop)) {
    std::swap(counter, bound);
    predicate = swapped(predicate);
  }
  auto argument = dyn_cast<BlockArgument>(counter);
  if (!argument || argument.getOwner() != loop.getBeforeBody() || !isDefinedOutside(bound, loop))
    return std::nullopt;
  auto step = stepOf(loop, argument.getArgNumber());
  if (!step || step->first.isZero())
    return std::nullopt;
  // One by one without overflow it passes nothing by.
  bool isSigned = hasSignedSteps(loop, argument.getArgNumber());
  if (predicate == arith::CmpIPredicate::ne && step->first.isOne() && isSigned)
    predicate = arith::CmpIPredicate::slt;
  Counting counting{argument.getArgNumber(), predicate, bound, step->first, step->second};
  if (!step->second)
    return counting;
  using P = arith::CmpIPredicate;
  bool isBoundedUpwards = predicate == P::slt || predicate == P::sle;
  Operation *sum = loop.getYieldOp().getOperand(argument.getArgNumber()).getDefiningOp();
  counting.mayWrap = !sum->hasAttr(kRangeStepAttr) && (!isSigned || !isBoundedUpwards || !isPositive(step->second));
  bool passesAllOn = llvm::equal(loop.getConditionOp().getArgs(), loop.getBeforeArguments());
  if (counting.mayWrap && (!passesAllOn || (predicate != P::slt && predicate != P::ult)))
    return std::nullopt;
  return counting;
}

/// Emits the bounds of the `scf.for` before the loop.
class RangeBuilder {
public:
  RangeBuilder(OpBuilder &b, Location loc, Value lower, const Counting &counting)
      : b(b), loc(loc), lower(lower), counting(counting), type(lower.getType()) {}

  std::optional<Range> build() {
    bool up = counting.step.isStrictlyPositive();
    switch (counting.predicate) {
    case arith::CmpIPredicate::slt:
    case arith::CmpIPredicate::ult:
      return up ? upwards(counting.bound) : std::nullopt;
    case arith::CmpIPredicate::sle:
    case arith::CmpIPredicate::ule:
      return up ? upwards(b.createOrFold<arith::AddIOp>(loc, counting.bound, constant(1))) : std::nullopt;
    case arith::CmpIPredicate::sgt:
    case arith::CmpIPredicate::ugt:
      return up ? std::nullopt : downwards(counting.bound);
    case arith::CmpIPredicate::sge:
    case arith::CmpIPredicate::uge:
      return up ? std::nullopt : downwardsInclusive();
    case arith::CmpIPredicate::ne:
      return counting.step.isOne() ? untilEqual() : std::nullopt;
    default:
      return std::nullopt;
    }
  }

private:
  Value constant(const APInt &value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  }
  Value constant(int64_t value) {
    return constant(APInt(type.getIntOrFloatBitWidth(), value, true));
  }

  bool isUnsigned() const {
    using P = arith::CmpIPredicate;
    return llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, counting.predicate);
  }

  std::optional<Range> upwards(Value upper) {
    Value step = counting.runtimeStep ? counting.runtimeStep : constant(counting.step);
    return Range{lower, upper, step, isUnsigned(), Value(), APInt()};
  }

  std::optional<Range> untilEqual() {
    Value count = b.createOrFold<arith::SubIOp>(loc, counting.bound, lower);
    APInt one(type.getIntOrFloatBitWidth(), 1);
    if (matchPattern(lower, m_Zero()))
      return Range{lower, counting.bound, constant(1), true, Value(), APInt()};
    return Range{constant(0), count, constant(1), true, lower, one};
  }

  /// `i >= hi` is `i > hi - 1`, unless hi is the least value: then there is no end, which is undefined.
  std::optional<Range> downwardsInclusive() {
    Value below = b.createOrFold<arith::SubIOp>(loc, counting.bound, constant(1));
    auto predicate = isUnsigned() ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
    return downwards(below, b.createOrFold<arith::CmpIOp>(loc, predicate, lower, counting.bound));
  }

  std::optional<Range> downwards(Value bound, Value enters = Value()) {
    auto predicate = isUnsigned() ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
    if (!enters)
      enters = b.createOrFold<arith::CmpIOp>(loc, predicate, lower, bound);
    APInt size = -counting.step;
    Value distance = b.createOrFold<arith::SubIOp>(loc, b.createOrFold<arith::SubIOp>(loc, lower, bound), constant(1));
    Value steps = size.isOne() ? distance : b.createOrFold<arith::DivUIOp>(loc, distance, constant(size));
    Value trips = b.createOrFold<arith::AddIOp>(loc, steps, constant(1));
    trips = b.createOrFold<arith::SelectOp>(loc, enters, trips, constant(0));
    return Range{constant(0), trips, constant(1), true, lower, counting.step};
  }

  OpBuilder &b;
  Location loc;
  Value lower;
  const Counting &counting;
  Type type;
};

struct UpliftCountingLoop : OpRewritePattern<scf::WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::WhileOp loop, PatternRewriter &rewriter) const override {
    auto counting = matchCounting(loop);
    if (!counting)
      return rewriter.notifyMatchFailure(loop, "no integer counts in this loop");
    if (counting->mayWrap) {
      countUpToWrap(rewriter, loop, *counting);
      return success();
    }
    Value lower = loop.getInits()[counting->index];
    auto range = RangeBuilder(rewriter, loop.getLoc(), lower, *counting).build();
    if (!range)
      return rewriter.notifyMatchFailure(loop, "the test does not bound the counter in the direction of its step");
    SmallVector<Value> inits(loop.getInits());
    inits.erase(inits.begin() + counting->index);
    auto counted = scf::ForOp::create(rewriter, loop.getLoc(), range->lower, range->upper, range->step, inits, nullptr,
                                      range->isUnsigned);
    fillBody(rewriter, loop, *counting, *range, counted);
    replaceResults(rewriter, loop, *counting, *range, counted);
    return success();
  }

private:
  /// The body as a counted loop over the numbers that come before the counter wraps.
  static void countUpToWrap(PatternRewriter &rewriter, scf::WhileOp loop, const Counting &counting) {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *old = loop.getAfterBody();
    SmallVector<Location> locations = llvm::map_to_vector(old->getArguments(), [](Value v) { return v.getLoc(); });
    Block *body = rewriter.createBlock(&loop.getAfter(), {}, old->getArgumentTypes(), locations);
    ImplicitLocOpBuilder b(loop.getLoc(), rewriter);
    Value counter = body->getArgument(counting.index), step = counting.runtimeStep;
    auto constant = [&](int64_t value) {
      return arith::ConstantOp::create(b, b.getIntegerAttr(counter.getType(), value));
    };
    Value zero = constant(0), one = constant(1), distance = arith::SubIOp::create(b, counting.bound, counter);
    // A step of zero makes no progress here either.
    Value steps =
        arith::DivUIOp::create(b, arith::SubIOp::create(b, distance, one), arith::MaxUIOp::create(b, step, one));
    auto most =
        b.getIntegerAttr(counter.getType(), APInt::getSignedMaxValue(counter.getType().getIntOrFloatBitWidth()));
    Value trips = arith::MinUIOp::create(b, arith::AddIOp::create(b, steps, one), arith::ConstantOp::create(b, most));
    auto without = [&](ValueRange values) {
      SmallVector<Value> others(values);
      others.erase(others.begin() + counting.index);
      return others;
    };
    auto after = [&](Value count) {
      return arith::AddIOp::create(b, counter, arith::MulIOp::create(b, count, step)).getResult();
    };
    auto counted = scf::ForOp::create(b, zero, trips, one, without(body->getArguments()));
    SmallVector<Value> results(counted.getResults());
    results.insert(results.begin() + counting.index, after(trips));
    scf::YieldOp::create(b, results);
    if (!counted.getBody()->empty()) // the builder ends the body of a loop that carries nothing
      rewriter.eraseOp(&counted.getBody()->back());
    b.setInsertionPointToStart(counted.getBody());
    SmallVector<Value> carried(counted.getRegionIterArgs());
    carried.insert(carried.begin() + counting.index, after(counted.getInductionVar()));
    rewriter.mergeBlocks(old, counted.getBody(), carried);
    auto yield = cast<scf::YieldOp>(counted.getBody()->back());
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(counting.index); });
  }

  static Value counterAt(OpBuilder &b, Location loc, const Range &range, Value variable) {
    if (!range.base)
      return variable;
    Value scale = arith::ConstantOp::create(b, loc, b.getIntegerAttr(variable.getType(), range.scale));
    Value distance = b.createOrFold<arith::MulIOp>(loc, variable, scale);
    return b.createOrFold<arith::AddIOp>(loc, range.base, distance);
  }

  /// Maps the values carried around the loop, then repeats the test's ops, which the body may use.
  static void mapTest(OpBuilder &b, scf::WhileOp loop, unsigned counterIndex, Value counter, ValueRange carried,
                      IRMapping &mapping) {
    SmallVector<Value> all(carried);
    all.insert(all.begin() + counterIndex, counter);
    mapping.map(loop.getBeforeArguments(), all);
    for (Operation &op : loop.getBeforeBody()->without_terminator())
      b.clone(op, mapping);
  }

  static SmallVector<Value> forwarded(scf::WhileOp loop, const IRMapping &mapping) {
    return llvm::map_to_vector(loop.getConditionOp().getArgs(), [&](Value v) { return mapping.lookupOrDefault(v); });
  }

  static void fillBody(PatternRewriter &rewriter, scf::WhileOp loop, const Counting &counting, const Range &range,
                       scf::ForOp counted) {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = counted.getBody();
    if (!body->empty()) // the builder ends the body of a loop that carries nothing
      rewriter.eraseOp(&body->back());
    rewriter.setInsertionPointToStart(body);
    IRMapping mapping;
    Value counter = counterAt(rewriter, loop.getLoc(), range, counted.getInductionVar());
    mapTest(rewriter, loop, counting.index, counter, counted.getRegionIterArgs(), mapping);
    rewriter.mergeBlocks(loop.getAfterBody(), body, forwarded(loop, mapping));
    auto yield = cast<scf::YieldOp>(body->back());
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(counting.index); });
  }

  static void replaceResults(PatternRewriter &rewriter, scf::WhileOp loop, const Counting &counting, const Range &range,
                             scf::ForOp counted) {
    rewriter.setInsertionPointAfter(counted);
    IRMapping mapping;
    Value last = isUsedAfter(loop, counting) ? counterAt(rewriter, loop.getLoc(), range, afterEnd(rewriter, counted))
                                             : range.lower;
    mapTest(rewriter, loop, counting.index, last, counted.getResults(), mapping);
    rewriter.replaceOp(loop, forwarded(loop, mapping));
  }

  /// Does anything behind the loop depend on where the counter ended? Ops of the test are taken to.
  static bool isUsedAfter(scf::WhileOp loop, const Counting &counting) {
    for (auto [result, value] : llvm::zip(loop.getResults(), loop.getConditionOp().getArgs()))
      if (!result.use_empty() && (value == loop.getBeforeArguments()[counting.index] || value.getDefiningOp()))
        return true;
    return false;
  }

  /// The variable of the `scf.for` when the test fails: lower + ceil((upper - lower) / step) * step, or lower.
  static Value afterEnd(OpBuilder &b, scf::ForOp counted) {
    Location loc = counted.getLoc();
    Value lower = counted.getLowerBound(), upper = counted.getUpperBound(), step = counted.getStep();
    Type type = lower.getType();
    auto predicate = counted.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    Value enters = b.createOrFold<arith::CmpIOp>(loc, predicate, lower, upper);
    Value end = upper;
    if (!matchPattern(step, m_One())) {
      Value one = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 1));
      Value distance = b.createOrFold<arith::SubIOp>(loc, b.createOrFold<arith::SubIOp>(loc, upper, lower), one);
      Value steps = b.createOrFold<arith::DivUIOp>(loc, distance, step);
      Value trips = b.createOrFold<arith::AddIOp>(loc, steps, one);
      end = b.createOrFold<arith::AddIOp>(loc, lower, b.createOrFold<arith::MulIOp>(loc, trips, step));
    }
    return b.createOrFold<arith::SelectOp>(loc, enters, end, lower);
  }
};

/// The predicate that orders two integers as `predicate` orders their zero extensions.
arith::CmpIPredicate unsignedForm(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::slt:
    return P::ult;
  case P::sle:
    return P::ule;
  case P::sgt:
    return P::ugt;
  case P::sge:
    return P::uge;
  default:
    return predicate;
  }
}

/// cmpi p, ext(a), ext(b)  ->  cmpi p', a, b
template <typename Extension> struct CompareUnextended : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern<arith::CmpIOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpIOp compare, PatternRewriter &rewriter) const override {
    auto lhs = compare.getLhs().getDefiningOp<Extension>(), rhs = compare.getRhs().getDefiningOp<Extension>();
    if (!lhs || !rhs || lhs.getIn().getType() != rhs.getIn().getType())
      return rewriter.notifyMatchFailure(compare, "the two sides were not extended alike");
    bool isZero = std::is_same_v<Extension, arith::ExtUIOp>;
    arith::CmpIPredicate predicate = isZero ? unsignedForm(compare.getPredicate()) : compare.getPredicate();
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(compare, predicate, lhs.getIn(), rhs.getIn());
    return success();
  }
};

struct UpliftLoops : PassWrapper<UpliftLoops, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UpliftLoops)
  StringRef getArgument() const final {
    return "tile-uplift-loops";
  }
  StringRef getDescription() const final {
    return "turn counting scf.while loops into scf.for";
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<UpliftCountingLoop, CompareUnextended<arith::ExtUIOp>, CompareUnextended<arith::ExtSIOp>>(
        &getContext());
    scf::WhileOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> tilec::frontend::createUpliftLoopsPass() {
  return std::make_unique<UpliftLoops>();
}
