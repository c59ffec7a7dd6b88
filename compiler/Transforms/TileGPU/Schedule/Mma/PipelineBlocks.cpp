// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts a block's first MMA together with the last one of the block before, behind tile-gpu-pipeline-mmas.
//
//     blocks {                                   blocks iter_args(%any = false, %p, %o, ..) {
//       before: place, stage of queries             before
//       if any iteration {                         if any iteration {
//         head: start S; wait; work on S: %p         if %any { start S; start O of the block before;
//         scf.for the others                                   wait for S; early work on S;
//         tail: start O = %p x stage + %o      =>               wait for O; end of the block before; late work }
//         wait                                       else { head }
//       }                                            scf.for the others
//       end: work on O, store                      }
//     }                                            yield true, %p, %o of the tail, what the end needs
//                                                }
//                                                if %any { tail; end }
//
// So a block's last values run under the first softmax of the next block: inside a block SkewMmas.h sees to that,
// here the same goes on over its end. Late work is what SkewMmas.h says: what makes the operands of the next O.
//
// The tail is done at once, in front of the next block's head, where that block has no iteration, or where its head has
// a branch that does something: beside MMAs in flight the assembler would wait for them at once.
//
// The end must be work on results and stores; blocks do not depend on each other (a loop over blocks exists only where
// nothing could tell), so these may come behind what the next block does first. What tells the producer and the loop
// how to go on stays where it is.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/BlockPipelining.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/RegisterShares.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_PIPELINEBLOCKS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// The registers that hold where a drawn block is, and where the one before was. Causal attention with heads of 128 and
/// log accumulators has too few for that. The assembler spills then. Where the producer sends the block's numbers it
/// does not, but waits for MMAs as soon as it can in every iteration (docs/Experiments.md, "Constants of the model").
constexpr int64_t kRegistersOfDraws = 40;

class BlockPipeliner {
public:
  BlockPipeliner(Operation *blocks, BlockPipelining &plan)
      : blocks(blocks), body(bodyOfBlocks(blocks)), plan(plan), builder(plan.last.getLoc(), blocks) {}

  void run() {
    carryOn();
    Value isJoined = finishWhereApart();
    scf::IfOp head = createHead(isJoined);
    builder.setInsertionPointAfter(blocks);
    finishIf(blocks->getResult(firstCarried), blocks->getResults().drop_front(firstCarried + 1));
    // All copies are made.
    endWithoutIteration();
    eraseAll(plan.end);
    replaceHead(head);
    replaceMmas();
  }

private:
  //===- The loop over blocks ------------------------------------------------------------------------------------===//

  /// The loop with `any` and what tail and end need; which it yields as it got them, for now.
  void carryOn() {
    SmallVector<Value> starts = {constant(builder.getBoolAttr(false))};
    for (Value value : plan.carried)
      starts.push_back(constant(builder.getZeroAttr(value.getType())));
    zeros.assign(starts.begin() + 1, starts.end());
    firstCarried = blocks->getNumResults();
    Operation *grown = isa<scf::WhileOp>(blocks) ? growWhile(starts) : growFor(starts);
    grown->setDiscardableAttrs(blocks->getDiscardableAttrDictionary());
    blocks->replaceAllUsesWith(grown->getResults().take_front(firstCarried));
    blocks->erase();
    blocks = grown;
    body->getTerminator()->insertOperands(body->getTerminator()->getNumOperands(), last);
    any = last.front();
  }

  Value constant(TypedAttr value) {
    return arith::ConstantOp::create(builder, value);
  }

  static SmallVector<Value> addArguments(Block *block, ValueRange values) {
    SmallVector<Value> added;
    for (Value value : values)
      added.push_back(block->addArgument(value.getType(), value.getLoc()));
    return added;
  }

