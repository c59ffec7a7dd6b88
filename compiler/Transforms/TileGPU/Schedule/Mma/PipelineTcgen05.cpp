// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/PipelineTcgen05.h"
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerLoops.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// An MMA of the loop's body with what surrounds it there.
struct Mma {
  TensorMmaOp start;
  TensorWaitOp wait;
  TensorLoadOp load;
  MbarrierArriveOp arrive; ///< releases its stage; null where nobody does in the loop
};

struct MmaPipelining {
  scf::ForOp loop;
  Mma first, second;
  llvm::SetVector<Operation *> head;  ///< of the first MMA, in order: what the body computes for it alone
  llvm::SetVector<Operation *> ahead; ///< of scalars that the next iteration gets
  unsigned carried = 0;               ///< number of the second MMA's accumulators
  TensorStoreOp store;                ///< of these
  AllocBufferOp mmaOperand;           ///< that lanes store for the second MMA
  std::string declined;
};

bool isScalarWork(Operation *op) {
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::none_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()), isDistributed);
}

class Planner {
public:
  explicit Planner(scf::ForOp loop) {
    plan.loop = loop;
  }

  MmaPipelining run() {
    SmallVector<TensorMmaOp> mmas(plan.loop.getBody()->getOps<TensorMmaOp>());
    int64_t all = 0;
    plan.loop->walk([&](TensorMmaOp) { ++all; });
    if (mmas.size() != 2 || all != 2) {
      plan.declined = "it has not two MMAs";
      return std::move(plan);
    }
    plan.first.start = mmas[0];
    plan.second.start = mmas[1];
    findMma(plan.first, mmas[1]);
    findMma(plan.second, nullptr);
    if (plan.declined.empty())
      checkFirst();
    if (plan.declined.empty())
      checkSecond();
    if (plan.declined.empty())
      checkStages();
    return std::move(plan);
  }

private:
  void decline(StringRef reason) {
    if (plan.declined.empty())
      plan.declined = reason.str();
  }

  /// What follows the start, up to `end`.
  void findMma(Mma &mma, Operation *end) {
    if (mma.start.getScales() || mma.start.getTurn())
      return decline("MMAs have scales or turns");
    for (Operation *op = mma.start->getNextNode(); op && op != end; op = op->getNextNode()) {
      if (auto wait = dyn_cast<TensorWaitOp>(op)) {
        if (mma.wait || wait.getPending() != 0)
          return decline("an MMA is not waited for once");
        mma.wait = wait;
      }
      if (auto load = dyn_cast<TensorLoadOp>(op)) {
        if (mma.load || !mma.wait || load.getColumn() != mma.start.getColumn() || load.getTurn())
          return decline("accumulators are not loaded once, behind their MMA");
        mma.load = load;
      }
      if (auto arrive = dyn_cast<MbarrierArriveOp>(op)) {
        if (mma.arrive || !mma.wait)
          return decline("several stages are released behind an MMA");
        mma.arrive = arrive;
      }
    }
    if (!mma.load)
      decline("an MMA's accumulators are not loaded behind it");
  }

  Value carriedOn(Value argument) {
    return plan.loop.getYieldedValues()[cast<BlockArgument>(argument).getArgNumber() - plan.loop.getNumInductionVars()];
  }

  bool isOwnArgument(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == plan.loop.getBody();
  }

  void checkFirst() {
    if (!matchPattern(plan.first.start.getAccumulates(), m_Zero()))
      return decline("the first MMA does not begin at zero");
    SmallVector<Value> arguments;
    collectHead(plan.first.start, arguments);
    for (Value argument : arguments)
      if (argument != plan.loop.getInductionVar())
        collectAhead(carriedOn(argument));
    plan.head.insert(plan.first.start);
  }

  /// Ops in front of `op` in the body that it needs, and what they need of what the loop carries.
  void collectHead(Operation *op, SmallVectorImpl<Value> &arguments) {
    for (Value operand : op->getOperands()) {
      if (plan.loop.isDefinedOutsideOfLoop(operand))
        continue;
      if (isOwnArgument(operand)) {
        arguments.push_back(operand);
        continue;
      }
      Operation *maker = operand.getDefiningOp();
      if (!isa<MbarrierWaitOp>(maker) && !isScalarWork(maker))
        return decline("the first MMA needs more than stages and scalars");
      collectHead(maker, arguments);
      plan.head.insert(maker);
    }
  }

  void collectAhead(Value value) {
    if (plan.loop.isDefinedOutsideOfLoop(value) || isOwnArgument(value))
      return;
    Operation *maker = value.getDefiningOp();
    if (!isScalarWork(maker))
      return decline("the next iteration's stages depend on more than scalars");
    for (Value operand : maker->getOperands())
      collectAhead(operand);
    plan.ahead.insert(maker);
  }

