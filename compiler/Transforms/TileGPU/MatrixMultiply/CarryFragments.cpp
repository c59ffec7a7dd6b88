// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads an MMA's first operands under the MMAs of the iteration before (MmaPasses.td shows a loop).
//
// Behind the barrier of an iteration all warps load, and multiply only once their operands have come: up to a third of
// the time where a multiprocessor has one CTA. Carried on, a step's operands take 32 registers beside the 32 of the
// step that is multiplied, which lanes have beside 128 accumulators. With fewer accumulators three and more CTAs share
// a multiprocessor and multiply meanwhile (docs/Experiments.md, "Constants of the model"). Copies stand before the last
// step but one: those in front of loads would keep them waiting, and the assembler separates copies from loads before
// them at some cost.
//
// What an iteration copies is waited for before its own last step instead of after it, which stage buffers of two
// stages feel. Behind the barrier there a lane reads the next stage while others may copy into the one that all have
// read: DistinctStages.h is how barriers are spared between the two.
#include "compiler/Transforms/TileGPU/MatrixMultiply/CarriedOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/OperandParts.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"
#include "dialects/Tile/IR/Remarks.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_CARRYFRAGMENTS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::MmaOperand;

namespace {

/// Steps of an iteration, beyond which the program grows too much.
constexpr int64_t kMostSteps = 16;
/// Accumulators of a lane, in registers, below which other CTAs multiply meanwhile.
constexpr int64_t kLeastAccumulators = 128;
/// What a lane needs besides accumulators and operands.
constexpr int64_t kOtherRegisters = 56;

/// What the body of a loop is made of, all of it.
struct MmaLoop : Decision {
  scf::ForOp loop;
  MmaOp mma;
  unsigned accumulator = 0;          ///< number among the carried values
  Operation *wait = nullptr;         ///< for lanes' copies, or for those of the copy engine
  ProxyFenceOp fence;                ///< before it, where the copy engine fills stages
  MemoryBarrierOp barrier;           ///< behind it; null where lanes read what they copied themselves
  llvm::SetVector<Operation *> head; ///< loads both operands behind both
  SmallVector<Operation *> rest;     ///< copies, and what counts on, in order
  int64_t depth = 0;                 ///< of a step, along K

  int64_t steps() {
    return mma.mma().k / depth;
  }
  Value getArrived() const {
    return wait->getResult(0);
  }
  /// What is waited for was started before the iteration in front of it.
  bool isAhead() const {
    if (auto copies = dyn_cast<AsyncWaitOp>(wait))
      return copies.getPending() > 0;
    constexpr int64_t kStagesOfOneAhead = 2;
    return cast<MbarrierWaitOp>(wait).getBarriers().getType().getCount() > kStagesOfOneAhead;
  }
};

bool isCarriedBy(scf::ForOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
}

/// All that `value` needs of the body; false if that is more than the wait, stages and their counters.
bool addToHead(Value value, MmaLoop &found) {
  if (found.loop.isDefinedOutsideOfLoop(value) || isCarriedBy(found.loop, value) || value == found.getArrived())
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != found.loop.getBody() ||
      (!isa<BufferLoadOp, BufferStageOp, BufferViewOp>(op) && !isScalarArithmetic(op)))
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

/// The wait for both operands; null if they do not come from stage buffers.
Operation *waitOf(MmaOp mma) {
  Operation *wait = nullptr;
  for (Value mmaOperand : {mma.getA(), mma.getB()}) {
    auto load = mmaOperand.getDefiningOp<BufferLoadOp>();
    Operation *arrived = load && load.getAfter() ? load.getAfter().getDefiningOp() : nullptr;
    if (!isa_and_present<AsyncWaitOp, MbarrierWaitOp>(arrived) || arrived->getBlock() != mma->getBlock() ||
        (wait && wait != arrived))
      return {};
    wait = arrived;
  }
  return wait;
}

/// No MMA: nothing to carry, and nothing to say.
MmaLoop findMma(scf::ForOp loop) {
  MmaLoop found;
  found.loop = loop;
  auto mmas = loop.getBody()->getOps<MmaOp>();
  if (!llvm::hasSingleElement(mmas) || (*mmas.begin()).getInstruction() != MmaInstruction::MmaSync)
    return found;
  MmaOp mma = *mmas.begin();
  found.wait = waitOf(mma);
  if (!found.wait)
    return found;
  found.mma = mma;
  found.fence = dyn_cast_if_present<ProxyFenceOp>(found.wait->getPrevNode());
  found.barrier = dyn_cast<MemoryBarrierOp>(found.wait->getNextNode());
  Type element = getElementTypeOrSelf(mma.getA().getType());
  constexpr int64_t kBitsOfStep = 256, kDepthOfDoubles = 8;
  found.depth = element.isF64() ? kDepthOfDoubles : kBitsOfStep / (8 * tile::storageBytes(element));
  if (isa<FloatType>(element) && tile::storageBytes(element) == 1)
    found.decline("more of its MMAs are added up before they are rounded");
  if (loop.getUnsignedCmp())
    found.decline("the loop counts unsigned; a signed counter would help");
  if (found.steps() < 2 || found.steps() > kMostSteps)
    found.decline("an iteration has " + std::to_string(found.steps()) + " steps along K");
  if (!found.isAhead())
    found.decline("what an iteration copies would have to arrive in it");
  if (registersOf(mma.getType()) < kLeastAccumulators)
    found.decline("other CTAs multiply meanwhile");
  auto accumulator = dyn_cast<BlockArgument>(mma.getAccumulator());
  if (!accumulator || !isCarriedBy(loop, accumulator) || !accumulator.hasOneUse() || !mma.getResult().hasOneUse() ||
      loop.getYieldedValues()[accumulator.getArgNumber() - 1] != mma.getResult()) {
    found.decline("the loop does more with its accumulators");
    return found;
  }
  found.accumulator = accumulator.getArgNumber() - 1;
  bool isSimple = addToHead(mma.getA(), found) && addToHead(mma.getB(), found) &&
                  llvm::all_of(found.wait->getOperands(), [&](Value operand) {
                    return loop.isDefinedOutsideOfLoop(operand) || isCarriedBy(loop, operand);
                  });
  auto isOfHead = [&](Operation *user) { return found.head.contains(user); };
  isSimple &= llvm::all_of(found.getArrived().getUsers(), isOfHead);
  for (Value mmaOperand : {mma.getA(), mma.getB()})
    isSimple &= mmaOperand.hasOneUse();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (&op == mma || &op == found.wait || &op == found.fence || &op == found.barrier)
      continue;
    bool isLoad = found.head.contains(&op) && !isScalarArithmetic(&op);
    if (!isLoad)
      found.rest.push_back(&op);
    isSimple &= isLoad || mayMove(&op);
  }
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    isSimple &= i == found.accumulator || llvm::all_of(result.getUsers(), [](Operation *user) {
                  auto drain = dyn_cast<AsyncWaitOp>(user);
                  return drain && drain.getPending() == 0;
                });
  if (!isSimple)
    found.decline("the loop does more than load, count and multiply");
  return found;
}

