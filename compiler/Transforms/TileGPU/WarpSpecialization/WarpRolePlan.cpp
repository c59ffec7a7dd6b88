// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRolePlan.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/PrecomputedOperands.h"
#include "compiler/Transforms/TileGPU/Schedule/StageLimits.h"
#include "compiler/Transforms/TileGPU/SharedMemory/ClusterSynchronization.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ClusterTileScheduler.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerGroups.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// The buffers whose stages are released, or those that are used once.
llvm::DenseSet<Value> buffersOf(const WarpRolePlan &plan, bool releasesStages) {
  llvm::DenseSet<Value> buffers;
  for (const StageBufferBlock &stageBuffer : plan.blocks)
    for (const LoadGroup &group :
         stageBuffer.releasesStages == releasesStages ? ArrayRef<LoadGroup>(stageBuffer.groups) : ArrayRef<LoadGroup>())
      for (LoadSite site : group.sites)
        buffers.insert(site.buffer);
  return buffers;
}

int64_t bytesOf(Value buffer) {
  return cast<BufferType>(buffer.getType()).getBytes();
}

/// The bytes of all stages of the operands that a loop stores ahead.
int64_t bytesAhead(scf::ForOp loop) {
  int64_t bytes = 0;
  for (AllocBufferOp buffer : operandsToStoreAhead(loop))
    bytes += bytesOf(buffer) * placesOfOperands(loop);
  return bytes;
}

/// What alignment may cost: a gap before each buffer, or, where they are packed, before the first one and behind those
/// that do not end where the next may begin.
int64_t bytesOfGaps(func::FuncOp kernel, bool arePacked) {
  int64_t each = 0, widest = 0, behind = 1;
  kernel.walk([&](AllocBufferOp buffer) {
    int64_t gap = buffer.getType().getAlignment() - BufferType::kDefaultAlignment;
    each += gap;
    widest = std::max(widest, gap);
  });
  kernel.walk([&](AllocBufferOp buffer) {
    behind += buffer.getType().getStageBytes() % (widest + BufferType::kDefaultAlignment) != 0;
  });
  return arePacked ? std::min(each, widest * behind) : each;
}

/// The bytes for the numbers of drawn tile blocks, in as many stages as there may be, with two mbarriers each. Where a
/// cluster draws, numbers go from CTA to CTA, too. Room for that is left before it is known.
int64_t bytesOfDraws(func::FuncOp kernel) {
  constexpr int64_t kNumberBytes = 16;
  if (tile::numCtasOf(kernel) > 1)
    return kMaxStages * (kNumberBytes + 2 * kMbarrierBytes) +
           (kMaxStages + kNumbersAhead) * (kNumberBytes + kMbarrierBytes);
  int64_t bytes = 0;
  kernel.walk([&](NextBlockOp draw) {
    int64_t numbers = draw->getBlock()->getTerminator()->getNumOperands();
    bytes += kMaxStages * (numbers * kNumberBytes + 2 * kMbarrierBytes);
  });
  return bytes;
}

/// Scratch of ops, which take turns: in two stages where these are small, or where all that the kernel has is
/// (AllocateSharedMemory.cpp).
int64_t bytesOfTurns(int64_t scratch, int64_t rest) {
  constexpr int64_t kSmallScratch = 4096, kComfortableBytes = 48 * 1024;
  if (scratch > kSmallScratch && rest + 2 * scratch > kComfortableBytes)
    return scratch;
  return scratch + std::min(scratch, kSmallScratch);
}

