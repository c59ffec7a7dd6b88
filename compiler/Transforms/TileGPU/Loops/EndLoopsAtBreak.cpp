// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets counted loops end where a break has set their flag.
//
// The front end keeps a loop with a break counted: the loop carries a flag, an iteration that finds it set does
// nothing. So loads come ahead, loops are split and unrolled. What is left when all that is done runs the iterations
// behind the break empty, a few instructions each: of a search through a long array that ends early most of the time.
// Here the loop becomes one whose condition looks at the flag.
//
// Wanted of an iteration that finds the flag set:
// * it gives on what it got, and the flag set. A value that nobody reads behind the loop may change, or one that only
//   waits for copies do (`async_wait` behind a stage buffer);
// * it has no effect: all ops with one stand under the flag. Copies that lanes start ahead are waited for behind the
//   loop in either case, and barriers and fences order nothing then.
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_ENDLOOPSATBREAK
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// What `value` is where `flag` is set, as far as it is seen; else itself.
Value whereSet(Value value, Value flag) {
  if (auto branch = value.getDefiningOp<scf::IfOp>(); branch && branch.getCondition() == flag)
    return whereSet(branch.thenYield().getOperand(cast<OpResult>(value).getResultNumber()), flag);
  if (auto select = value.getDefiningOp<arith::SelectOp>(); select && select.getCondition() == flag)
    return whereSet(select.getTrueValue(), flag);
  return value;
}

bool isSetWhereSet(Value value, Value flag) {
  Value then = whereSet(value, flag);
  if (then == flag || matchPattern(then, m_One()))
    return true;
  auto either = then.getDefiningOp<arith::OrIOp>();
  return either && llvm::is_contained(either->getOperands(), flag);
}

bool onlyWaitsForCopies(Value result) {
  return llvm::all_of(result.getUsers(), llvm::IsaPred<AsyncWaitOp>);
}

/// It reads at most, or moves what nobody looks at any more behind the break.
bool isHarmless(Operation *op) {
  if (isa<AsyncCopyOp, AsyncCommitOp, AsyncWaitOp, MemoryBarrierOp, ProxyFenceOp>(op))
    return true;
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isMemoryEffectFree(op))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && effects.onlyHasEffect<MemoryEffects::Read>();
}

/// Ops of `block` that are executed where the flag is set are harmless.
bool isHarmlessWhereSet(Block &block, Value flag) {
  return llvm::all_of(block, [&](Operation &op) {
    auto branch = dyn_cast<scf::IfOp>(op);
    if (branch && branch.getCondition() == flag)
      return isHarmlessWhereSet(*branch.thenBlock(), flag);
    if (!isHarmless(&op) || isa<LoopLikeOpInterface>(op))
      return false;
    return llvm::all_of(op.getRegions(), [&](Region &region) {
      return llvm::all_of(region, [&](Block &inner) { return isHarmlessWhereSet(inner, flag); });
    });
  });
}

/// The flag of a break, as the loop carries it; null if it has none, or if an iteration behind it does anything.
BlockArgument findFlag(scf::ForOp loop) {
  ValueRange yielded = loop.getYieldedValues();
  auto isFlag = [&](BlockArgument argument) {
    if (!argument.getType().isInteger(1) || argument.use_empty())
      return false;
    unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
    if (!isSetWhereSet(yielded[number], argument))
      return false;
    for (auto [i, value] : llvm::enumerate(yielded))
      if (i != number && whereSet(value, argument) != loop.getRegionIterArg(i) &&
          !onlyWaitsForCopies(loop.getResult(i)))
        return false;
    return isHarmlessWhereSet(*loop.getBody(), argument);
  };
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (isFlag(argument))
      return argument;
  return {};
}

/// Goes on while there are iterations and the flag is not set.
void createCondition(ImplicitLocOpBuilder &builder, scf::ForOp loop, scf::WhileOp created, unsigned flag) {
  Block *before = created.getBeforeBody();
  builder.setInsertionPointToStart(before);
  Value counts = arith::CmpIOp::create(builder, lessOf(loop), before->getArgument(0), loop.getUpperBound());
  Value isSet = before->getArgument(flag);
  Value isTrue = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  Value isLeft = arith::AndIOp::create(builder, counts, arith::XOrIOp::create(builder, isSet, isTrue));
  scf::ConditionOp::create(builder, isLeft, before->getArguments());
}

/// Moves the body over.
void createBody(ImplicitLocOpBuilder &builder, scf::ForOp loop, scf::WhileOp created) {
  Block *after = created.getAfterBody(), *body = loop.getBody();
  Operation *yield = body->getTerminator();
  for (auto [old, argument] : llvm::zip_equal(body->getArguments(), after->getArguments()))
    old.replaceAllUsesWith(argument);
  after->getOperations().splice(after->end(), body->getOperations(), body->begin(), Block::iterator(yield));
  builder.setInsertionPointToEnd(after);
  SmallVector<Value> next = {arith::AddIOp::create(builder, after->getArgument(0), loop.getStep())};
  llvm::append_range(next, yield->getOperands());
  scf::YieldOp::create(builder, next);
}

void endAt(scf::ForOp loop, BlockArgument flag) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  SmallVector<Value> inits = {loop.getLowerBound()};
  llvm::append_range(inits, loop.getInitArgs());
  SmallVector<Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  SmallVector<Location> locations(types.size(), loop.getLoc());
  unsigned number = flag.getArgNumber();
  auto created = scf::WhileOp::create(builder, types, inits);
  created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  builder.createBlock(&created.getBefore(), {}, types, locations);
  builder.createBlock(&created.getAfter(), {}, types, locations);
  createCondition(builder, loop, created, number);
  createBody(builder, loop, created);
  loop.replaceAllUsesWith(created.getResults().drop_front());
  loop.erase();
}

struct EndLoopsAtBreak : tile_gpu::impl::EndLoopsAtBreakBase<EndLoopsAtBreak> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, BlockArgument>> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (BlockArgument flag = findFlag(loop))
        loops.push_back({loop, flag});
    });
    for (auto [loop, flag] : loops)
      endAt(loop, flag);
  }
};

} // namespace
