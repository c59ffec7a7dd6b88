// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// lower-control-flow: upstream's lowerings from `scf` to `cf`, the last op of a block first (see Passes.td).
///
/// Each lowering splits the block behind its op. From the front, what follows an op would be moved once for each op
/// before it: the square of a block's length in time, and in the memory that a dialect conversion keeps of its steps.
/// From the back each part is moved once.
///
/// Blocks compare the counter after each step, which wraps where it leaves the type. A loop that may do so counts its
/// iterations instead:
///
///   scf.for unsigned %i = %lo to %hi step %c2     =>     scf.for unsigned %t = 0 to %trips { %i = %lo + %t * 2 }
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace tilec {
#define GEN_PASS_DEF_LOWERCONTROLFLOW
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;

namespace {

class LoopEnds {
public:
  explicit LoopEnds(ModuleOp module) : module(module) {}

  /// May the step behind the last iteration leave the counter's type? Steps by the size of the grid are taken not to:
  /// blocks are counted in 32 bits with room for that.
  bool mayWrap(scf::ForOp loop) {
    if (matchPattern(loop.getStep(), m_One()) || isGridSize(loop.getStep()))
      return false;
    APInt step, before;
    if (!matchPattern(loop.getStep(), m_ConstantInt(&step)))
      return true;
    // An end that was moved forward by a step less one: unrolled and pipelined loops. One without sign may have
    // wrapped.
    auto moved = loop.getUpperBound().getDefiningOp<arith::SubIOp>();
    if (moved && !loop.getUnsignedCmp() && matchPattern(moved.getRhs(), m_ConstantInt(&before)) && before.sge(step - 1))
      return false;
    auto range = ranges().of(loop.getUpperBound());
    if (!range)
      return true;
    bool wraps = false;
    if (loop.getUnsignedCmp())
      (void)range->umax().uadd_ov(step - 1, wraps);
    else
      (void)range->smax().sadd_ov(step - 1, wraps);
    return wraps;
  }

private:
  static bool isGridSize(Value value) {
    Operation *op = value.getDefiningOp();
    if (auto product = dyn_cast_or_null<arith::MulIOp>(op))
      return isGridSize(product.getLhs()) || isGridSize(product.getRhs());
    return isa_and_present<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp, NVVM::ClusterDimXOp>(op);
  }

  const tilec::tile::IntegerRanges &ranges() {
    if (!known)
      known.emplace(module);
    return *known;
  }

  ModuleOp module;
  std::optional<tilec::tile::IntegerRanges> known;
};

/// Counts iterations from 0, of which there are at most half as many as the type has numbers.
void countIterations(scf::ForOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value first = loop.getLowerBound(), end = loop.getUpperBound(), step = loop.getStep();
  auto constant = [&](int64_t value) { return arith::ConstantOp::create(b, b.getIntegerAttr(first.getType(), value)); };
  Value zero = constant(0), one = constant(1);
  auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value enters = b.createOrFold<arith::CmpIOp>(less, first, end);
  Value distance = b.createOrFold<arith::SubIOp>(b.createOrFold<arith::SubIOp>(end, first), one);
  Value divisor = b.createOrFold<arith::MaxUIOp>(step, one); // a loop that is not entered has any step
  Value trips = b.createOrFold<arith::AddIOp>(b.createOrFold<arith::DivUIOp>(distance, divisor), one);
  loop.setLowerBound(zero);
  loop.setUpperBound(b.createOrFold<arith::SelectOp>(enters, trips, zero));
  loop.setStep(one);
  loop.setUnsignedCmp(true);
  b.setInsertionPointToStart(loop.getBody());
  Value iteration = loop.getInductionVar();
  Value passed = arith::MulIOp::create(b, iteration, step);
  Value counter = arith::AddIOp::create(b, first, passed);
  iteration.replaceAllUsesExcept(counter, passed.getDefiningOp());
}

class LowerControlFlow : public tilec::impl::LowerControlFlowBase<LowerControlFlow> {
public:
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    FrozenRewritePatternSet frozen(std::move(patterns));
    PatternApplicator applicator(frozen);
    applicator.applyDefaultCostModel();
    // Those around others first: what a region holds becomes several blocks only once the region is gone.
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
      if (isa_and_nonnull<scf::SCFDialect>(op->getDialect()) && op->getNumRegions() > 0)
        ops.push_back(op);
    });
    LoopEnds ends(getOperation());
    SmallVector<scf::ForOp> wrapping;
    for (Operation *op : ops)
      if (auto loop = dyn_cast<scf::ForOp>(op); loop && ends.mayWrap(loop))
        wrapping.push_back(loop);
    llvm::for_each(wrapping, countIterations);
    PatternRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        op->emitError("expected control flow that can be lowered");
        return signalPassFailure();
      }
    }
  }
};

} // namespace
