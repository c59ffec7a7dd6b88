// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/RotateTensorProducts.h"
#include "dialects/TileGPU/Transforms/Roles/ConsumerLoops.h"
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

/// A product of the loop's body with what surrounds it there.
struct Product {
  TensorMmaOp start;
  TensorWaitOp wait;
  TensorLoadOp load;
  MbarrierArriveOp arrive; ///< gives its slot back; null where nobody does in the loop
};

struct Rotation {
  scf::ForOp loop;
  Product first, second;
  llvm::SetVector<Operation *> head;  ///< of the first product, in order: what the body computes for it alone
  llvm::SetVector<Operation *> ahead; ///< of scalars that the next iteration gets
  unsigned carried = 0;               ///< number of the second product's sums
  TensorStoreOp store;                ///< of these
  AllocBufferOp factor;               ///< that lanes store for the second product
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

  Rotation run() {
    SmallVector<TensorMmaOp> products(plan.loop.getBody()->getOps<TensorMmaOp>());
    int64_t all = 0;
    plan.loop->walk([&](TensorMmaOp) { ++all; });
    if (products.size() != 2 || all != 2) {
      plan.declined = "it has not two products";
      return std::move(plan);
    }
    plan.first.start = products[0];
    plan.second.start = products[1];
    findProduct(plan.first, products[1]);
    findProduct(plan.second, nullptr);
    if (plan.declined.empty())
      checkFirst();
    if (plan.declined.empty())
      checkSecond();
    if (plan.declined.empty())
      checkSlots();
    return std::move(plan);
  }

private:
  void decline(StringRef reason) {
    if (plan.declined.empty())
      plan.declined = reason.str();
  }

  /// What follows the start, up to `end`.
  void findProduct(Product &product, Operation *end) {
    if (product.start.getScales() || product.start.getTurn())
      return decline("products have scales or turns");
    for (Operation *op = product.start->getNextNode(); op && op != end; op = op->getNextNode()) {
      if (auto wait = dyn_cast<TensorWaitOp>(op)) {
        if (product.wait || wait.getPending() != 0)
          return decline("a product is not waited for once");
        product.wait = wait;
      }
      if (auto load = dyn_cast<TensorLoadOp>(op)) {
        if (product.load || !product.wait || load.getColumn() != product.start.getColumn() || load.getTurn())
          return decline("sums are not loaded once, behind their product");
        product.load = load;
      }
      if (auto arrive = dyn_cast<MbarrierArriveOp>(op)) {
        if (product.arrive || !product.wait)
          return decline("several slots are given back behind a product");
        product.arrive = arrive;
      }
    }
    if (!product.load)
      decline("a product's sums are not loaded behind it");
  }

  Value carriedOn(Value argument) {
    return plan.loop.getYieldedValues()[cast<BlockArgument>(argument).getArgNumber() -
                                        plan.loop.getNumInductionVars()];
  }

  bool isOwnArgument(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == plan.loop.getBody();
  }

  void checkFirst() {
    if (!matchPattern(plan.first.start.getAccumulates(), m_Zero()))
      return decline("the first product does not begin at zero");
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
        return decline("the first product needs more than slots and scalars");
      collectHead(maker, arguments);
      plan.head.insert(maker);
    }
  }

  void collectAhead(Value value) {
    if (plan.loop.isDefinedOutsideOfLoop(value) || isOwnArgument(value))
      return;
    Operation *maker = value.getDefiningOp();
    if (!isScalarWork(maker))
      return decline("the next iteration's slots depend on more than scalars");
    for (Value operand : maker->getOperands())
      collectAhead(operand);
    plan.ahead.insert(maker);
  }

  void checkSecond() {
    TensorMmaOp product = plan.second.start;
    Value sums = plan.second.load.getResult();
    if (!matchPattern(product.getAccumulates(), m_One()) || !sums.hasOneUse() ||
        !isa<scf::YieldOp>(*sums.user_begin()))
      return decline("the second product's sums are not what the loop carries on");
    plan.carried = sums.use_begin()->getOperandNumber();
    for (auto store : plan.loop.getBody()->getOps<TensorStoreOp>())
      if (std::exchange(plan.store, store))
        return decline("sums are stored more than once");
    if (!plan.store || plan.store.getTurn() || plan.store.getColumn() != product.getColumn() ||
        !plan.store->isBeforeInBlock(product) || plan.store.getValue().getType() != sums.getType())
      return decline("the second product does not add to what lanes store");
    plan.factor = product.getA().getDefiningOp<AllocBufferOp>();
    if (!plan.factor || plan.factor->getBlock() != plan.loop.getBody() ||
        !llvm::all_of(plan.factor->getUsers(), [&](Operation *user) {
          return user == product || (isa<BufferStoreOp, FreeBufferOp>(user) && user->getBlock() == product->getBlock());
        }))
      return decline("the second product's factor is not stored for it alone");
    Operation *use = firstUse();
    if (!use || use->isBeforeInBlock(plan.first.load) || plan.store->isBeforeInBlock(use))
      decline("the carried sums are not used between the products");
  }

  void checkSlots() {
    if (!plan.second.arrive)
      return;
    bool isShared = false;
    for (Operation *op : plan.head)
      if (auto wait = dyn_cast<MbarrierWaitOp>(op))
        isShared |= llvm::is_contained(wait->getUsers(), plan.second.start.getOperation());
    isShared |= !plan.first.arrive;
    constexpr int64_t kLeast = 2;
    if (plan.second.arrive.getBarriers().getType().getCount() < kLeast + (isShared ? 1 : 0))
      decline("its rings have too few slots for two iterations");
    if (!plan.loop.isDefinedOutsideOfLoop(plan.second.arrive.getBarriers()) ||
        !(isOwnArgument(plan.second.arrive.getIndex()) ||
          plan.loop.isDefinedOutsideOfLoop(plan.second.arrive.getIndex())))
      decline("the number of the second product's slot is not carried");
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
  Rotation plan;
};