/// Registers of a lane for accumulators and two steps, and those that there are for them.
bool fitsLanes(MmaLoop &found) {
  func::FuncOp kernel = found.loop->getParentOfType<func::FuncOp>();
  int64_t available = availableRegisters(kernel).value_or(registersOfLane(kernel, /*ctas=*/1));
  int64_t mmaOperands = registersOf(found.mma.getA().getType()) + registersOf(found.mma.getB().getType());
  return registersOf(found.mma.getType()) + 2 * mmaOperands / found.steps() + kOtherRegisters <= available;
}

class Carrier {
public:
  explicit Carrier(MmaLoop &found) : found(found), loop(found.loop), builder(found.loop.getLoc(), found.loop) {}

  void run() {
    DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
    scf::ForOp carrying = carryOperands(
        builder, loop, [&](IRMapping &first) { return waitAndLoad(first); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried); },
        [&](Value counter, ValueRange carried) { return finish(counter, carried); });
    carrying->setDiscardableAttrs(attributes);
  }

private:
  /// Besides its own values the loop carries the first step's operands, and that their stage has arrived.
  static constexpr unsigned kCarried = 3;

  /// Both operands of a step, from the stage that `mapping` leads to; it has arrived.
  SmallVector<Value> load(IRMapping mapping, Value arrived, int64_t step) {
    mapping.map(found.getArrived(), arrived);
    for (Operation *op : found.head)
      builder.clone(*op, mapping);
    return {partAlongK(builder, mapping.lookup(found.mma.getA()), MmaOperand::A, found.depth, step),
            partAlongK(builder, mapping.lookup(found.mma.getB()), MmaOperand::B, found.depth, step)};
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
    SmallVector<Value> mmaOperands(ahead.drop_back()), next;
    Value accumulator = own[found.accumulator];
    for (int64_t step = 0; step + 1 < found.steps(); ++step) {
      SmallVector<Value> following = load(mapping, ahead.back(), step + 1);
      if (step + 2 == found.steps())
        for (Operation *op : found.rest)
          builder.clone(*op, mapping);
      accumulator = multiplyAs(builder, found.mma, mmaOperands[0], mmaOperands[1], accumulator);
      mmaOperands = following;
    }
    for (Value value : loop.getYieldedValues())
      next.push_back(mapping.lookupOrDefault(value));
    IRMapping mappingOfNext = argumentsAs(loop, counter, next);
    SmallVector<Value> nextAhead = waitAndLoad(mappingOfNext);
    next[found.accumulator] = multiplyAs(builder, found.mma, mmaOperands[0], mmaOperands[1], accumulator);
    llvm::append_range(next, nextAhead);
    return next;
  }

  /// The last iteration, which copies nothing: what is in flight is what was. Of the rest nobody wants to know.
  SmallVector<Value> finish(Value counter, ValueRange carried) {
    ValueRange own = carried.drop_back(kCarried), ahead = carried.take_back(kCarried);
    IRMapping mapping = argumentsAs(loop, counter, own);
    SmallVector<Value> mmaOperands(ahead.drop_back()), results;
    Value accumulator = own[found.accumulator];
    for (int64_t step = 0; step < found.steps(); ++step) {
      SmallVector<Value> following;
      if (step + 1 < found.steps())
        following = load(mapping, ahead.back(), step + 1);
      accumulator = multiplyAs(builder, found.mma, mmaOperands[0], mmaOperands[1], accumulator);
      mmaOperands = following;
    }
    llvm::append_range(results, own);
    results[found.accumulator] = accumulator;
    return results;
  }

  MmaLoop &found;
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
    MmaLoop found = findMma(loop);
    if (!found.mma)
      return;
    if (found.declined.empty() && !fitsLanes(found))
      found.decline("a lane has no registers for them beside the accumulators");
    if (!found.declined.empty())
      return report(found.mma, "FragmentsNotCarried",
                    "the first operands are loaded in their iteration: " + found.declined);
    report(found.mma, "CarriedFragments", "the first operands are loaded under the MMAs of the iteration before");
    Carrier(found).run();
  }

  void report(Operation *op, StringRef name, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(op, name) << text;
  }
};

} // namespace
