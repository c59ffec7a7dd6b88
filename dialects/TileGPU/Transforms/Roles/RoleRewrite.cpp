// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Roles/RoleRewrite.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"
#include "dialects/TileGPU/Transforms/Roles/ClusterDraws.h"
#include "dialects/TileGPU/Transforms/Roles/ConsumerCopy.h"
#include "dialects/TileGPU/Transforms/Roles/LateDraws.h"
#include "dialects/TileGPU/Transforms/Roles/MulticastLoads.h"
#include "dialects/TileGPU/Transforms/Roles/ProducerCopy.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class RoleSplitter {
public:
  RoleSplitter(func::FuncOp kernel, const RolePlan &plan)
      : kernel(kernel), plan(plan), builder(kernel.getLoc(), kernel.getContext()) {}

  WarpRolesOp run() {
    setAside();
    for (const RingBlock &block : plan.blocks) {
      firstRings.push_back(rings.size());
      for (auto [i, group] : llvm::enumerate(block.groups))
        rings.push_back(block.sharesRingsOf ? shareRing(block, i) : createRing(block, group));
    }
    for (const Draw &draw : plan.slice.getDraws())
      draws.push_back(createDrawRing(draw));
    waitForNeighbours();
    prefetchMaps();
    auto roles = WarpRolesOp::create(builder, plan.blockGroups, plan.producerWarps);
    func::ReturnOp::create(builder);
    SitePlaces places = placesOf(rings);
    builder.setInsertionPointToStart(&roles.getConsumers().front());
    copyForConsumers(builder, plan, places, draws, roles, body.front());
    builder.setInsertionPointToStart(&roles.getProducer().front());
    copyForProducer(builder, plan, places, draws, rings, body.front());
    drawUnderLastLoads(roles);
    return roles;
  }

private:
  /// What other CTAs of a cluster send to: theirs is ready before roles are taken.
  static bool isOfSends(Operation *op) {
    auto isSend = [](Operation *user) {
      return isa<ClusterSendOp>(user) ||
             (isa<BufferSlotOp>(user) && llvm::any_of(user->getUsers(), llvm::IsaPred<ClusterSendOp>));
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
  void waitForNeighbours() {
    if (llvm::none_of(rings, [](const Ring &ring) { return ring.isOfCluster; }))
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

  /// The memory of the earlier block's ring of this number.
  Ring shareRing(const RingBlock &block, unsigned number) {
    Ring ring = rings[firstRings[*block.sharesRingsOf] + number];
    ring.group = &block.groups[number];
    ring.block = block.block;
    return ring;
  }

  Ring createRing(const RingBlock &block, const LoadGroup &group) {
    Ring ring{&group, block.block, block.slots, {}, {}, false, {}};
    for (LoadSite site : group.sites) {
      builder.setLoc(site.copy.getLoc());
      BufferType slot = site.buffer.getType();
      auto type = BufferType::get(slot.getContext(), slot.getShape(), slot.getElementType(), slot.getLayout(),
                                  block.slots, slot.getAlignment());
      ring.buffers.push_back(AllocBufferOp::create(builder, type, IntegerAttr()));
    }
    ring.full = createMbarriers(block.slots, /*arrivals=*/1);
    ring.isOfCluster = block.givesBack && llvm::any_of(group.sites, isSharedByNeighbours);
    if (block.givesBack)
      ring.empty =
          createMbarriers(block.slots, numWarpsOf(kernel) * (ring.isOfCluster ? tile::neighboursOf(kernel) : 1));
    return ring;
  }

  DrawRing createDrawRing(const Draw &draw) {
    builder.setLoc(NextBlockOp(draw.op).getLoc());
    auto block = llvm::find_if(plan.blocks, [&](const RingBlock &ring) { return ring.block == draw.op->getBlock(); });
    unsigned slots = block == plan.blocks.end() ? kDrawSlots : block->slots;
    SmallVector<Value> buffers;
    for (size_t i = 0; i < draw.handedOn.size(); ++i)
      buffers.push_back(createNumbers(slots));
    Value full = createMbarriers(slots, /*arrivals=*/1), empty = createMbarriers(slots, numWarpsOf(kernel));
    if (tile::numCtasOf(kernel) <= 1)
      return {&draw, full, empty, buffers, Value(), Value()};
    unsigned numberSlots = slots + kNumbersAhead;
    return {&draw,      full, empty, buffers, createMbarriers(numberSlots, /*arrivals=*/1), createNumbers(numberSlots),
            numberSlots};
  }

  Value createNumbers(unsigned slots) {
    auto layout = SharedLayoutAttr::get(builder.getContext(), layout::LinearMap::identity(0), {1});
    constexpr int64_t kAlignment = 16;
    auto type = BufferType::get(builder.getContext(), {1}, builder.getI32Type(), layout, slots, kAlignment);
    return AllocBufferOp::create(builder, type, IntegerAttr());
  }

  func::FuncOp kernel;
  const RolePlan &plan;
  ImplicitLocOpBuilder builder;
  Region body;
  SmallVector<DrawRing> draws;
  SmallVector<Ring> rings;
  SmallVector<unsigned> firstRings; ///< of each block
};

} // namespace

WarpRolesOp tile_gpu::splitIntoRoles(func::FuncOp kernel, const RolePlan &plan) {
  return RoleSplitter(kernel, plan).run();
}