/// Shared memory that the kernel has at one time besides stages that are released; scratch takes turns. What is loaded
/// once is there from the start, to its end only where that leaves room.
/// Of groups each has its own, at any time.
int64_t otherSharedBytes(func::FuncOp kernel, const WarpRolePlan &plan, bool arePacked) {
  llvm::DenseSet<Value> replaced = buffersOf(plan, /*releasesStages=*/true),
                        once = buffersOf(plan, /*releasesStages=*/false);
  int64_t bytes = BufferType::kDefaultAlignment + bytesOfGaps(kernel, arePacked) + bytesOfDraws(kernel), live = 0,
          scratch = 0, scratchOfWarps = 0;
  bool hasGroups = plan.blockGroups > 1;
  for (Value buffer : once)
    live += bytesOf(buffer);
  // Operands with room ahead live as long as their loop does.
  for (scf::ForOp loop : plan.roomAhead)
    for (AllocBufferOp buffer : operandsToStoreAhead(loop))
      replaced.insert(buffer);
  int64_t mostLive = live, ofAllGroups = live;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && llvm::is_contained(plan.roomAhead, loop))
      mostLive = std::max(mostLive, live += bytesAhead(loop));
    if (auto loop = dyn_cast_if_present<scf::ForOp>(op->getParentOp());
        loop && isa<scf::YieldOp>(op) && llvm::is_contained(plan.roomAhead, loop))
      live -= hasGroups ? 0 : bytesAhead(loop);
    if (auto local = dyn_cast<AllocaOp>(op))
      bytes += local.getBytes();
    if (auto buffer = dyn_cast<AllocBufferOp>(op)) {
      live += replaced.contains(buffer) || once.contains(buffer) ? 0 : bytesOf(buffer);
      mostLive = std::max(mostLive, live);
    }
    if (auto free = dyn_cast<FreeBufferOp>(op); free && !hasGroups && !replaced.contains(free.getBuffer()))
      live -= once.contains(free.getBuffer()) && !(plan.reusesPlaces && free->getParentOp() == kernel)
                  ? 0
                  : bytesOf(free.getBuffer());
    if (auto user = dyn_cast<ScratchInterface>(op)) {
      int64_t &largest = user.isScratchOfWarps() ? scratchOfWarps : scratch;
      largest = std::max(largest, user.getScratchBytes());
    }
  });
  mostLive += (plan.blockGroups - 1) * (mostLive - ofAllGroups);
  int64_t ofScratch = bytesOfTurns(scratch, bytes + mostLive) + scratchOfWarps;
  return bytes + mostLive + plan.blockGroups * ofScratch;
}

bool isMma(Operation *op) {
  return isa<MmaOp, WarpgroupMmaOp, TensorMmaOp>(op);
}