/// Columns of all tiles of sums of a kernel anew, so that those of first products have two places. Rotated loops follow
/// each other, so they have these together.
class Columns {
public:
  Columns(AllocTensorMemoryOp memory, ArrayRef<Rotation> rotations) : memory(memory) {
    for (const Rotation &rotation : rotations)
      if (rotation.declined.empty())
        turning.insert(TensorMmaOp(rotation.first.start).getColumn());
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

class Rotator {
public:
  explicit Rotator(Rotation &plan) : plan(plan), loop(plan.loop), builder(plan.loop.getLoc(), plan.loop) {}

  void run() {
    constexpr unsigned kTurns = 2;
    Value memory = plan.first.start.getMemory();
    for (Operation *op : plan.ahead)
      moveToFront(op);
    addCounters();
    Value turn = loop.getRegionIterArgs().back();

    // Before the loop: the carried sums, and the first product.
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
    bool isUnsigned = loop.getUnsignedCmp();
    auto predicate = isLess ? (isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt)
                            : (isUnsigned ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge);
    return arith::CmpIOp::create(builder, predicate, a, b);
  }

  void moveToFront(Operation *op) {
    if (!front)
      op->moveBefore(&loop.getBody()->front());
    else
      op->moveAfter(front);
    front = op;
  }

  /// The slot of the iteration before, and whose turn the first product's sums are.
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
      if (auto product = dyn_cast<TensorMmaOp>(copy)) {
        product.getTurnMutable().assign(turn);
        product.setTurns(turns);
      }
    }
    if (!otherwiseWaits)
      return;
    builder.setInsertionPoint(branch.elseYield());
    TensorWaitOp::create(builder, plan.first.start.getMemory(), /*pending=*/0);
  }

  /// Where the carried sums are used: the second product of the iteration before is over.
  void receiveSecond(Value memory) {
    Value carried = loop.getRegionIterArg(plan.carried);
    Operation *use = nullptr;
    for (Operation *user : carried.getUsers()) {
      Operation *here = loop.getBody()->findAncestorOpInBlock(*user);
      use = !use || here->isBeforeInBlock(use) ? here : use;
    }
    builder.setInsertionPoint(use);
    TensorWaitOp::create(builder, memory, /*pending=*/1);
    auto sums = TensorLoadOp::create(builder, plan.second.load.getType(), memory, plan.second.start.getColumn(),
                                     Value(), IntegerAttr());
    carried.replaceAllUsesWith(sums);
    if (!plan.second.arrive)
      return;
    Value isLater =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, loop.getInductionVar(), loop.getLowerBound());
    giveBack(isLater, loop.getRegionIterArgs()[loop.getNumRegionIterArgs() - 2]);
  }

  void giveBack(Value condition, Value slot) {
    auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.thenYield());
    MbarrierArriveOp::create(builder, plan.second.arrive.getBarriers(), slot, plan.second.arrive.getArrivers(),
                             plan.second.arrive.getCluster());
  }

  void leave(Value memory, Value hasFirst) {
    builder.setInsertionPointAfter(loop);
    TensorWaitOp::create(builder, memory, /*pending=*/0);
    auto sums = TensorLoadOp::create(builder, plan.second.load.getType(), memory, plan.second.start.getColumn(),
                                     Value(), IntegerAttr());
    loop.getResult(plan.carried).replaceAllUsesWith(sums);
    if (plan.second.arrive)
      giveBack(hasFirst, loop.getResults()[loop.getNumResults() - 2]);
    // What the loop carries is in tensor memory.
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    yield->setOperand(plan.carried, loop.getRegionIterArg(plan.carried));
    plan.factor->moveBefore(loop);
    for (Operation *user : llvm::make_early_inc_range(plan.factor->getUsers()))
      if (isa<FreeBufferOp>(user))
        user->moveAfter(sums);
    for (Operation *old :
         {plan.second.load.getOperation(), plan.second.wait.getOperation(), plan.second.arrive.getOperation()})
      if (old)
        old->erase();
  }

  Rotation &plan;
  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
  Operation *front = nullptr;
};

void report(const Rotation &rotation) {
  scf::ForOp loop = rotation.loop;
  if (rotation.declined.empty())
    loop.emitRemark() << "products run under the work between them: the next iteration's first one is started before "
                         "this one's sums are used, and sums are loaded one iteration late";
  else
    loop.emitRemark() << "products are waited for at once: " << rotation.declined;
}

} // namespace

void tile_gpu::rotateTensorProducts(WarpRolesOp roles, AllocTensorMemoryOp memory, bool remarks) {
  SmallVector<Rotation> rotations;
  for (scf::ForOp loop : consumerLoops(roles))
    if (!loop.getBody()->getOps<TensorMmaOp>().empty())
      rotations.push_back(Planner(loop).run());
  bool rotatesAny = llvm::any_of(rotations, [](const Rotation &rotation) { return rotation.declined.empty(); });
  Columns columns(memory, rotations);
  for (Rotation &rotation : rotations)
    if (rotation.declined.empty() && !columns.isPossible())
      rotation.declined = "tensor memory has no columns for two turns";
  if (remarks)
    llvm::for_each(rotations, report);
  if (!rotatesAny || !columns.isPossible())
    return;
  columns.move();
  for (Rotation &rotation : rotations)
    if (rotation.declined.empty())
      Rotator(rotation).run();
}