  void checkSecond() {
    TensorMmaOp mma = plan.second.start;
    Value accumulators = plan.second.load.getResult();
    if (!matchPattern(mma.getAccumulates(), m_One()) || !accumulators.hasOneUse() ||
        !isa<scf::YieldOp>(*accumulators.user_begin()))
      return decline("the second MMA's accumulators are not what the loop carries on");
    plan.carried = accumulators.use_begin()->getOperandNumber();
    for (auto store : plan.loop.getBody()->getOps<TensorStoreOp>())
      if (std::exchange(plan.store, store))
        return decline("accumulators are stored more than once");
    if (!plan.store || plan.store.getTurn() || plan.store.getColumn() != mma.getColumn() ||
        !plan.store->isBeforeInBlock(mma) || plan.store.getValue().getType() != accumulators.getType())
      return decline("the second MMA does not add to what lanes store");
    plan.mmaOperand = mma.getA().getDefiningOp<AllocBufferOp>();
    if (!plan.mmaOperand || plan.mmaOperand->getBlock() != plan.loop.getBody() ||
        !llvm::all_of(plan.mmaOperand->getUsers(), [&](Operation *user) {
          return user == mma || (isa<BufferStoreOp, FreeBufferOp>(user) && user->getBlock() == mma->getBlock());
        }))
      return decline("the second MMA's operand is not stored for it alone");
    Operation *use = firstUse();
    if (!use || use->isBeforeInBlock(plan.first.load) || plan.store->isBeforeInBlock(use))
      decline("the carried accumulators are not used between the MMAs");
  }

  void checkStages() {
    if (!plan.second.arrive)
      return;
    bool isShared = false;
    for (Operation *op : plan.head)
      if (auto wait = dyn_cast<MbarrierWaitOp>(op))
        isShared |= llvm::is_contained(wait->getUsers(), plan.second.start.getOperation());
    isShared |= !plan.first.arrive;
    constexpr int64_t kLeast = 2;
    if (plan.second.arrive.getBarriers().getType().getCount() < kLeast + (isShared ? 1 : 0))
      decline("its stage buffers have too few stages for two iterations");
    if (!plan.loop.isDefinedOutsideOfLoop(plan.second.arrive.getBarriers()) ||
        !(isOwnArgument(plan.second.arrive.getIndex()) ||
          plan.loop.isDefinedOutsideOfLoop(plan.second.arrive.getIndex())))
      decline("the number of the second MMA's stage is not carried");
  }

public:
  /// The first use of the carried accumulators in the body.
  Operation *firstUse() {
    Operation *first = nullptr;
    for (Operation *user : plan.loop.getRegionIterArg(plan.carried).getUsers()) {
      Operation *here = plan.loop.getBody()->findAncestorOpInBlock(*user);
      if (isa<scf::YieldOp>(here))
        return nullptr;
      if (!first || here->isBeforeInBlock(first))
        first = here;
    }
    return first;
  }

private:
  MmaPipelining plan;
};

/// Columns of all tiles of accumulators of a kernel anew, so that those of first MMAs have two places. Rotated loops
/// follow each other, so they have these together.
class Columns {
public:
  Columns(AllocTensorMemoryOp memory, ArrayRef<MmaPipelining> pipelinings) : memory(memory) {
    for (const MmaPipelining &pipelining : pipelinings)
      if (pipelining.declined.empty())
        turning.insert(TensorMmaOp(pipelining.first.start).getColumn());
    memory->getParentOfType<func::FuncOp>().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<TensorMmaOp, TensorLoadOp, TensorStoreOp>([&](auto access) {
            canMove &= !access.getTurn();
            int64_t &width = widthOf[access.getColumn()];
            canMove &= width == 0 || width == access.getNumColumns();
            width = access.getNumColumns();
          })
          .Case([&](TensorStoreScalesOp) { canMove = false; });
    });
    int64_t end = 0;
    for (auto [column, width] : widthOf) {
      canMove &= int64_t(column) >= end; // none overlap
      end = int64_t(column) + width;
      if (turning.contains(column))
        ofTurns = std::max(ofTurns, width);
    }
    int64_t next = 2 * ofTurns;
    for (auto [column, width] : widthOf) {
      placeOf[column] = turning.contains(column) ? 0 : next;
      next += turning.contains(column) ? 0 : width;
    }
    count = next;
    canMove &= count <= TensorMemoryType::kMaxColumns;
  }

  bool isPossible() const {
    return canMove;
  }

  void move() {
    memory->getParentOfType<func::FuncOp>().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op).Case<TensorMmaOp, TensorLoadOp, TensorStoreOp>(
          [&](auto access) { access.setColumn(uint64_t(placeOf.at(access.getColumn()))); });
    });
    int64_t columns = std::max(TensorMemoryType::kMinColumns, int64_t(llvm::PowerOf2Ceil(uint64_t(count))));
    memory.getResult().setType(TensorMemoryType::get(memory->getContext(), columns));
  }

