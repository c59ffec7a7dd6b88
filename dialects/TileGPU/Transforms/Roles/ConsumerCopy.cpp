// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Roles/ConsumerCopy.h"
#include "dialects/TileGPU/Transforms/Roles/BlocksInFlight.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class ConsumerCopy : public RoleCopy {
public:
  ConsumerCopy(ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places, ArrayRef<DrawRing> draws,
               WarpRolesOp roles)
      : RoleCopy(builder, plan, places, draws, /*receives=*/false), plan(plan), roles(roles), group(roles.getGroup()) {}

private:
  bool wants(Operation *op) const override {
    return !placeOf(op) && !isDraw(op) && !isForProducer(op) && !(group && isa<FreeBufferOp>(op));
  }

  //===- Groups (BlocksInFlight.h) --------------------------------------------------------------------------------===//

  /// Calls `change` for each ring's blocks and slots.
  void forEachRing(llvm::function_ref<void(ArrayRef<Block *>, unsigned)> change) {
    for (unsigned i = 0; i < plan.blocks.size(); ++i)
      if (const RingBlock &ring = plan.blocks[i]; ring.givesBack && !ring.sharesRingsOf)
        change(plan.blocksWithRingsOf(i), ring.slots);
  }

  void enterLoop(scf::ForOp loop, Value &lower, Value &step) override {
    if (!group || !tile::isBlockLoop(loop))
      return;
    Value others = constant(plan.blockGroups - 1);
    forEachRing([&](ArrayRef<Block *> blocks, unsigned slots) {
      setCounter(blocks.front(),
                 goOn(builder, counterOf(blocks.front()), distanceOf(builder, map, blocks, loop, group, slots), slots));
      distances.push_back(distanceOf(builder, map, blocks, loop, others, slots));
    });
    lower = arith::AddIOp::create(builder, lower, arith::MulIOp::create(builder, group, step));
    step = arith::MulIOp::create(builder, step, constant(plan.blockGroups));
  }

  /// Past the blocks of the others.
  void leaveBlock() {
    const RingDistance *distance = distances.begin();
    forEachRing([&](ArrayRef<Block *> blocks, unsigned slots) {
      setCounter(blocks.front(), goOn(builder, counterOf(blocks.front()), *distance++, slots));
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
    map.map(buffer.getResult(), own.getStages() == 1 ? slotIn(all, group) : all);
  }

  Value slotOfGroup(BufferSlotOp slot) {
    Value all = map.lookup(slot.getBuffer());
    Value first = arith::MulIOp::create(builder, group, constant(slot.getBuffer().getType().getStages()));
    return slotIn(all, arith::AddIOp::create(builder, first, map.lookupOrDefault(slot.getIndex())));
  }

  bool replaceForGroups(Operation *op) {
    if (auto buffer = dyn_cast<AllocBufferOp>(op)) {
      allocateForGroups(buffer);
      return true;
    }
    auto slot = dyn_cast<BufferSlotOp>(op);
    if (!slot || slot.getBuffer().getType().getStages() == 1)
      return false;
    map.map(slot.getResult(), slotOfGroup(slot));
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
    const DrawRing *ring = drawIn(op->getBlock());
    return ring && (ring->op() == op || ring->draw->arithmetic.contains(op));
  }

  void finish(Block *block) override {
    if (Operation *parent = block->getParentOp(); group && parent && tile::isBlockLoop(parent))
      leaveBlock();
    const DrawRing *ring = drawIn(block);
    if (!ring)
      return;
    Value arrived = waitFor(ring->full, phaseOf(block), *ring);
    for (auto [value, buffer] : llvm::zip_equal(ring->draw->handedOn, ring->buffers))
      map.map(value,
              BufferGetOp::create(builder, builder.getI32Type(), slotIn(buffer, slotOf(block)), arrived).getResult());
    MbarrierArriveOp::create(builder, ring->empty, slotOf(block), MbarrierArrivers::Warps);
  }

  bool replace(Operation *op) override {
    const SitePlace *place = placeOf(op);
    if (!place)
      return group && replaceForGroups(op);
    builder.setLoc(op->getLoc());
    const Ring &ring = *place->ring;
    LoadSite site = ring.group->sites[place->site];
    if (place->part == SitePart::Allocation)
      map.map(site.buffer.getResult(), bufferAt(ring, place->site));
    if (place->part == SitePart::Wait)
      map.map(site.wait.getArrived(), arrivalOf(ring, place->site));
    if (place->part == SitePart::Free && ring.empty && isLastFree(ring, op))
      MbarrierArriveOp::create(builder, ring.empty, slotOf(ring), MbarrierArrivers::Warps, ring.isOfCluster);
    // What was loaded once leaves its place to what comes behind it.
    if (place->part == SitePart::Free && reusesPlaces && !ring.empty &&
        isa<WarpRolesOp>(builder.getInsertionBlock()->getParentOp()))
      FreeBufferOp::create(builder, ring.buffers[place->site]);
    return true;
  }

  /// The loads of a group arrive together: the first wait is for all of them.
  Value arrivalOf(const Ring &ring, unsigned site) {
    if (site > 0)
      return map.lookup(LoadSite(ring.group->sites[0]).wait.getArrived());
    return MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), ring.full, slotOf(ring),
                                  phaseOf(ring));
  }

  static bool isLastFree(const Ring &ring, Operation *free) {
    return llvm::all_of(ring.group->sites,
                        [&](LoadSite site) { return site.free == free || site.free->isBeforeInBlock(free); });
  }

  const RolePlan &plan;
  WarpRolesOp roles;
  Value group;                         ///< its number; null where there is one
  SmallVector<RingDistance> distances; ///< from a block of the group to its next one, in each ring
};

} // namespace

void tile_gpu::copyForConsumers(ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places,
                                ArrayRef<DrawRing> draws, WarpRolesOp roles, Block &body) {
  ConsumerCopy(builder, plan, places, draws, roles).copyBlock(body);
}
