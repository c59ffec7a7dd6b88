// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerCopy.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerGroups.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class ConsumerCopy : public WarpRoleCopy {
public:
  ConsumerCopy(ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
               ArrayRef<DrawBuffer> draws, WarpRolesOp roles)
      : WarpRoleCopy(builder, plan, places, draws, /*receives=*/false), plan(plan), roles(roles),
        group(roles.getGroup()) {}

private:
  bool wants(Operation *op) const override {
    return !placeOf(op) && !isDraw(op) && !isForProducer(op) && !(group && isa<FreeBufferOp>(op));
  }

  //===- Groups (ConsumerGroups.h) --------------------------------------------------------------------------------===//

  /// Calls `change` for each stage buffer's blocks and stages.
  void forEachStageBuffer(llvm::function_ref<void(ArrayRef<Block *>, unsigned)> change) {
    for (unsigned i = 0; i < plan.blocks.size(); ++i)
      if (const StageBufferBlock &stageBuffer = plan.blocks[i];
          stageBuffer.releasesStages && !stageBuffer.sharesStageBuffersOf)
        change(plan.blocksWithStageBuffersOf(i), stageBuffer.stages);
  }

  void enterLoop(scf::ForOp loop, Value &lower, Value &step) override {
    if (!group || !tile::isBlockLoop(loop))
      return;
    Value others = constant(plan.blockGroups - 1);
    forEachStageBuffer([&](ArrayRef<Block *> blocks, unsigned stages) {
      setCounter(blocks.front(), goOn(builder, counterOf(blocks.front()),
                                      distanceOf(builder, map, blocks, loop, group, stages), stages));
      distances.push_back(distanceOf(builder, map, blocks, loop, others, stages));
    });
    lower = arith::AddIOp::create(builder, lower, arith::MulIOp::create(builder, group, step));
    step = arith::MulIOp::create(builder, step, constant(plan.blockGroups));
  }

  /// Past the blocks of the others.
  void leaveBlock() {
    const PrefetchDistance *distance = distances.begin();
    forEachStageBuffer([&](ArrayRef<Block *> blocks, unsigned stages) {
      setCounter(blocks.front(), goOn(builder, counterOf(blocks.front()), *distance++, stages));
    });
  }

  /// Gives each group of consumers as many stages of a buffer.
  void allocateForGroups(AllocBufferOp buffer) {
    BufferType own = buffer.getType();
    auto type = BufferType::get(own.getContext(), own.getShape(), own.getElementType(), own.getLayout(),
                                own.getStages() * plan.blockGroups, own.getAlignment());
    Value all;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(roles);
      all = AllocBufferOp::create(builder, type, IntegerAttr());
    }
    map.map(buffer.getResult(), own.getStages() == 1 ? stageIn(all, group) : all);
  }

  Value stageOfGroup(BufferStageOp stage) {
    Value all = map.lookup(stage.getBuffer());
    Value first = arith::MulIOp::create(builder, group, constant(stage.getBuffer().getType().getStages()));
    return stageIn(all, arith::AddIOp::create(builder, first, map.lookupOrDefault(stage.getIndex())));
  }

  bool replaceForGroups(Operation *op) {
    if (auto buffer = dyn_cast<AllocBufferOp>(op)) {
      allocateForGroups(buffer);
      return true;
    }
    auto stage = dyn_cast<BufferStageOp>(op);
    if (!stage || stage.getBuffer().getType().getStages() == 1)
      return false;
    map.map(stage.getResult(), stageOfGroup(stage));
    return true;
  }

  //===- What is the same in all ---------------------------------------------------------------------------------===//

  /// A tensor map that only its copies use.
  bool isForProducer(Operation *op) const {
    auto fence = dyn_cast<TensorMapFenceOp>(op);
    Operation *build = fence ? fence.getMap().getDefiningOp() : op;
    return isa_and_nonnull<BuildTensorMapOp>(build) && llvm::all_of(build->getUsers(), [&](Operation *user) {
             return isa<TensorMapFenceOp>(user) || placeOf(user);
           });
  }
  bool wants(Value) const override {
    return true;
  }

  /// With what is computed of the number, which comes from the producer.
  bool isDraw(Operation *op) const {
    const DrawBuffer *stageBuffer = drawIn(op->getBlock());
    return stageBuffer && (stageBuffer->op() == op || stageBuffer->draw->arithmetic.contains(op));
  }

  void finish(Block *block) override {
    if (Operation *parent = block->getParentOp(); group && parent && tile::isBlockLoop(parent))
      leaveBlock();
    const DrawBuffer *stageBuffer = drawIn(block);
    if (!stageBuffer)
      return;
    Value arrived = waitFor(stageBuffer->full, phaseOf(block), *stageBuffer);
    for (auto [value, buffer] : llvm::zip_equal(stageBuffer->draw->handedOn, stageBuffer->buffers))
      map.map(value,
              BufferGetOp::create(builder, builder.getI32Type(), stageIn(buffer, stageOf(block)), arrived).getResult());
    MbarrierArriveOp::create(builder, stageBuffer->empty, stageOf(block), MbarrierArrivers::Warps);
  }

  bool replace(Operation *op) override {
    const SitePlace *place = placeOf(op);
    if (!place)
      return group && replaceForGroups(op);
    builder.setLoc(op->getLoc());
    const StageBuffer &stageBuffer = *place->stageBuffer;
    LoadSite site = stageBuffer.group->sites[place->site];
    if (place->part == SitePart::Allocation)
      map.map(site.buffer.getResult(), bufferAt(stageBuffer, place->site));
    if (place->part == SitePart::Wait)
      map.map(site.wait.getArrived(), arrivalOf(stageBuffer, place->site));
    if (place->part == SitePart::Free && stageBuffer.empty && isLastFree(stageBuffer, op))
      MbarrierArriveOp::create(builder, stageBuffer.empty, stageOf(stageBuffer), MbarrierArrivers::Warps,
                               stageBuffer.isOfCluster);
    // What was loaded once leaves its place to what comes behind it.
    if (place->part == SitePart::Free && reusesPlaces && !stageBuffer.empty &&
        isa<WarpRolesOp>(builder.getInsertionBlock()->getParentOp()))
      FreeBufferOp::create(builder, stageBuffer.buffers[place->site]);
    return true;
  }

  /// The loads of a group arrive together: the first wait is for all of them.
  Value arrivalOf(const StageBuffer &stageBuffer, unsigned site) {
    if (site > 0)
      return map.lookup(LoadSite(stageBuffer.group->sites[0]).wait.getArrived());
    return MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), stageBuffer.full, stageOf(stageBuffer),
                                  phaseOf(stageBuffer));
  }

  static bool isLastFree(const StageBuffer &stageBuffer, Operation *free) {
    return llvm::all_of(stageBuffer.group->sites,
                        [&](LoadSite site) { return site.free == free || site.free->isBeforeInBlock(free); });
  }

  const WarpRolePlan &plan;
  WarpRolesOp roles;
  Value group;                             ///< its number; null where there is one
  SmallVector<PrefetchDistance> distances; ///< from a block of the group to its next one, in each stage buffer
};

} // namespace

void tile_gpu::copyForConsumers(ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
                                ArrayRef<DrawBuffer> draws, WarpRolesOp roles, Block &body) {
  ConsumerCopy(builder, plan, places, draws, roles).copyBlock(body);
}