  Operation *growFor(ValueRange starts) {
    auto loop = cast<scf::ForOp>(blocks);
    SmallVector<Value> inits(loop.getInitArgs());
    llvm::append_range(inits, starts);
    auto grown = scf::ForOp::create(builder, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits, nullptr,
                                    loop.getUnsignedCmp());
    grown.getRegion().takeBody(loop.getRegion());
    last = addArguments(body, starts);
    return grown;
  }

  Operation *growWhile(ValueRange starts) {
    auto loop = cast<scf::WhileOp>(blocks);
    SmallVector<Value> inits(loop.getInits());
    llvm::append_range(inits, starts);
    SmallVector<Type> types(loop.getResultTypes());
    llvm::append_range(types, starts.getTypes());
    auto grown = scf::WhileOp::create(builder, types, inits, nullptr, nullptr);
    grown.getBefore().takeBody(loop.getBefore());
    grown.getAfter().takeBody(loop.getAfter());
    grown.getConditionOp().getArgsMutable().append(addArguments(grown.getBeforeBody(), starts));
    last = addArguments(body, starts);
    return grown;
  }

  //===- The end of a block --------------------------------------------------------------------------------------===//

  IRMapping carriedAs(ValueRange values) {
    IRMapping mapping;
    for (auto [value, now] : llvm::zip_equal(plan.carried, values))
      mapping.map(value, now);
    return mapping;
  }

  void cloneAll(ArrayRef<Operation *> ops, IRMapping &mapping) {
    for (Operation *op : ops)
      builder.clone(*op, mapping);
  }

  void endWith(Value accumulators, IRMapping &mapping) {
    mapping.map(plan.around.getResult(plan.accumulators), accumulators);
    cloneAll(plan.end, mapping);
  }

  void finishIf(Value condition, ValueRange state) {
    OpBuilder::InsertionGuard guard(builder);
    auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    IRMapping mapping = carriedAs(state);
    cloneAll(plan.tail, mapping);
    endWith(mapping.lookup(plan.lastWait.getResult(0)), mapping);
  }

  /// In front of the block's MMAs, unless the block is joined: releases whether it is.
  Value finishWhereApart() {
    builder.setInsertionPoint(plan.around);
    Value isJoined = plan.around.getCondition();
    Value yes = constant(builder.getBoolAttr(true));
    for (scf::IfOp branch : plan.branches) {
      Value isLeftOut = branch.getCondition();
      if (isEmpty(branch.elseBlock()))
        isLeftOut = arith::XOrIOp::create(builder, isLeftOut, yes);
      isJoined = arith::AndIOp::create(builder, isJoined, isLeftOut);
    }
    Value isApart = arith::XOrIOp::create(builder, isJoined, yes);
    finishIf(arith::AndIOp::create(builder, any, isApart), ArrayRef(last).drop_front());
    return arith::AndIOp::create(builder, any, isJoined);
  }

  void endWithoutIteration() {
    builder.setInsertionPointToStart(plan.around.elseBlock());
    IRMapping mapping;
    OperandRange results = plan.around.elseYield().getOperands();
    for (auto [result, value] : llvm::zip_equal(plan.around.getResults(), results))
      mapping.map(result, value);
    endWith(results[plan.accumulators], mapping);
  }

  //===- The beginning -------------------------------------------------------------------------------------------===//