private:
  AllocTensorMemoryOp memory;
  std::set<uint64_t> turning;
  std::map<uint64_t, int64_t> widthOf, placeOf;
  int64_t ofTurns = 0, count = 0;
  bool canMove = true;
};

class Pipeliner {
public:
  explicit Pipeliner(MmaPipelining &plan) : plan(plan), loop(plan.loop), builder(plan.loop.getLoc(), plan.loop) {}

  void run() {
    constexpr unsigned kTurns = 2;
    Value memory = plan.first.start.getMemory();
    for (Operation *op : plan.ahead)
      moveToFront(op);
    addCounters();
    Value turn = loop.getRegionIterArgs().back();

    // Before the loop: the carried accumulators, and the first MMA.
    builder.setInsertionPoint(loop);
    TensorStoreOp::create(builder, loop.getInitArgs()[plan.carried], memory, plan.second.start.getColumn(), Value(),
                          IntegerAttr());
    Value isEmpty = compare(loop.getLowerBound(), loop.getUpperBound(), /*isLess=*/false);
    Value hasFirst = arith::XOrIOp::create(builder, isEmpty, boolean(true));
    IRMapping entering;
    entering.map(loop.getInductionVar(), loop.getLowerBound());
    entering.map(loop.getRegionIterArgs(), loop.getInitArgs());
    startFirst(hasFirst, entering, constant(0), kTurns, /*otherwiseWaits=*/false);
    TensorWaitOp::create(builder, memory, /*pending=*/0);

    // In it.
    builder.setInsertionPoint(plan.first.wait);
    plan.first.wait.setPending(1);
    plan.first.load.getTurnMutable().assign(turn);
    plan.first.load.setTurns(kTurns);
    Operation *behind = plan.first.load;
    if (plan.first.arrive && behind->isBeforeInBlock(plan.first.arrive))
      behind = plan.first.arrive;
    builder.setInsertionPointAfter(behind);
    Value next = arith::AddIOp::create(builder, loop.getInductionVar(), loop.getStep());
    IRMapping following;
    following.map(loop.getInductionVar(), next);
    for (auto [argument, yielded] : llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
      following.map(argument, yielded);
    Value hasNext = compare(next, loop.getUpperBound(), /*isLess=*/true);
    startFirst(hasNext, following, arith::XOrIOp::create(builder, turn, constant(1)), kTurns, /*otherwiseWaits=*/true);
    receiveSecond(memory);
    leave(memory, hasFirst);
    for (Operation *op : llvm::reverse(plan.head))
      if (op == plan.first.start || op->use_empty())
        op->erase();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(int32_t(value)));
  }
  Value boolean(bool value) {
    return arith::ConstantOp::create(builder, builder.getBoolAttr(value));
  }
  /// Or at least, by the loop's order.
  Value compare(Value a, Value b, bool isLess) {
    auto predicate = isLess ? lessOf(loop) : arith::invertPredicate(lessOf(loop));
    return arith::CmpIOp::create(builder, predicate, a, b);
  }

  void moveToFront(Operation *op) {
    if (!front)
      op->moveBefore(&loop.getBody()->front());
    else
      op->moveAfter(front);
    front = op;
  }

  /// The stage of the iteration before, and whose turn the first MMA's accumulators are.
  void addCounters() {
    IRRewriter rewriter(loop);
    builder.setInsertionPoint(loop);
    Value initial = constant(0);
    auto next = [&](OpBuilder &inner, Location where, ArrayRef<BlockArgument> added) -> SmallVector<Value> {
      Value one = arith::ConstantOp::create(inner, where, inner.getI32IntegerAttr(1));
      Value turned = arith::XOrIOp::create(inner, where, added.back(), one);
      return {plan.second.arrive ? plan.second.arrive.getIndex() : Value(added.front()), turned};
    };
    DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
    bool isUnsigned = loop.getUnsignedCmp();
    loop = cast<scf::ForOp>(
        *loop.replaceWithAdditionalYields(rewriter, {initial, initial}, /*replaceInitOperandUsesInLoop=*/false, next));
    loop->setDiscardableAttrs(attributes);
    loop.setUnsignedCmp(isUnsigned);
  }

