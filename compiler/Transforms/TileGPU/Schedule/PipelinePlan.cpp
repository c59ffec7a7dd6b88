// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/PipelinePlan.h"
#include "compiler/Transforms/TileGPU/Loops/LoopInvariantOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaChains.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Schedule/LoopObstacles.h"
#include "compiler/Transforms/TileGPU/Schedule/OperandCopies.h"
#include "compiler/Transforms/TileGPU/Schedule/OperandLoads.h"
#include "compiler/Transforms/TileGPU/Schedule/StageLimits.h"
#include "compiler/Transforms/TileGPU/SharedMemory/LaneBuffers.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::Place;

namespace {

constexpr unsigned kMaxDistance = kMaxStages - 1, kMinDistance = 2, kMmaStages = 4;
/// Of a lane, for what is too narrow for a stage buffer. Beside the accumulators of an MMA more would not fit.
constexpr int64_t kMaxCarriedRegisters = 64;
/// Of bytes that name cells: stage buffers that leave room for all the lanes there can be. Histograms by 16 CTAs a
/// multiprocessor lost 3 to 11 % with two stages more.
constexpr unsigned kMaxDistanceOfBytes = 5;
/// Bytes of an element below which a loop computes enough for what it loads to hide the latency by itself; and, where
/// it reduces too, below which a few CTAs do.
constexpr int64_t kMinElementBytes = 2, kMinReducedBytes = 4, kFewCtas = 8;
/// Warps of a multiprocessor that stage buffers must leave shared memory for where they reduce narrow elements and
/// compute for longer than they load.
constexpr int64_t kWantedBusyWarps = 24;
/// Of a lane, for what is loaded an iteration ahead though a stage buffer had room for it, for what the loop carries
/// besides, and for MMAs beside addresses that move.
constexpr int64_t kMaxNextRegisters = 16, kMaxOtherRegisters = 4, kMostHeld = 176;

class Planner {
public:
  Planner(scf::ForOp loop, const PipelineLimits &limits) : loop(loop), limits(limits) {}

