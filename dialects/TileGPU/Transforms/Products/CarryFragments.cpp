// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads a product's first factors under the products of the iteration before (ProductPasses.td shows a loop).
//
// Behind the barrier of an iteration all warps load, and multiply only once their factors have come: up to a third of
// the time where a multiprocessor has one CTA. Carried on, a step's factors take 32 registers beside the 32 of the step
// that is multiplied, which lanes have beside 128 sums. With fewer accumulators three and more CTAs share a
// multiprocessor and multiply meanwhile (docs/Experiments.md, "Constants of the model"). Copies stand before the last
// step but one: those in front of loads would keep them waiting, and the assembler separates copies from loads before
// them at some cost.
//
// What an iteration copies is waited for before its own last step instead of after it, which rings of two slots feel.
// Behind the barrier there a lane reads the next slot while others may copy into the one that all have read:
// DifferentSlots.h is how barriers are spared between the two.
#include "dialects/TileGPU/Transforms/Occupancy.h"
#include "dialects/TileGPU/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/Products/CarriedFactors.h"
#include "dialects/TileGPU/Transforms/Products/FactorParts.h"
#include "dialects/TileGPU/Transforms/Products/RotationPlan.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_CARRYFRAGMENTS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::MmaOperand;

namespace {

/// Steps of an iteration, beyond which the program grows too much.
constexpr int64_t kMostSteps = 16;
/// Sums of a lane, in registers, below which other CTAs multiply meanwhile.
constexpr int64_t kLeastSums = 128;
/// What a lane needs besides sums and factors.
constexpr int64_t kOtherRegisters = 56;

/// What the body of a loop is made of, all of it.
struct ProductLoop : Decision {
  scf::ForOp loop;
  MmaOp product;
  unsigned sum = 0;                  ///< number among the carried values
  Operation *wait = nullptr;         ///< for lanes' copies, or for those of the copy engine
  ProxyFenceOp fence;                ///< before it, where the copy engine fills slots
  MemoryBarrierOp barrier;           ///< behind it; null where lanes read what they copied themselves
  llvm::SetVector<Operation *> head; ///< loads both factors behind both
  SmallVector<Operation *> rest;     ///< copies, and what counts on, in order
  int64_t depth = 0;                 ///< of a step, along K

  int64_t steps() {
    return product.product().k / depth;
  }
  Value getArrived() const {
    return wait->getResult(0);
  }
  /// What is waited for was started before the iteration in front of it.
  bool isAhead() const {
    if (auto copies = dyn_cast<AsyncWaitOp>(wait))
      return copies.getPending() > 0;
    constexpr int64_t kSlotsOfOneAhead = 2;
    return cast<MbarrierWaitOp>(wait).getBarriers().getType().getCount() > kSlotsOfOneAhead;
  }
};

bool isCarriedBy(scf::ForOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
}

/// All that `value` needs of the body; false if that is more than the wait, slots and their counters.
bool addToHead(Value value, ProductLoop &found) {
  if (found.loop.isDefinedOutsideOfLoop(value) || isCarriedBy(found.loop, value) || value == found.getArrived())
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != found.loop.getBody() ||
      (!isa<BufferLoadOp, BufferSlotOp, BufferViewOp>(op) && !isScalarArithmetic(op)))
    return false;
  for (Value operand : op->getOperands())
    if (!addToHead(operand, found))
      return false;
  found.head.insert(op);
  return true;
}

