// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRoleRewrite.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ClusterTileScheduler.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerCopy.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/LateTileScheduler.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/MulticastLoads.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ProducerCopy.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class WarpRoleSplitter {
public:
  WarpRoleSplitter(func::FuncOp kernel, const WarpRolePlan &plan)
      : kernel(kernel), plan(plan), builder(kernel.getLoc(), kernel.getContext()) {}

  WarpRolesOp run() {
    setAside();
    for (const StageBufferBlock &block : plan.blocks) {
      firstStageBuffers.push_back(stageBuffers.size());
      for (auto [i, group] : llvm::enumerate(block.groups))
        stageBuffers.push_back(block.sharesStageBuffersOf ? shareStageBuffer(block, i)
                                                          : createStageBuffer(block, group));
    }
    for (const Draw &draw : plan.slice.getDraws())
      draws.push_back(createDrawBuffer(draw));
    waitForCluster();
    prefetchMaps();
    auto roles = WarpRolesOp::create(builder, plan.blockGroups, plan.producerWarps);
    func::ReturnOp::create(builder);
    SitePlaces places = placesOf(stageBuffers);
    builder.setInsertionPointToStart(&roles.getConsumers().front());
    copyForConsumers(builder, plan, places, draws, roles, body.front());
    builder.setInsertionPointToStart(&roles.getProducer().front());
    copyForProducer(builder, plan, places, draws, stageBuffers, body.front());
    drawUnderLastLoads(roles);
    return roles;
  }

private:
  /// What other CTAs of a cluster send to: theirs is ready before roles are taken.
  static bool isOfSends(Operation *op) {
    auto isSend = [](Operation *user) {
      return isa<ClusterSendOp>(user) ||
             (isa<BufferStageOp>(user) && llvm::any_of(user->getUsers(), llvm::IsaPred<ClusterSendOp>));
    };
    if (auto init = dyn_cast<MbarrierInitOp>(op))
      op = init.getBarriers().getDefiningOp();
    return isa_and_nonnull<AllocBufferOp, AllocMbarriersOp>(op) && llvm::any_of(op->getUsers(), isSend);
  }

  /// Leaves what all warps may compute for themselves and the producer needs; all else goes to `body`. A tensor map is
  /// fenced by the lane that starts copies by it.
  void setAside() {
    Block &entry = kernel.front(), &aside = body.emplaceBlock();
    llvm::DenseSet<Value> left(kernel.getArguments().begin(), kernel.getArguments().end());
    for (Operation &op : llvm::make_early_inc_range(entry)) {
      bool isNeeded = (plan.slice.contains(&op) && op.getNumRegions() == 0) || isOfSends(&op);
      bool stays = isNeeded && !isa<BuildTensorMapOp, TensorMapFenceOp>(op) &&
                   llvm::all_of(op.getOperands(), [&](Value operand) { return left.contains(operand); });
      if (stays)
        left.insert_range(op.getResults());
      else
        op.moveBefore(&aside, aside.end());
    }
    builder.setInsertionPointToEnd(&entry);
  }

  /// Waits for the CTAs of the cluster, so that none copies into a CTA that has not begun, or arrives at its mbarriers
  /// before they are ready.
  void waitForCluster() {
    if (llvm::none_of(stageBuffers, [](const StageBuffer &stageBuffer) { return stageBuffer.isOfCluster; }))
      return;
    auto barrier = MemoryBarrierOp::create(builder, BarrierScope::Cluster);
    barrier->setAttr(kBeginAttr, builder.getUnitAttr());
  }

  /// Those of the producer: they come while mbarriers are made ready.
  void prefetchMaps() {
    llvm::SmallSetVector<Attribute, 4> seen;
    for (auto map : llvm::to_vector(kernel.front().getOps<TensorMapOp>()))
      if (seen.insert(map.getDescription()))
        TmaPrefetchMapOp::create(builder, map);
  }

  Value createMbarriers(unsigned count, int64_t arrivals) {
    Value barriers = AllocMbarriersOp::create(builder, MbarriersType::get(builder.getContext(), count), IntegerAttr());
    MbarrierInitOp::create(builder, barriers, arrivals);
    return barriers;
  }

  /// The memory of the earlier block's stage buffer of this number.
  StageBuffer shareStageBuffer(const StageBufferBlock &block, unsigned number) {
    StageBuffer stageBuffer = stageBuffers[firstStageBuffers[*block.sharesStageBuffersOf] + number];
    stageBuffer.group = &block.groups[number];
    stageBuffer.block = block.block;
    return stageBuffer;
  }

  StageBuffer createStageBuffer(const StageBufferBlock &block, const LoadGroup &group) {
    StageBuffer stageBuffer{&group, block.block, block.stages, {}, {}, false, {}};
    for (LoadSite site : group.sites) {
      builder.setLoc(site.copy.getLoc());
      BufferType stage = site.buffer.getType();
      auto type = BufferType::get(stage.getContext(), stage.getShape(), stage.getElementType(), stage.getLayout(),
                                  block.stages, stage.getAlignment());
      stageBuffer.buffers.push_back(AllocBufferOp::create(builder, type, IntegerAttr()));
    }
    stageBuffer.full = createMbarriers(block.stages, /*arrivals=*/1);
    stageBuffer.isOfCluster = block.releasesStages && llvm::any_of(group.sites, isSharedInCluster);
    if (block.releasesStages)
      stageBuffer.empty = createMbarriers(
          block.stages, numWarpsOf(kernel) * (stageBuffer.isOfCluster ? tile::multicastCtasOf(kernel) : 1));
    return stageBuffer;
  }

  DrawBuffer createDrawBuffer(const Draw &draw) {
    builder.setLoc(NextBlockOp(draw.op).getLoc());
    auto block = llvm::find_if(
        plan.blocks, [&](const StageBufferBlock &stageBuffer) { return stageBuffer.block == draw.op->getBlock(); });
    unsigned stages = block == plan.blocks.end() ? kDrawStages : block->stages;
    SmallVector<Value> buffers;
    for (size_t i = 0; i < draw.handedOn.size(); ++i)
      buffers.push_back(createNumbers(stages));
    Value full = createMbarriers(stages, /*arrivals=*/1), empty = createMbarriers(stages, numWarpsOf(kernel));
    if (tile::numCtasOf(kernel) <= 1)
      return {&draw, full, empty, buffers, Value(), Value()};
    unsigned numberStages = stages + kNumbersAhead;
    return {
        &draw,       full, empty, buffers, createMbarriers(numberStages, /*arrivals=*/1), createNumbers(numberStages),
        numberStages};
  }

  Value createNumbers(unsigned stages) {
    auto layout = SharedLayoutAttr::get(builder.getContext(), layout::LinearMap::identity(0), {1});
    constexpr int64_t kAlignment = 16;
    auto type = BufferType::get(builder.getContext(), {1}, builder.getI32Type(), layout, stages, kAlignment);
    return AllocBufferOp::create(builder, type, IntegerAttr());
  }

  func::FuncOp kernel;
  const WarpRolePlan &plan;
  ImplicitLocOpBuilder builder;
  Region body;
  SmallVector<DrawBuffer> draws;
  SmallVector<StageBuffer> stageBuffers;
  SmallVector<unsigned> firstStageBuffers; ///< of each block
};

} // namespace

WarpRolesOp tile_gpu::splitIntoRoles(func::FuncOp kernel, const WarpRolePlan &plan) {
  return WarpRoleSplitter(kernel, plan).run();
}