  PipelinePlan run() {
    if (!hasLoads())
      return {};
    plan.declined = whyNotPipelined(loop);
    if (plan.declined.empty() && !limits.stages)
      plan.declined = whyNotByItself();
    if (!plan.declined.empty())
      return std::move(plan);
    loop.getBody()->walk([&](LoadOp load) { consider(load); });
    dropIndices();
    leaveBytesToLanes();
    if (plan.loads.empty())
      plan.declined = "no load can be brought ahead";
    else
      chooseDistances();
    if (!plan.declined.empty())
      plan.loads.clear();
    return std::move(plan);
  }

private:
  /// Why a stage buffer would not pay, where none is asked for; empty if it may.
  std::string whyNotByItself() {
    if (hasWarpgroupMma(loop))
      return loadsOperand() ? "" : "the loop has an MMA, whose operands take the shared memory";
    std::string reason;
    loop.getBody()->walk([&](Operation *op) {
      auto load = dyn_cast<LoadOp>(op);
      auto mma = dyn_cast<MmaOp>(op);
      if (mma && !isFedByLoads(mma))
        reason = "the loop has an MMA, whose operands take the shared memory";
      else if (load && isDistributed(load.getType()) && !hintsOf(load) && pathsToMmas(load).empty() &&
               !isStaged(load) && elementBytes(load) < kMinElementBytes && !onlyNamesCells(load.getResult()))
        reason = "what it loads is so narrow that computing takes longer than loading";
      return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
    return reason;
  }

  /// Lanes load what a warpgroup MMA would have to wait for: a tile of some size, which they then store to
  /// where it is read (rows that a list names, for example).
  bool loadsOperand() {
    constexpr int64_t kMinOperandBytes = 4096;
    return llvm::any_of(loop.getBody()->getOps<LoadOp>(), [](LoadOp load) {
      return isDistributed(load.getType()) &&
             tile::elementCount(load.getType()) * elementBytes(load) >= kMinOperandBytes;
    });
  }

  /// Null without hints; they are resolved.
  static tile::HintsAttr hintsOf(LoadOp load) {
    ArrayAttr hints = load.getHintsAttr();
    return hints && !hints.empty() ? cast<tile::HintsAttr>(hints[0]) : tile::HintsAttr();
  }

  /// It computes for longer than it loads.
  bool reducesNarrow() {
    bool reduces = loop.getBody()
                       ->walk([](Operation *op) {
                         return isa<ReduceOp, ScanOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
                       })
                       .wasInterrupted();
    bool isNarrow =
        llvm::any_of(plan.loads, [](PipelinedLoad &ahead) { return elementBytes(ahead.load) < kMinReducedBytes; });
    return reduces && isNarrow;
  }

  /// CTAs of a multiprocessor whose loads together may be enough without a stage buffer.
  int64_t ctasInFlight() {
    return reducesNarrow() ? kFewCtas : 1;
  }

  bool hasLoads() {
    return loop.getBody()
        ->walk(
            [](LoadOp load) { return isDistributed(load.getType()) ? WalkResult::interrupt() : WalkResult::advance(); })
        .wasInterrupted();
  }

  void consider(LoadOp load) {
    if (!isDistributed(load.getType()))
      return;
    PipelinedLoad candidate(load, loop);
    std::string reason = candidate.slice.add(load);
    if (reason.empty() && !limits.stages && asksForOneStage(load))
      reason = "the hint latency = 1 asks for one stage";
    if (reason.empty()) {
      int64_t bytes = plan.bytesPerIteration;
      chooseProducer(candidate);
      reason = whyNotInRegisters(candidate);
      if (!reason.empty())
        plan.bytesPerIteration = bytes;
    }
    if (!reason.empty())
      return plan.left.push_back({load, reason});
    plan.loads.push_back(candidate);
  }

  static bool asksForOneStage(LoadOp load) {
    return stagesAskedFor(load) == std::optional<int64_t>(1);
  }

  /// What the loop carries in registers is loaded always, for the next iteration.
  std::string whyNotInRegisters(const PipelinedLoad &candidate) {
    if (candidate.producer != Producer::Registers)
      return "";
    if (!candidate.slice.getConditions().empty())
      return "it is conditional, and too narrow for a stage buffer; load_masked without the condition would help";
    if (!candidate.slice.getIndices().empty())
      return "its address is loaded in the loop, and it is too narrow for a stage buffer; wider tiles would help";
    if (llvm::all_of(candidate.load->getUsers(), llvm::IsaPred<scf::YieldOp>))
      return "the loop loads it for its next iteration by itself, and it is too narrow for a stage buffer";
    int64_t registers = carriedRegisters(candidate.load);
    if (carried + registers > kMaxCarriedRegisters)
      return "too narrow for a stage buffer, it would take " + std::to_string(registers) +
             " registers of a lane; smaller tiles would help";
    carried += registers;
    return "";
  }

  /// Pairs of two bytes share one (PackCarriedRegisters). Bytes do so in fours, but each takes one until it is packed.
  static int64_t carriedRegisters(LoadOp load) {
    int64_t elements = LayoutAttr::of(cast<RankedTensorType>(load.getType())).size(Place::Register);
    int64_t bytes = elementBytes(load);
    return bytes == 1 ? elements : llvm::divideCeil(elements * bytes, 4);
  }

  /// Where lanes put words of one MMA's bytes together and copy them themselves, they have no registers for another
  /// MMA's stages beside.
  void leaveBytesToLanes() {
    unsigned mmas = 0;
    loop.getBody()->walk([&](MmaOp) { ++mmas; });
    bool hasCopies = llvm::any_of(plan.loads, [](PipelinedLoad &ahead) {
      return ahead.producer == Producer::Copies && elementBytes(ahead.load) == 1;
    });
    for (PipelinedLoad &ahead : plan.loads) {
      if (mmas < 2 || !hasCopies || ahead.producer != Producer::TensorMap || elementBytes(ahead.load) > 1)
        continue;
      ahead.load.forgetBox();
      plan.bytesPerIteration -= ahead.stage.getStageBytes();
      std::tie(ahead.producer, ahead.stage, ahead.ways) =
          std::tuple(Producer::Copies, BufferType(), SmallVector<MmaPath>());
      chooseProducer(ahead);
    }
  }

  /// What only says where other loads read is loaded for them; nobody looks at it again.
  void dropIndices() {
    llvm::SmallPtrSet<Operation *, 4> indices;
    for (PipelinedLoad &ahead : plan.loads)
      if (isNeededAheadOnly(ahead.load)) {
        indices.insert(ahead.load);
        plan.bytesPerIteration -= ahead.stage ? ahead.stage.getStageBytes() : 0;
      }
    llvm::erase_if(plan.loads, [&](PipelinedLoad &ahead) { return indices.contains(ahead.load); });
  }

  /// All that comes of it are addresses and conditions of loads that are brought ahead.
  bool isNeededAheadOnly(Operation *op) {
    if (op->use_empty())
      return false;
    return llvm::all_of(op->getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (auto load = dyn_cast<LoadOp>(user))
        return isAhead(load) && (isZeroPadded(load) || use.get() != load.getMask());
      bool isOfSlice = llvm::any_of(plan.loads, [&](PipelinedLoad &other) { return other.slice.contains(user); });
      return isOfSlice && isNeededAheadOnly(user);
    });
  }

  bool isAhead(LoadOp load) {
    return llvm::any_of(plan.loads, [&](PipelinedLoad &other) { return other.load == load; });
  }

  void chooseProducer(PipelinedLoad &candidate) {
    LoadOp load = candidate.load;
    constexpr int64_t kMaxCopyBytes = 16;
    candidate.vector = std::min<int64_t>(load.getVector(), kMaxCopyBytes / elementBytes(load));
    if (!isWideEnough(load)) {
      candidate.producer = Producer::Registers;
      return;
    }
    if (!chooseStageForMma(candidate) && !chooseStageForLanes(candidate) && !chooseStageInPlace(candidate)) {
      auto type = cast<RankedTensorType>(load.getType());
      candidate.stage = bufferOfLanes(type, candidate.vector);
      candidate.isPrivate = LayoutAttr::of(type).hasOneOwner() && conversionsOfStage(load).empty();
    }
    plan.bytesPerIteration += candidate.stage.getStageBytes();
  }

  bool chooseStageForMma(PipelinedLoad &candidate) {
    LoadOp load = candidate.load;
    SmallVector<MmaPath> ways = isStaged(load) ? findStagePaths(load.getResult()) : SmallVector<MmaPath>();
    BufferType stage = ways.empty() ? BufferType() : stageOfBox(candidate, ways);
    if (stage) {
      candidate.producer = Producer::TensorMap;
    } else {
      ways = pathsToMmas(load);
      stage = ways.empty() ? BufferType() : stageOfPaths(load.getResult(), ways);
    }
    if (!stage)
      return false;
    candidate.stage = stage;
    candidate.isPrivate = false;
    candidate.ways = std::move(ways);
    return true;
  }

  /// Neighbours of memory stay neighbours.
  bool chooseStageForLanes(PipelinedLoad &candidate) {
    LoadOp load = candidate.load;
    if (!isForLanes(load))
      return false;
    auto type = cast<RankedTensorType>(load.getType());
    layout::LinearLayout layout = LayoutAttr::of(type);
    std::vector<int64_t> next =
        layout.coordinatesOf(layout.basis(candidate.vector > 1 ? Place::Register : Place::Lane, 0));
    auto fastest = unsigned(llvm::find(next, 1) - next.begin());
    if (fastest == next.size())
      return false;
    std::optional<MmaUse> mma = findMma(load.getResult());
    BufferType plain = laneBuffer(type, fastest, /*isAlongK=*/false);
    candidate.stage = laneBuffer(type, fastest, runsAlongK(mma->operand, renamed(plain, mma->renamings)));
    candidate.isPrivate = false;
    candidate.isForLanes = true;
    return true;
  }

  /// What is only stored for MMAs of a matrix unit is copied there.
  bool chooseStageInPlace(PipelinedLoad &candidate) {
    BufferStoreOp store = isZeroPadded(candidate.load) ? findOperandStore(candidate.load) : BufferStoreOp();
    BufferType stage = store ? stageInPlace(candidate.load, store, candidate.vector) : BufferType();
    if (!stage)
      return false;
    std::tie(candidate.stage, candidate.store, candidate.isPrivate) = std::tuple(stage, store, false);
    return true;
  }

  /// Copies fill it ahead of its iteration, or TMA does, which a producer warp takes.
  bool isStage(Value operand) {
    while (auto view = operand.getDefiningOp<BufferViewOp>())
      operand = view.getBuffer();
    return llvm::any_of(operand.getUsers(), llvm::IsaPred<TmaLoadOp>) ||
           llvm::any_of(plan.loads, [&](const PipelinedLoad &ahead) {
             return ahead.store && BufferStoreOp(ahead.store).getBuffer() == operand;
           });
  }

  /// Attention: its second MMA runs under the next one's softmax (SkewMmas.h).
  bool hasChainOfMmas() {
    return llvm::any_of(loop.getBody()->getOps<WarpgroupMmaOp>(),
                        [](WarpgroupMmaOp mma) { return mma.hasAInRegisters(); });
  }

  /// Two for each copy of a lane, beside what its MMAs take (PipelinePlan.h).
  bool hasRegistersForAddresses() {
    int64_t registers = 0;
    for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>())
      registers += registersOf(mma.getType()) + (mma.hasAInRegisters() ? registersOf(mma.getA().getType()) : 0);
    for (const PipelinedLoad &ahead : plan.loads)
      if (ahead.store)
        registers += 2 * LayoutAttr::of(cast<RankedTensorType>(LoadOp(ahead.load).getType())).size(Place::Register) /
                     ahead.vector;
    return registers <= kMostHeld;
  }