  void startFirst(Value condition, const IRMapping &values, Value turn, unsigned turns, bool otherwiseWaits) {
    auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/otherwiseWaits);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.thenYield());
    IRMapping map = values;
    for (Operation *op : plan.head) {
      Operation *copy = builder.clone(*op, map);
      if (auto mma = dyn_cast<TensorMmaOp>(copy)) {
        mma.getTurnMutable().assign(turn);
        mma.setTurns(turns);
      }
    }
    if (!otherwiseWaits)
      return;
    builder.setInsertionPoint(branch.elseYield());
    TensorWaitOp::create(builder, plan.first.start.getMemory(), /*pending=*/0);
  }

  /// Where the carried accumulators are used: the second MMA of the iteration before is over.
  void receiveSecond(Value memory) {
    Value carried = loop.getRegionIterArg(plan.carried);
    Operation *use = nullptr;
    for (Operation *user : carried.getUsers()) {
      Operation *here = loop.getBody()->findAncestorOpInBlock(*user);
      use = !use || here->isBeforeInBlock(use) ? here : use;
    }
    builder.setInsertionPoint(use);
    TensorWaitOp::create(builder, memory, /*pending=*/1);
    auto accumulators = TensorLoadOp::create(builder, plan.second.load.getType(), memory, plan.second.start.getColumn(),
                                             Value(), IntegerAttr());
    carried.replaceAllUsesWith(accumulators);
    if (!plan.second.arrive)
      return;
    Value isLater =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, loop.getInductionVar(), loop.getLowerBound());
    release(isLater, loop.getRegionIterArgs()[loop.getNumRegionIterArgs() - 2]);
  }

  void release(Value condition, Value stage) {
    auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.thenYield());
    MbarrierArriveOp::create(builder, plan.second.arrive.getBarriers(), stage, plan.second.arrive.getArrivers(),
                             plan.second.arrive.getCluster());
  }

  void leave(Value memory, Value hasFirst) {
    builder.setInsertionPointAfter(loop);
    TensorWaitOp::create(builder, memory, /*pending=*/0);
    auto accumulators = TensorLoadOp::create(builder, plan.second.load.getType(), memory, plan.second.start.getColumn(),
                                             Value(), IntegerAttr());
    loop.getResult(plan.carried).replaceAllUsesWith(accumulators);
    if (plan.second.arrive)
      release(hasFirst, loop.getResults()[loop.getNumResults() - 2]);
    // What the loop carries is in tensor memory.
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    yield->setOperand(plan.carried, loop.getRegionIterArg(plan.carried));
    plan.mmaOperand->moveBefore(loop);
    for (Operation *user : llvm::make_early_inc_range(plan.mmaOperand->getUsers()))
      if (isa<FreeBufferOp>(user))
        user->moveAfter(accumulators);
    for (Operation *old :
         {plan.second.load.getOperation(), plan.second.wait.getOperation(), plan.second.arrive.getOperation()})
      if (old)
        old->erase();
  }

  MmaPipelining &plan;
  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
  Operation *front = nullptr;
};

void report(const MmaPipelining &pipelining) {
  scf::ForOp loop = pipelining.loop;
  if (pipelining.declined.empty())
    tile::Remark(loop, "MmaStartedEarly")
        << "MMAs run under the work between them: the next iteration's first one is started before "
           "this one's accumulators are used, and accumulators are loaded one iteration late";
  else
    tile::Remark(loop, "MmaNotPipelined") << "MMAs are waited for at once: " << pipelining.declined;
}

} // namespace

void tile_gpu::pipelineTcgen05Mmas(WarpRolesOp roles, AllocTensorMemoryOp memory, bool remarks) {
  SmallVector<MmaPipelining> pipelinings;
  for (scf::ForOp loop : consumerLoops(roles))
    if (!loop.getBody()->getOps<TensorMmaOp>().empty())
      pipelinings.push_back(Planner(loop).run());
  bool pipelinesAny =
      llvm::any_of(pipelinings, [](const MmaPipelining &pipelining) { return pipelining.declined.empty(); });
  Columns columns(memory, pipelinings);
  for (MmaPipelining &pipelining : pipelinings)
    if (pipelining.declined.empty() && !columns.isPossible())
      pipelining.declined = "tensor memory has no columns for two turns; smaller accumulators would help";
  if (remarks)
    llvm::for_each(pipelinings, report);
  if (!pipelinesAny || !columns.isPossible())
    return;
  columns.move();
  for (MmaPipelining &pipelining : pipelinings)
    if (pipelining.declined.empty())
      Pipeliner(pipelining).run();
}