  scf::IfOp createHead(Value isJoined) {
    for (Operation *op : plan.head)
      for (Value result : op->getResults())
        if (isUsedFrom(plan.loop, result))
          given.push_back(result);
    builder.setInsertionPoint(plan.loop);
    auto head = scf::IfOp::create(builder, ValueRange(given).getTypes(), isJoined, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(head.elseBlock());
    IRMapping mapping;
    cloneAll(plan.head, mapping);
    yieldGiven(mapping);
    builder.setInsertionPointToStart(head.thenBlock());
    joinHead();
    return head;
  }

  void yieldGiven(IRMapping &mapping) {
    scf::YieldOp::create(builder, llvm::map_to_vector(given, [&](Value value) { return mapping.lookup(value); }));
  }

  /// Both MMAs, and the work on either under the other one, as in each iteration.
  void joinHead() {
    IRMapping now, before = carriedAs(ArrayRef(last).drop_front());
    auto [untilFirst, behindFirst] = splitBehind(plan.head, plan.first);
    auto [untilLast, behindLast] = splitBehind(plan.tail, plan.last);
    cloneAll(untilFirst, now);
    for (Operation *op : untilLast)
      if (!isa<PingPongWaitOp>(op))
        builder.clone(*op, before);
    if (llvm::any_of(plan.tail, llvm::IsaPred<PingPongWaitOp>))
      PingPongArriveOp::create(builder);
    auto one = WarpgroupWaitOp::create(
        builder, ValueRange{now.lookup(plan.first.getResult()), before.lookup(plan.last.getResult())}, 1);
    now.map(plan.firstWait.getResult(0), one.getResult(0));
    SmallVector<Operation *> late = lateWork();
    workOnFirst(behindFirst, late, now);
    auto both = WarpgroupWaitOp::create(builder, one.getResult(1), 0);
    for (Operation *op : behindLast)
      if (isa<MbarrierArriveOp>(op))
        builder.clone(*op, before);
    endWith(both.getResult(0), before);
    cloneAll(late, now);
    yieldGiven(now);
  }

  static std::pair<ArrayRef<Operation *>, ArrayRef<Operation *>> splitBehind(ArrayRef<Operation *> ops, Operation *at) {
    size_t count = llvm::find(ops, at) - ops.begin() + 1;
    return {ops.take_front(count), ops.drop_front(count)};
  }

  void workOnFirst(ArrayRef<Operation *> ops, ArrayRef<Operation *> late, IRMapping &mapping) {
    for (Operation *op : ops) {
      if (isa<PingPongArriveOp>(op) || op == plan.firstWait || llvm::is_contained(late, op))
        continue;
      auto *branch = llvm::find_if(plan.branches, [&](scf::IfOp one) { return one.getOperation() == op; });
      if (branch == plan.branches.end()) {
        builder.clone(*op, mapping);
        continue;
      }
      scf::YieldOp passed = isEmpty(branch->elseBlock()) ? branch->elseYield() : branch->thenYield();
      for (auto [result, value] : llvm::zip_equal(op->getResults(), passed.getOperands()))
        mapping.map(result, mapping.lookupOrDefault(value));
    }
  }

  /// What makes the last MMA's operands of the first iteration's work: their registers are in use until it is done.
  SmallVector<Operation *> lateWork() {
    SmallVector<Operation *> late;
    for (Value operand : {Value(plan.last.getA()), Value(plan.last.getAccumulator())}) {
      auto carried = dyn_cast<OpResult>(operand);
      if (!carried || carried.getOwner() != plan.loop)
        continue;
      Operation *op = plan.loop.getInitArgs()[carried.getResultNumber()].getDefiningOp();
      if (llvm::is_contained(plan.head, op) && op->hasOneUse() && op->getNumRegions() == 0 && isPure(op))
        late.push_back(op);
    }
    return late;
  }

  //===- What is replaced ----------------------------------------------------------------------------------------===//

  static void eraseAll(ArrayRef<Operation *> ops) {
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
  }

  /// The tail becomes what the MMAs' block gives on.
  void replaceHead(scf::IfOp head) {
    for (bool isThen : {true, false}) {
      Operation *yield = isThen ? plan.around.thenYield() : plan.around.elseYield();
      SmallVector<Value> values(yield->getOperands());
      values.erase(values.begin() + plan.accumulators);
      for (auto [value, zero] : llvm::zip_equal(plan.carried, zeros))
        if (isOfMmas(value))
          values.push_back(isThen ? value : zero);
      yield->setOperands(values);
    }
    eraseAll(plan.tail);
    for (auto [value, now] : llvm::zip_equal(given, head.getResults()))
      value.replaceUsesWithIf(now, [&](OpOperand &use) {
        Operation *user = head->getBlock()->findAncestorOpInBlock(*use.getOwner());
        return head->isBeforeInBlock(user);
      });
    eraseAll(plan.head);
  }

  /// Known there alone.
  bool isOfMmas(Value value) {
    return plan.around.getThenRegion().isAncestor(value.getParentRegion());
  }

  /// A condition with other results in its place.
  void replaceMmas() {
    builder.setInsertionPoint(plan.around);
    auto mmas = scf::IfOp::create(builder, plan.around.thenYield().getOperandTypes(), plan.around.getCondition(),
                                  /*withElseRegion=*/true);
    SmallVector<Value> next = {plan.around.getCondition()};
    unsigned number = plan.around.getNumResults() - 1;
    for (Value value : plan.carried)
      next.push_back(isOfMmas(value) ? mmas.getResult(number++) : value);
    mmas.getThenRegion().takeBody(plan.around.getThenRegion());
    mmas.getElseRegion().takeBody(plan.around.getElseRegion());
    body->getTerminator()->setOperands(body->getTerminator()->getNumOperands() - next.size(), next.size(), next);
    for (unsigned i = 0; i < plan.around.getNumResults(); ++i)
      if (i != plan.accumulators)
        plan.around.getResult(i).replaceAllUsesWith(mmas.getResult(i - (i > plan.accumulators)));
    plan.around.erase();
  }

  Operation *blocks;
  Block *body;
  BlockPipelining &plan;
  ImplicitLocOpBuilder builder;
  unsigned firstCarried = 0; ///< of the loop's results
  SmallVector<Value> zeros;  ///< in place of what is carried
  SmallVector<Value> last;   ///< of the block before: whether there is something to do, and what is carried
  Value any;                 ///< the first of them
  SmallVector<Value> given;  ///< what the head gives to what comes behind it
};

struct PipelineBlocks : tile_gpu::impl::PipelineBlocksBase<PipelineBlocks> {
  using PipelineBlocksBase::PipelineBlocksBase;