/// It may be done at another time of the iteration, as its copies may.
bool mayMove(Operation *op) {
  return !op->walk([](Operation *inner) {
              bool isFree = isa<AsyncCopyOp, AsyncCommitOp, MbarrierExpectTxOp, TmaLoadOp, scf::IfOp>(inner) ||
                            isMemoryEffectFree(inner);
              return isFree ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// The wait for both factors; null if they do not come from rings.
Operation *waitOf(MmaOp product) {
  Operation *wait = nullptr;
  for (Value factor : {product.getA(), product.getB()}) {
    auto load = factor.getDefiningOp<BufferLoadOp>();
    Operation *arrived = load && load.getAfter() ? load.getAfter().getDefiningOp() : nullptr;
    if (!isa_and_present<AsyncWaitOp, MbarrierWaitOp>(arrived) || arrived->getBlock() != product->getBlock() ||
        (wait && wait != arrived))
      return {};
    wait = arrived;
  }
  return wait;
}

/// No product: nothing to carry, and nothing to say.
ProductLoop findProduct(scf::ForOp loop) {
  ProductLoop found;
  found.loop = loop;
  auto products = loop.getBody()->getOps<MmaOp>();
  if (!llvm::hasSingleElement(products) || (*products.begin()).getInstruction() != ProductInstruction::MmaSync)
    return found;
  MmaOp product = *products.begin();
  found.wait = waitOf(product);
  if (!found.wait)
    return found;
  found.product = product;
  found.fence = dyn_cast_if_present<ProxyFenceOp>(found.wait->getPrevNode());
  found.barrier = dyn_cast<MemoryBarrierOp>(found.wait->getNextNode());
  Type element = getElementTypeOrSelf(product.getA().getType());
  constexpr int64_t kBitsOfStep = 256, kDepthOfDoubles = 8;
  found.depth = element.isF64() ? kDepthOfDoubles : kBitsOfStep / (8 * tile::storageBytes(element));
  if (isa<FloatType>(element) && tile::storageBytes(element) == 1)
    found.decline("more of its products are added up before they are rounded");
  if (loop.getUnsignedCmp())
    found.decline("the loop counts unsigned");
  if (found.steps() < 2 || found.steps() > kMostSteps)
    found.decline("an iteration has " + std::to_string(found.steps()) + " steps along K");
  if (!found.isAhead())
    found.decline("what an iteration copies would have to arrive in it");
  if (registersOf(product.getType()) < kLeastSums)
    found.decline("other CTAs multiply meanwhile");
  auto sum = dyn_cast<BlockArgument>(product.getAccumulator());
  if (!sum || !isCarriedBy(loop, sum) || !sum.hasOneUse() || !product.getResult().hasOneUse() ||
      loop.getYieldedValues()[sum.getArgNumber() - 1] != product.getResult()) {
    found.decline("the loop does more with its sums");
    return found;
  }
  found.sum = sum.getArgNumber() - 1;
  bool isSimple = addToHead(product.getA(), found) && addToHead(product.getB(), found) &&
                  llvm::all_of(found.wait->getOperands(), [&](Value operand) {
                    return loop.isDefinedOutsideOfLoop(operand) || isCarriedBy(loop, operand);
                  });
  auto isOfHead = [&](Operation *user) { return found.head.contains(user); };
  isSimple &= llvm::all_of(found.getArrived().getUsers(), isOfHead);
  for (Value factor : {product.getA(), product.getB()})
    isSimple &= factor.hasOneUse();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (&op == product || &op == found.wait || &op == found.fence || &op == found.barrier)
      continue;
    bool isLoad = found.head.contains(&op) && !isScalarArithmetic(&op);
    if (!isLoad)
      found.rest.push_back(&op);
    isSimple &= isLoad || mayMove(&op);
  }
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    isSimple &= i == found.sum || llvm::all_of(result.getUsers(), [](Operation *user) {
                  auto drain = dyn_cast<AsyncWaitOp>(user);
                  return drain && drain.getPending() == 0;
                });
  if (!isSimple)
    found.decline("the loop does more than load, count and multiply");
  return found;
}

/// Registers of a lane for sums and two steps, and those that there are for them.
bool fitsLanes(ProductLoop &found) {
  func::FuncOp kernel = found.loop->getParentOfType<func::FuncOp>();
  int64_t available = availableRegisters(kernel).value_or(registersOfLane(kernel, /*ctas=*/1));
  int64_t factors = registersOf(found.product.getA().getType()) + registersOf(found.product.getB().getType());
  return registersOf(found.product.getType()) + 2 * factors / found.steps() + kOtherRegisters <= available;
}

class Carrier {
public:
  explicit Carrier(ProductLoop &found) : found(found), loop(found.loop), builder(found.loop.getLoc(), found.loop) {}

  void run() {
    DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
    scf::ForOp carrying = carryFactors(
        builder, loop, [&](IRMapping &first) { return waitAndLoad(first); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried); },
        [&](Value counter, ValueRange carried) { return finish(counter, carried); });
    carrying->setDiscardableAttrs(attributes);
  }

private:
  /// Besides its own values the loop carries the first step's operands, and that their stage has arrived.
  static constexpr unsigned kCarried = 3;

  /// Both factors of a step, from the slot that `mapping` leads to; it has arrived.
  SmallVector<Value> load(IRMapping mapping, Value arrived, int64_t step) {
    mapping.map(found.getArrived(), arrived);
    for (Operation *op : found.head)
      builder.clone(*op, mapping);
    return {partAlongK(builder, mapping.lookup(found.product.getA()), MmaOperand::A, found.depth, step),
            partAlongK(builder, mapping.lookup(found.product.getB()), MmaOperand::B, found.depth, step)};
  }

  /// What is carried into the iteration of `mapping`.
  SmallVector<Value> waitAndLoad(IRMapping &mapping) {
    if (found.fence)
      builder.clone(*found.fence);
    Value arrived = builder.clone(*found.wait, mapping)->getResult(0);
    if (found.barrier)
      builder.clone(*found.barrier);
    SmallVector<Value> carried = load(mapping, arrived, 0);
    carried.push_back(arrived);
    return carried;
  }

  SmallVector<Value> iterate(Value counter, ValueRange carried) {
    ValueRange own = carried.drop_back(kCarried), ahead = carried.take_back(kCarried);
    IRMapping mapping = argumentsAs(loop, counter, own);
    SmallVector<Value> factors(ahead.drop_back()), next;
    Value sum = own[found.sum];
    for (int64_t step = 0; step + 1 < found.steps(); ++step) {
      SmallVector<Value> following = load(mapping, ahead.back(), step + 1);
      if (step + 2 == found.steps())
        for (Operation *op : found.rest)
          builder.clone(*op, mapping);
      sum = multiplyAs(builder, found.product, factors[0], factors[1], sum);
      factors = following;
    }
    for (Value value : loop.getYieldedValues())
      next.push_back(mapping.lookupOrDefault(value));
    IRMapping mappingOfNext = argumentsAs(loop, counter, next);
    SmallVector<Value> nextAhead = waitAndLoad(mappingOfNext);
    next[found.sum] = multiplyAs(builder, found.product, factors[0], factors[1], sum);
    llvm::append_range(next, nextAhead);
    return next;
  }

  /// The last iteration, which copies nothing: what is in flight is what was. Of the rest nobody wants to know.
  SmallVector<Value> finish(Value counter, ValueRange carried) {
    ValueRange own = carried.drop_back(kCarried), ahead = carried.take_back(kCarried);
    IRMapping mapping = argumentsAs(loop, counter, own);
    SmallVector<Value> factors(ahead.drop_back()), results;
    Value sum = own[found.sum];
    for (int64_t step = 0; step < found.steps(); ++step) {
      SmallVector<Value> following;
      if (step + 1 < found.steps())
        following = load(mapping, ahead.back(), step + 1);
      sum = multiplyAs(builder, found.product, factors[0], factors[1], sum);
      factors = following;
    }
    llvm::append_range(results, own);
    results[found.sum] = sum;
    return results;
  }

  ProductLoop &found;
  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
};

struct CarryFragments : tile_gpu::impl::CarryFragmentsBase<CarryFragments> {
  using CarryFragmentsBase::CarryFragmentsBase;

  void runOnOperation() override {
    if (!getOperation()->hasAttr(kNumWarpsAttr))
      return;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      visit(loop);
  }

private:
  void visit(scf::ForOp loop) {
    ProductLoop found = findProduct(loop);
    if (!found.product)
      return;
    if (found.declined.empty() && !fitsLanes(found))
      found.decline("a lane has no registers for them beside the sums");
    if (!found.declined.empty())
      return report(found.product, "the first factors are loaded in their iteration: " + found.declined);
    report(found.product, "the first factors are loaded under the products of the iteration before");
    Carrier(found).run();
  }

  void report(Operation *op, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      op->emitRemark() << text;
  }
};

} // namespace