/// Attention's second MMA: its first operand is in registers.
bool hasMmaOfMma(func::FuncOp kernel) {
  return kernel
      .walk([](WarpgroupMmaOp op) { return op.hasAInRegisters() ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

class Planner {
public:
  Planner(func::FuncOp kernel, const WarpRoleLimits &limits)
      : kernel(kernel), limits(limits), plan{{}, ProducerSlice(kernel), 1, false, 1, "", false, 1, "", {}, {}} {}

  WarpRolePlan run() {
    SmallVector<LoadSite> sites = chooseSites();
    for (LoadGroup &group : groupLoads(sites))
      add(std::move(group));
    shareStageBuffers();
    if (plan.blocks.empty())
      return std::move(plan);
    if (plan.blockGroups = tile::blockGroupsOf(kernel); plan.blockGroups > 1)
      if (plan.noGroups = whyNoGroups(kernel, plan); !plan.noGroups.empty())
        plan.blockGroups = 1;
    plan.declined = whyNot();
    if (plan.declined.empty())
      chooseStages();
    return std::move(plan);
  }

private:
  SmallVector<LoadSite> chooseSites() {
    SmallVector<LoadSite> sites;
    kernel.walk<WalkOrder::PreOrder>([&](TmaLoadOp copy) {
      std::optional<LoadSite> site = findLoadSite(copy);
      std::optional<ProducerObstacle> obstacle;
      if (copy.getRows())
        obstacle = ProducerObstacle{"one lane does not have the numbers of all its rows", copy};
      else if (!site)
        obstacle = ProducerObstacle{"it has a buffer or an mbarrier together with other ops", copy};
      else
        obstacle = plan.slice.add(copy);
      if (obstacle)
        plan.left.push_back({copy, *obstacle});
      else
        sites.push_back(*site);
    });
    return sites;
  }

  void add(LoadGroup group) {
    Block *block = group.getBlock();
    StageBufferBlock *stageBuffer =
        llvm::find_if(plan.blocks, [&](const StageBufferBlock &other) { return other.block == block; });
    if (stageBuffer == plan.blocks.end()) {
      bool releasesStages = isa<LoopLikeOpInterface>(block->getParentOp()) ||
                            block->getParentOp()->getParentOfType<LoopLikeOpInterface>();
      plan.blocks.push_back({block, {}, 1, releasesStages, std::nullopt});
      stageBuffer = &plan.blocks.back();
    }
    stageBuffer->groups.push_back(std::move(group));
  }

  void shareStageBuffers() {
    for (unsigned i = 0; i < plan.blocks.size(); ++i)
      for (unsigned j = 0; j < i && !plan.blocks[i].sharesStageBuffersOf; ++j)
        if (!plan.blocks[j].sharesStageBuffersOf && mayShare(plan.blocks[i], j))
          plan.blocks[i].sharesStageBuffersOf = j;
  }

  bool mayShare(const StageBufferBlock &stageBuffer, unsigned other) {
    const StageBufferBlock &owner = plan.blocks[other];
    auto isInside = [](Block *inner, Block *outer) { return outer->findAncestorOpInBlock(*inner->getParentOp()); };
    bool isApart = llvm::none_of(plan.blocksWithStageBuffersOf(other), [&](Block *block) {
      return isInside(block, stageBuffer.block) || isInside(stageBuffer.block, block);
    });
    bool isDrawn = llvm::any_of(plan.slice.getDraws(), [&](const Draw &draw) {
      return draw.op->getBlock() == stageBuffer.block || draw.op->getBlock() == owner.block;
    });
    return stageBuffer.releasesStages && owner.releasesStages && isApart && !isDrawn &&
           isInnermost(stageBuffer) == isInnermost(owner) &&
           llvm::equal(stageBuffer.groups, owner.groups, haveEqualStages);
  }

  static bool haveEqualStages(const LoadGroup &a, const LoadGroup &b) {
    return llvm::equal(a.sites, b.sites, [](LoadSite x, LoadSite y) {
      return x.buffer.getType() == y.buffer.getType() && x.expect.getBytes() == y.expect.getBytes();
    });
  }

  std::string whyNot() {
    if (!kernel.getBody().hasOneBlock())
      return "the kernel has branches that no loop or condition stands for; a loop without break and return would help";
    if (consumerWarps() + plan.producerWarps > kWarpsPerCta)
      return "the CTA has " + std::to_string(consumerWarps()) +
             " warps already; smaller tiles or a hint of fewer warps would help";
    if (findClusterSynchronization(kernel))
      return "CTAs of its clusters synchronise, which a producer warp has no part in";
    auto ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr);
    if (ctas && ctas.getInt() > mostCtas())
      return "of its CTAs with one warp more, " + std::to_string(mostCtas()) + " have room on a multiprocessor, not " +
             std::to_string(ctas.getInt());
    if (llvm::none_of(plan.blocks, [](const StageBufferBlock &stageBuffer) { return stageBuffer.releasesStages; }))
      return "no load by tensor map is in a loop; a load of a view by tensor map in a loop would help";
    if (llvm::none_of(plan.blocks, [&](const StageBufferBlock &stageBuffer) {
          return stageBuffer.releasesStages && isLong(stageBuffer.block);
        }))
      return "all loops with loads have fewer than " + std::to_string(kMinTrips) +
             " iterations; smaller tiles along the dimension of the loop would help";
    return "";
  }

  static std::optional<int64_t> constantOf(Value value) {
    APInt constant;
    if (!matchPattern(value, m_ConstantInt(&constant)))
      return std::nullopt;
    return constant.getSExtValue();
  }

  /// Not known to be over after a few executions.
  static bool isLong(Block *block) {
    int64_t trips = 1;
    for (Operation *parent = block->getParentOp(); parent; parent = parent->getParentOp()) {
      if (isa<scf::WhileOp>(parent))
        return true;
      auto loop = dyn_cast<scf::ForOp>(parent);
      if (!loop)
        continue;
      std::optional<int64_t> first = constantOf(loop.getLowerBound()), last = constantOf(loop.getUpperBound()),
                             step = constantOf(loop.getStep());
      if (!first || !last || !step)
        return true;
      trips *= std::max<int64_t>(0, llvm::divideCeilSigned(*last - *first, *step));
    }
    return trips >= kMinTrips;
  }

  /// A loop inside of the block has loads, too.
  bool isInnermost(const StageBufferBlock &stageBuffer) const {
    return llvm::none_of(plan.blocks, [&](const StageBufferBlock &other) {
      bool hasLoop = false;
      for (Block *block = other.block; block && block != stageBuffer.block; block = block->getParentOp()->getBlock())
        if (hasLoop |= isa<LoopLikeOpInterface>(block->getParentOp());
            hasLoop && block->getParentOp()->getBlock() == stageBuffer.block)
          return true;
      return false;
    });
  }

  static std::optional<int64_t> hintedStages(const StageBufferBlock &stageBuffer) {
    std::optional<int64_t> most;
    for (const LoadGroup &group : stageBuffer.groups)
      for (LoadSite site : group.sites)
        if (ArrayAttr hints = site.copy.getHintsAttr(); hints && !hints.empty())
          if (std::optional<int64_t> latency = cast<tile::HintsAttr>(hints[0]).getLatency())
            most = std::max(most.value_or(0), *latency);
    return most;
  }

  int64_t consumerWarps() {
    return plan.blockGroups * numWarpsOf(kernel);
  }

  /// CTAs that a multiprocessor has warps for.
  int64_t mostCtas() {
    return limits.target.warpsPerMultiprocessor() / (consumerWarps() + plan.producerWarps);
  }

  /// The CTAs that are enough to compute what a producer brings. With few of them each may have more on its way, and a
  /// grid may have no more (docs/Experiments.md, "Constants of the model").
  int64_t fewestCtas() {
    constexpr int64_t kWarps = 16;
    return llvm::divideCeil(kWarps, numWarpsOf(kernel));
  }

  /// CTAs that should share a multiprocessor: what the kernel says, else one with MMAs, which fills the tensor core
  /// by itself (two of one warpgroup that multiplies what it computes from other MMAs: one computes while the other
  /// multiplies), else what registers allow.
  int64_t wantedCtas() {
    if (auto ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr))
      return ctas.getInt();
    bool hasMma = kernel.walk([](Operation *op) { return isMma(op) ? WalkResult::interrupt() : WalkResult::advance(); })
                      .wasInterrupted();
    int64_t lanes = kLanesPerWarp * numWarpsOf(kernel);
    int64_t inRegisters = kRegistersPerMultiprocessor / (kExpectedRegisters * lanes);
    if (hasMma)
      return numWarpsOf(kernel) == kWarpsPerWarpgroup && hasMmaOfMma(kernel) ? 2 : 1;
    return std::clamp<int64_t>(std::min(inRegisters, fewestCtas()), 1, mostCtas());
  }

  static bool loadsBytes(const StageBufferBlock &stageBuffer) {
    return llvm::any_of(stageBuffer.groups, [](const LoadGroup &group) {
      return llvm::any_of(
          group.sites, [](LoadSite site) { return tile::storageBytes(site.buffer.getType().getElementType()) == 1; });
    });
  }

  /// Stages that a block would like to have.
  int64_t wantedStages(const StageBufferBlock &stageBuffer) {
    if (!stageBuffer.releasesStages)
      return 1;
    if (limits.stages)
      return limits.stages;
    if (std::optional<int64_t> hint = hintedStages(stageBuffer))
      return *hint;
    if (!isInnermost(stageBuffer))
      return 2;
    // Those by multiply-add stand in a loop over steps.
    bool hasMma = llvm::any_of(*stageBuffer.block, [](Operation &op) {
      return op.walk([](Operation *inner) { return isMma(inner) ? WalkResult::interrupt() : WalkResult::advance(); })
          .wasInterrupted();
    });
    int64_t inFlight = llvm::divideCeil(limits.target.bytesInFlight(), stageBuffer.getStageBytes());
    // Lanes compute with bytes for longer than these take to come, so a fourth stage evens out the turns of few CTAs.
    // Elsewhere it would take the room of one more CTA (docs/Experiments.md, "Constants of the model").
    bool isHeld = kernel->hasAttr(kMinCtasAttr) && !tile::isBlockLoop(stageBuffer.block->getParentOp()) &&
                  loadsBytes(stageBuffer);
    int64_t least = isHeld ? 4 : 3;
    return hasMma ? kMaxStages : std::clamp<int64_t>(inFlight + 1, least, kMaxStages);
  }

  /// Whether several MMAs take turns with the block's loads: one operand comes while another is multiplied, and other
  /// warpgroups multiply while one waits. One warpgroup alone is slower so (docs/Experiments.md, "Constants of the
  /// model").
  bool hasTurns(const StageBufferBlock &stageBuffer) {
    bool isNeverAlone = consumerWarps() > kWarpsPerWarpgroup || !limits.target.has(Capability::Wgmma);
    return stageBuffer.groups.size() > 1 && isNeverAlone &&
           llvm::count_if(*stageBuffer.block, [](Operation &op) { return isMma(&op); }) > 1;
  }

  /// What a block must have: with one stage a loop would wait for each load. A row that a cluster shares is in
  /// registers soon, and longer there than the next one takes to come.
  int64_t leastStages(const StageBufferBlock &stageBuffer, bool keepsHints) {
    if (std::optional<int64_t> hint = hintedStages(stageBuffer);
        hint && keepsHints && stageBuffer.releasesStages && !limits.stages)
      return *hint;
    if (tile::numCtasOf(kernel) > 1 && tile::isBlockLoop(stageBuffer.block->getParentOp()))
      return 1;
    bool mayHaveOne = takesOneStage && hasTurns(stageBuffer);
    return stageBuffer.releasesStages && isInnermost(stageBuffer) && !mayHaveOne
               ? std::min<int64_t>(2, wantedStages(stageBuffer))
               : 1;
  }

  bool fits(int64_t available) const {
    return plan.getStageBufferBytes() <= available;
  }

  /// The bytes of a CTA for stages.
  int64_t availableBytes(bool arePacked = false) {
    const Target &target = limits.target;
    int64_t ofCta = target.sharedMemoryPerMultiprocessor() / plan.ctas - kReservedSharedMemory;
    return std::min<int64_t>(target.sharedMemoryPerCta(), ofCta) - otherSharedBytes(kernel, plan, arePacked);
  }

  void chooseStages() {
    if (findRoom(/*keepsHints=*/true) || findRoom(/*keepsHints=*/false))
      return;
    takesOneStage = true;
    if (!findRoom(/*keepsHints=*/false))
      plan.declined = "stage buffers of " + std::to_string(plan.getStageBufferBytes()) + " bytes do not fit into the " +
                      std::to_string(availableBytes()) +
                      " bytes of shared memory that are left; smaller tiles would help";
  }

  /// For as many CTAs as there can be. Fewer are better than another number of stages than a hint asks for.
  bool findRoom(bool keepsHints) {
    for (plan.ctas = wantedCtas();; plan.ctas /= 2) {
      for (findLoopsAhead();; dropLargestLoopAhead()) {
        for (bool reuses : {false, true})
          for (bool arePacked : {false, true}) {
            plan.reusesPlaces = reuses && plan.blockGroups == 1;
            for (unsigned i = 0; i < plan.blocks.size(); ++i)
              plan.blocks[i].stages = std::max(leastStages(plan.blocks[i], keepsHints), stagesAhead(i));
            int64_t available = availableBytes(arePacked);
            if (!fits(available))
              continue;
            distribute(available);
            return true;
          }
        if (plan.roomAhead.empty())
          break;
      }
      if (plan.ctas == 1)
        return false;
    }
  }

  void findLoopsAhead() {
    plan.roomAhead.clear();
    kernel.walk([&](scf::ForOp loop) {
      const StageBufferBlock *stageBuffer =
          llvm::find_if(plan.blocks, [&](const StageBufferBlock &other) { return other.block == loop.getBody(); });
      bool hasStages = stageBuffer == plan.blocks.end() || wantedStages(*stageBuffer) >= placesOfOperands(loop);
      if (hasStages && !operandsToStoreAhead(loop).empty())
        plan.roomAhead.push_back(loop);
    });
  }

  void dropLargestLoopAhead() {
    plan.roomAhead.erase(
        llvm::max_element(plan.roomAhead, [](scf::ForOp a, scf::ForOp b) { return bytesAhead(a) < bytesAhead(b); }));
  }

  /// That operands ahead of its loops need.
  int64_t stagesAhead(unsigned stageBuffer) {
    int64_t stages = 0;
    for (Block *block : plan.blocksWithStageBuffersOf(stageBuffer))
      if (auto loop = dyn_cast<scf::ForOp>(block->getParentOp()); loop && llvm::is_contained(plan.roomAhead, loop))
        stages = std::max(stages, placesOfOperands(loop));
    return stages;
  }

  /// One stage more for each block in turn, innermost ones first, as long as there is room.
  /// For what a block loads once, the last bytes count: the next block's is loaded while this one is computed.
  void distribute(int64_t available) {
    for (bool innermost : {true, false}) {
      available = innermost ? available : availableBytes(/*arePacked=*/true);
      for (bool grows = true; grows;) {
        grows = false;
        for (StageBufferBlock &stageBuffer : plan.blocks)
          if (!stageBuffer.sharesStageBuffersOf && isInnermost(stageBuffer) == innermost &&
              stageBuffer.stages < wantedStages(stageBuffer)) {
            ++stageBuffer.stages;
            if (fits(available))
              grows = true;
            else
              --stageBuffer.stages;
          }
      }
    }
    plan.leavesRoomForCtas = plan.ctas > 1 && hasMmaOfMma(kernel);
    for (StageBufferBlock &stageBuffer : plan.blocks)
      if (stageBuffer.sharesStageBuffersOf)
        stageBuffer.stages = plan.blocks[*stageBuffer.sharesStageBuffersOf].stages;
  }

  func::FuncOp kernel;
  const WarpRoleLimits &limits;
  WarpRolePlan plan;
  /// There is no room for two.
  bool takesOneStage = false;
};

} // namespace