  void runOnOperation() override {
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles || roles.getGroups() > 1)
      return;
    SmallVector<Operation *> loops;
    for (Operation &op : roles.getConsumers().front())
      if (tile::isBlockLoop(&op))
        loops.push_back(&op);
    for (Operation *blocks : loops)
      join(blocks, roles);
  }

private:
  void join(Operation *blocks, WarpRolesOp roles) {
    BlockPipelining plan = planBlockPipelining(blocks);
    if (!plan.around)
      return;
    int64_t registers = plan.registers + (isa<scf::WhileOp>(blocks) ? kRegistersOfDraws : 0);
    if (plan.declined.empty() && !fits(blocks, roles, registers))
      plan.declined = "a lane would hold " + std::to_string(registers) +
                      " registers of tiles and its blocks' places; smaller tiles would help";
    if (!plan.declined.empty())
      return report(plan, "BlocksNotPipelined", "the last MMA of a block is waited for in it: " + plan.declined);
    report(plan, "PipelinedBlocks", "the last MMA of a block runs under the work on the next block's first one");
    BlockPipeliner(blocks, plan).run();
    dealOutRegisters(roles, registers);
  }

  /// Where registers are not dealt out, one warpgroup that draws its blocks keeps to its share. Beyond it, tiles of
  /// 64x64 with heads of 96 take so many that a multiprocessor has room for one CTA instead of two, and with heads of
  /// 256 ptxas spills, and puts MMAs one behind the other.
  static bool fits(Operation *blocks, WarpRolesOp roles, int64_t registers) {
    if (isa<scf::WhileOp>(blocks) && roles.getNumConsumerWarps() < kDealtOutWarps)
      return registers <= kMaxPlainTileRegisters;
    return fitsConsumers(roles, registers);
  }

  void report(BlockPipelining &plan, StringRef name, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(plan.last, name) << text;
  }
};

} // namespace