  /// Of buffers that stages stand for.
  int64_t bytesReplaced() {
    int64_t bytes = 0;
    for (const PipelinedLoad &ahead : plan.loads)
      bytes += ahead.store ? BufferStoreOp(ahead.store).getBuffer().getType().getBytes() : 0;
    return bytes;
  }

  /// That the copy engine fills in place of lanes; null where it cannot, or would bring what is read worse.
  static BufferType stageOfBox(const PipelinedLoad &candidate, ArrayRef<MmaPath> ways) {
    LoadOp load = candidate.load;
    TensorMapAttr map = load.getMap() ? TensorMapAttr::ofMap(load.getMap()) : TensorMapAttr();
    if (!map || !candidate.slice.getConditions().empty() || candidate.slice.mayEndBefore())
      return {};
    auto type = cast<RankedTensorType>(load.getType());
    auto stage = BufferType::get(load.getContext(), type.getShape(), type.getElementType(),
                                 map.getSharedLayout(type.getShape()), /*stages=*/1, map.getBufferAlignment());
    return readsApart(stage, ways) ? stage : BufferType();
  }

  bool hasMmaStages() const {
    return llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.feedsMmas(); });
  }

  llvm::DenseSet<Value> tilesOfStageBuffers() {
    llvm::DenseSet<Value> tiles;
    for (PipelinedLoad &ahead : plan.loads)
      addTilesOfPaths(ahead.load, ahead.ways, tiles);
    return tiles;
  }

  /// Shared memory besides the stage buffers while they live: scratch of conversions that stages stand for is none, and
  /// what is done behind the loop takes their bytes (AllocateSharedMemory.cpp).
  int64_t otherSharedBytes(bool isTight, int64_t mostOfConversion = std::numeric_limits<int64_t>::max()) {
    auto kernel = loop->getParentOfType<func::FuncOp>();
    if (!hasMmaStages() && !plan.copiesInPlace())
      return limits.otherSharedBytes + bytesToStore(kernel);
    int64_t scratch = 0, buffers = bytesToStore(kernel) - bytesReplaced();
    bool takesBytesOfStageBuffers = plan.copiesInPlace() ? areBuffersOverWhenFreed(kernel) : areBuffersOfLanes(kernel);
    kernel.walk([&](Operation *op) {
      bool isReplaced = llvm::any_of(plan.loads, [&](PipelinedLoad &ahead) {
        return llvm::any_of(ahead.ways, [&](MmaPath &way) { return way.conversion.getOperation() == op; });
      });
      auto user = dyn_cast<ScratchInterface>(op);
      bool isLater = takesBytesOfStageBuffers && !loop->isAncestor(op) && !(user && user.isScratchOfWarps());
      if (user && !isReplaced && !isLater)
        scratch = std::max(scratch, isa<ConvertLayoutOp>(op) ? std::min(mostOfConversion, user.getScratchBytes())
                                                             : user.getScratchBytes());
      if (auto local = dyn_cast<AllocaOp>(op))
        buffers += local.getBytes();
      if (auto buffer = dyn_cast<AllocBufferOp>(op))
        buffers += buffer.getType().getBytes();
    });
    constexpr int64_t kAlignment = 256;
    return buffers + scratch + bytesOfKeptOperands(loop, isTight, tilesOfStageBuffers()) + kAlignment;
  }

  static std::optional<int64_t> stagesAskedFor(LoadOp load) {
    tile::HintsAttr hints = hintsOf(load);
    return hints ? hints.getLatency() : std::nullopt;
  }

  bool hasHints() {
    return llvm::any_of(plan.loads, [](PipelinedLoad &ahead) { return stagesAskedFor(ahead.load).has_value(); });
  }

  /// CTAs that share a multiprocessor.
  int64_t expectedCtas() {
    int64_t wanted = reducesNarrow() && !hasMmaStages() ? kWantedBusyWarps : kWantedWarps;
    return ctasByRegisters(loop->getParentOfType<func::FuncOp>(), wanted);
  }

  void chooseDistances() {
    if (!plan.hasStageBuffers()) {
      if (!limits.stages)
        plan.declined = "no load is wide enough to go into a stage buffer; wider tiles would help";
      return;
    }
    if (limits.stages == 1)
      plan.declined = "one stage is asked for; more stages would help";
    else if (!limits.stages && !hasHints())
      plan.declined = whyEnoughInFlight();
    if (!plan.declined.empty()) {
      if (!limits.stages && hasRegistersForNext())
        bringInRegisters();
      return;
    }
    plan.runsOn = plan.copiesInPlace() && mayRunOn(loop, [&](Value operand) { return isStage(operand); });
    plan.holdsAddresses = (plan.runsOn || hasChainOfMmas()) && hasRegistersForAddresses();
    plan.spareStages = plan.runsOn || (plan.copiesInPlace() && hasChainOfMmas()) ? 1 : 0;
    setDistances();
    shrinkToFit();
  }

  void setDistances() {
    for (PipelinedLoad &ahead : plan.loads)
      ahead.distance = ahead.stage ? wantedDistance(ahead.load) : 0;
  }

  /// For all loads of the next iteration, and lanes compute long enough for them to arrive meanwhile.
  bool hasRegistersForNext() {
    int64_t lanes = kLanesPerWarp * numWarpsOf(loop);
    auto ctas = loop->getParentOfType<func::FuncOp>()->getAttrOfType<IntegerAttr>(kMinCtasAttr);
    bool isHeldToLess = ctas && kRegistersPerMultiprocessor / (ctas.getInt() * lanes) < kExpectedRegisters;
    if (!reducesNarrow() || isHeldToLess)
      return false;
    int64_t next = 0, others = 0;
    for (PipelinedLoad &ahead : plan.loads) {
      if (!ahead.slice.getConditions().empty() || !ahead.slice.getIndices().empty())
        return false;
      next += carriedRegisters(ahead.load);
    }
    for (Type type : loop.getResultTypes())
      others += isDistributed(type) ? LayoutAttr::of(cast<RankedTensorType>(type)).size(Place::Register) : 0;
    return next <= kMaxNextRegisters && others <= kMaxOtherRegisters;
  }

  void bringInRegisters() {
    for (PipelinedLoad &ahead : plan.loads)
      std::tie(ahead.producer, ahead.stage) = std::pair(Producer::Registers, BufferType());
    plan.bytesPerIteration = 0;
    plan.declined.clear();
  }

  /// Empty if a stage buffer may pay.
  std::string whyEnoughInFlight() {
    bool isForMma = hasWarpgroupMma(loop) || hasMmaStages();
    if (isForMma || plan.bytesPerIteration * ctasInFlight() < limits.target.bytesInFlight())
      return "";
    return "the loads of one iteration, " + std::to_string(plan.bytesPerIteration) + " bytes" +
           (ctasInFlight() > 1 ? " by a few CTAs" : "") + ", are enough in flight";
  }

  unsigned wantedDistance(LoadOp load) {
    if (std::optional<int64_t> stages = limits.stages ? std::optional<int64_t>(limits.stages) : stagesAskedFor(load))
      return unsigned(*stages - 1);
    if (plan.copiesInPlace())
      return distanceInPlace();
    if (hasWarpgroupMma(loop))
      return kMinDistance;
    if (hasMmaStages())
      return kMmaStages - 1;
    int64_t iterations = llvm::divideCeil(limits.target.bytesInFlight(), plan.bytesPerIteration);
    unsigned most = elementBytes(load) < kMinElementBytes ? kMaxDistanceOfBytes : kMaxDistance;
    return unsigned(std::clamp<int64_t>(iterations, kMinDistance, most));
  }

  /// For the target's bytes in flight of the CTAs that share a multiprocessor.
  unsigned distanceInPlace() {
    int64_t iterations = llvm::divideCeil(limits.target.bytesInFlight(), plan.bytesPerIteration);
    return unsigned(std::clamp<int64_t>(iterations, kMmaStages - 1, kMaxStages - 1 - plan.spareStages));
  }

  /// Of a CTA, for stage buffers and what else it has. Stage buffers that somebody asked for may have all there is.
  int64_t availableBytes(int64_t ctas) {
    const Target &target = limits.target;
    bool isAskedFor =
        limits.stages || (hasWarpgroupMma(loop) && !plan.copiesInPlace()) || (hasHints() && !hasMmaStages());
    int64_t ofCta = target.sharedMemoryPerMultiprocessor() / ctas - kReservedSharedMemory;
    return isAskedFor ? target.sharedMemoryPerCta() : std::min<int64_t>(target.sharedMemoryPerCta(), ofCta);
  }

  /// What several MMAs multiply by is read from one buffer without a stage buffer, too (ShareConversions.cpp).
  bool isSharedByMmas() {
    return llvm::any_of(plan.loads, [](PipelinedLoad &ahead) { return ahead.ways.size() > 1; });
  }

  /// The deepest stage buffers give stages up first.
  void shrinkToFit() {
    int64_t ctas = expectedCtas(), fewest = hasMmaStages() || plan.copiesInPlace() ? ctas : llvm::divideCeil(ctas, 2);
    int64_t available = availableBytes(ctas), other = otherSharedBytes(/*isTight=*/false);
    // Two stages before what lanes might hold, too.
    if (hasMmaStages() && 2 * plan.bytesPerIteration > available - other)
      other = otherSharedBytes(/*isTight=*/true);
    while (plan.getStageBufferBytes() > available - other) {
      unsigned deepest = plan.getDistances().back();
      if (deepest <= 1 && plan.spareStages && !plan.runsOn) {
        plan.spareStages = 0;
        continue;
      }
      // Without a stage buffer lanes would hold whole operands, or store them: better one CTA alone.
      bool isBetterAlone = plan.copiesInPlace() || (hasMmaStages() && !isSharedByMmas());
      if (deepest <= 1 && isBetterAlone && plan.getStageBufferBytes() + other <= limits.target.sharedMemoryPerCta())
        return;
      if (deepest <= 1 && refillInTime())
        return;
      if (deepest <= 1 && leaveNarrow())
        continue;
      if (deepest <= 1 && ctas > fewest) {
        available = availableBytes(--ctas);
        continue;
      }
      if (deepest <= 1) {
        plan.declined = "two stages of " + std::to_string(plan.bytesPerIteration) + " bytes do not fit into " +
                        std::to_string(available) + " bytes of shared memory; smaller tiles would help";
        return;
      }
      for (PipelinedLoad &ahead : plan.loads)
        if (ahead.distance == deepest)
          --ahead.distance;
    }
  }

  /// Loads whose accesses are narrower than those of others stay where they are: for the same bytes their copies take
  /// more instructions. False if there are none, or others depend on them.
  bool leaveNarrow() {
    int64_t widest = 0;
    for (PipelinedLoad &ahead : plan.loads)
      widest = std::max(widest, ahead.stage ? ahead.vector * elementBytes(ahead.load) : 0);
    llvm::SmallPtrSet<Operation *, 4> narrow;
    for (PipelinedLoad &ahead : plan.loads)
      if (ahead.stage && ahead.vector * elementBytes(ahead.load) < widest &&
          llvm::none_of(plan.loads, [&](PipelinedLoad &other) { return other.slice.contains(ahead.load); }))
        narrow.insert(ahead.load);
    if (hasMmaStages() || plan.copiesInPlace() || limits.stages || hasHints() || narrow.empty())
      return false;
    for (PipelinedLoad &ahead : plan.loads)
      if (narrow.contains(ahead.load)) {
        plan.bytesPerIteration -= ahead.stage.getStageBytes();
        plan.left.push_back({ahead.load, "stages have room for wider loads alone"});
      }
    llvm::erase_if(plan.loads, [&](PipelinedLoad &ahead) { return narrow.contains(ahead.load); });
    setDistances();
    return true;
  }

  /// With what lanes would have no registers for beside, if there is room; by one CTA alone, if need be, since lanes
  /// would hold whole operands.
  bool refillInTime() {
    constexpr int64_t kScratchOfPasses = 2048;
    for (int64_t bytes : {availableBytes(expectedCtas()), int64_t(limits.target.sharedMemoryPerCta())})
      for (bool isTight : {false, true})
        if (refillWithin(bytes - otherSharedBytes(isTight)))
          return true;
    // Tiles that change their layout in the loop may do so in passes (AllocateSharedMemory.cpp).
    return refillWithin(int64_t(limits.target.sharedMemoryPerCta()) -
                        otherSharedBytes(/*isTight=*/false, kScratchOfPasses));
  }

  /// One stage for each load, or one for all of them, where the copy engine brings them all.
  bool refillWithin(int64_t available) {
    bool isBoxed = llvm::all_of(plan.loads, [](const PipelinedLoad &ahead) {
      return !ahead.stage || (ahead.producer == Producer::TensorMap && ahead.slice.getIndices().empty());
    });
    if (!isBoxed || limits.stages || hasHints())
      return false;
    for (bool takeTurns : {false, true}) {
      if (takeTurns && !orderTurns())
        break;
      for (PipelinedLoad &ahead : plan.loads) {
        std::tie(ahead.isRefilled, ahead.distance) = std::pair(bool(ahead.stage), 0u);
        ahead.takesTurn = takeTurns && ahead.stage && &ahead != &plan.loads.front();
      }
      if (plan.getStageBufferBytes() <= available)
        return true;
    }
    return false;
  }

  /// In the order of their uses; false if two are needed at one time, or lie in different stages.
  bool orderTurns() {
    Block *body = loop.getBody();
    auto usesOf = [&](const PipelinedLoad &ahead) { return usesIn(body, ahead.ways); };
    if (!llvm::all_of(plan.loads, [&](const PipelinedLoad &ahead) { return ahead.stage == plan.loads.front().stage; }))
      return false;
    llvm::sort(plan.loads, [&](const PipelinedLoad &a, const PipelinedLoad &b) {
      return usesOf(a).first->isBeforeInBlock(usesOf(b).first);
    });
    for (unsigned i = 1; i < plan.loads.size(); ++i)
      if (!usesOf(plan.loads[i - 1]).second->isBeforeInBlock(usesOf(plan.loads[i]).first))
        return false;
    return true;
  }

  scf::ForOp loop;
  const PipelineLimits &limits;
  PipelinePlan plan;
  int64_t carried = 0; ///< registers of a lane for what is loaded an iteration ahead without a stage buffer
};

} // namespace

PipelinePlan tile_gpu::planPipeline(scf::ForOp loop, const PipelineLimits &limits) {
  return Planner(loop, limits).run();
}