int64_t StageBufferBlock::getStageBytes() const {
  int64_t bytes = 0;
  for (const LoadGroup &group : groups)
    bytes += group.getStageBytes();
  return bytes;
}

int64_t WarpRolePlan::getStageBufferBytes() const {
  // Two mbarriers for each stage of each stage buffer, and one for nobody (OverlapMmas.cpp).
  int64_t bytes = 0;
  for (const StageBufferBlock &stageBuffer : blocks)
    if (!stageBuffer.sharesStageBuffersOf)
      bytes += (stageBuffer.releasesStages ? stageBuffer.stages * stageBuffer.getStageBytes() : 0) +
               (2 * stageBuffer.stages + 1) * kMbarrierBytes * int64_t(stageBuffer.groups.size());
  return bytes;
}

SmallVector<Block *> WarpRolePlan::blocksWithStageBuffersOf(unsigned number) const {
  SmallVector<Block *> sharing = {blocks[number].block};
  for (const StageBufferBlock &stageBuffer : blocks)
    if (stageBuffer.sharesStageBuffersOf == number)
      sharing.push_back(stageBuffer.block);
  return sharing;
}

WarpRolePlan tile_gpu::planRoles(func::FuncOp kernel, const WarpRoleLimits &limits) {
  return Planner(kernel, limits).run();
}
