// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Roles/RoleRewrite.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"
#include "dialects/TileGPU/Transforms/Roles/ClusterDraws.h"
#include "dialects/TileGPU/Transforms/Roles/ConsumerCopy.h"
#include "dialects/TileGPU/Transforms/Roles/MulticastLoads.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class ProducerCopy : public RoleCopy {
public:
  ProducerCopy(ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places, ArrayRef<DrawRing> draws)
      : RoleCopy(builder, plan, places, draws, /*receives=*/true), slice(plan.slice) {}

  /// The other CTAs of the cluster arrive at this one's mbarriers until they have used what was brought last: so long
  /// it has to be there.
  void waitForNeighbours(ArrayRef<Ring> rings) {
    llvm::SmallPtrSet<Value, 2> seen;
    for (const Ring &ring : rings) {
      if (!ring.isOfCluster || !seen.insert(ring.empty).second)
        continue;
      SmallVector<Value> counter(counterOf(ring.block));
      for (unsigned i = 0; i < ring.slots; ++i) {
        Value slot = counter.size() < 2 ? constant(0) : counter.front();
        Value other = arith::XOrIOp::create(builder, counter.back(), constant(1));
        MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), ring.empty, slot, other);
        counter = next(ring.block, counter);
      }
    }
  }

private:
  bool wants(Operation *op) const override {
    return slice.contains(op) && !placeOf(op);
  }
  bool wants(Value value) const override {
    return slice.contains(value);
  }

  bool replace(Operation *op) override {
    if (auto build = dyn_cast<BuildTensorMapOp>(op))
      waitForCopiesBy(build);
    if (const DrawRing *ring = drawIn(op->getBlock()); ring && ring->op() == op && ring->numbers)
      return true;
    const SitePlace *place = placeOf(op);
    if (!place)
      return false;
    builder.setLoc(op->getLoc());
    if (place->part == SitePart::Copy)
      copyInto(*place->ring, place->site);
    return true;
  }

  /// The copy engine may read a map until all copies by it have arrived.
  void waitForCopiesBy(BuildTensorMapOp build) {
    for (Operation *user : build->getUsers())
      if (const SitePlace *place = placeOf(user); place && place->ring->empty)
        waitForAll(*place->ring);
  }

  /// Each slot's last copy: of this round where the slot is before that of the ring's counter, else of the one before.
  /// In the beginning there is none, and the waits are over at once. One time for all maps that are made in a row.
  void waitForAll(const Ring &ring) {
    std::tuple<Value, Block *, SmallVector<Value>> now(ring.full, builder.getInsertionBlock(), counterOf(ring.block));
    if (std::exchange(waitedFor, now) == now)
      return;
    builder.setLoc(ring.group->sites.front().copy->getLoc());
    Value phase = phaseOf(ring), other = arith::XOrIOp::create(builder, phase, constant(1)), next = slotOf(ring);
    for (unsigned number = 0; number < ring.slots; ++number) {
      Value slot = constant(number);
      Value isBefore = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, slot, next);
      MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), ring.full, slot,
                             arith::SelectOp::create(builder, isBefore, phase, other));
    }
  }

  /// Behind the loads, so that none waits for the draw.
  void finish(Block *block) override {
    const DrawRing *ring = drawIn(block);
    if (!ring)
      return;
    if (ring->numbers) {
      send(*ring, drawn ? std::exchange(drawn, Value()) : draw(*ring));
      map.map(ring->op().getResult(), receive(*ring));
    }
    waitFor(ring->empty, arith::XOrIOp::create(builder, phaseOf(block), constant(1)), *ring);
    for (auto [value, buffer] : llvm::zip_equal(ring->draw->handedOn, ring->buffers))
      BufferPutOp::create(builder, map.lookup(value), slotIn(buffer, slotOf(block)));
    MbarrierArriveOp::create(builder, ring->full, slotOf(block), MbarrierArrivers::First);
  }

  //===- Numbers for all CTAs of a cluster -----------------------------------------------------------------------===//

  Value draw(const DrawRing &ring) {
    return NextBlockOp::create(builder, builder.getI32Type(), map.lookupOrDefault(ring.op().getDraws()), IntegerAttr());
  }
  void send(const DrawRing &ring, Value number) {
    Value slot = countOfNumbers(ring).front();
    ClusterPutOp::create(builder, number, slotIn(ring.numbers, slot), ring.sent, slot);
  }
  /// The number of the next block.
  Value receive(const DrawRing &ring) {
    ArrayRef<Value> counter = countOfNumbers(ring);
    MbarrierExpectTxOp::create(builder, ring.sent, counter.front(), sizeof(uint32_t));
    Value arrived = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), ring.sent, counter.front(),
                                           counter.back());
    return BufferGetOp::create(builder, builder.getI32Type(), slotIn(ring.numbers, counter.front()), arrived);
  }
  /// Slot and phase of the number that comes next.
  ArrayRef<Value> countOfNumbers(const DrawRing &ring) const {
    return counterOf(ring.op()->getBlock()).take_back(2);
  }

  void copyInto(const Ring &ring, unsigned site) {
    if (site == 0)
      open(ring);
    // Not earlier: see ClusterDraws.h.
    const DrawRing *rows = drawIn(ring.block);
    if (rows && rows->numbers && !drawn)
      drawn = draw(*rows);
    TmaLoadOp copy = LoadSite(ring.group->sites[site]).copy;
    SmallVector<Value> coordinates;
    for (Value coordinate : copy.getCoordinates())
      coordinates.push_back(map.lookupOrDefault(coordinate));
    TmaLoadOp::create(builder, map.lookupOrDefault(copy.getMap()), coordinates, bufferAt(ring, site), ring.full,
                      slotOf(ring), /*rows=*/Value(), ArrayAttr(), isSharedByNeighbours(ring.group->sites[site]));
  }

  /// Waits for the slot and announces all that comes into it. What comes into the only slot there is, the L2 cache
  /// fetches meanwhile, if it is not too much: on an H200 layer norm by clusters with slots of 64 KB took 0.96 of the
  /// time, softmax with slots of 128 KB 1.13 and 1.09. Not of drawn rows, with which layer norm took 1.01 of the time.
  void open(const Ring &ring) {
    constexpr int64_t kMostPrefetchedBytes = 64 * 1024;
    const DrawRing *rows = drawIn(ring.block);
    bool isDrawn = rows && rows->numbers;
    if (ring.empty && ring.slots == 1 && !isDrawn && ring.group->getArrivingBytes() <= kMostPrefetchedBytes)
      prefetch(ring);
    if (ring.empty) {
      Value other = arith::XOrIOp::create(builder, phaseOf(ring), constant(1));
      MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), ring.empty, slotOf(ring), other);
    }
    MbarrierExpectTxOp::create(builder, ring.full, slotOf(ring), ring.group->getArrivingBytes());
  }

  /// The loads whose place is known already.
  void prefetch(const Ring &ring) {
    Operation *first = TmaLoadOp(LoadSite(ring.group->sites[0]).copy);
    for (LoadSite site : ring.group->sites) {
      auto isKnown = [&](Value value) {
        Operation *op = value.getDefiningOp();
        return !op || op->getBlock() != first->getBlock() || op->isBeforeInBlock(first);
      };
      // Nobody waits for what is only fetched, and the kernel may make its maps anew meanwhile.
      bool isBuilt = site.copy.getMap().getDefiningOp<BuildTensorMapOp>();
      if (isBuilt || !isKnown(site.copy.getMap()) || !llvm::all_of(site.copy.getCoordinates(), isKnown))
        continue;
      SmallVector<Value> coordinates = llvm::map_to_vector(
          site.copy.getCoordinates(), [&](Value coordinate) { return map.lookupOrDefault(coordinate); });
      TmaPrefetchOp::create(builder, map.lookupOrDefault(site.copy.getMap()), coordinates,
                            site.buffer.getType().getShape());
    }
  }

  const ProducerSlice &slice;
  Value drawn; ///< in this block, for the next one; sent behind the loads
  /// Of which mbarriers all arrivals have been seen, where, and at which count.
  std::tuple<Value, Block *, SmallVector<Value>> waitedFor;
};

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
    ProducerCopy producer(builder, plan, places, draws);
    producer.copyBlock(body.front());
    producer.waitForNeighbours(rings);
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

  /// Nobody copies into a CTA that has not begun, or arrives at its mbarriers before they are ready.
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
