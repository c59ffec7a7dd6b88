// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Roles/ProducerCopy.h"
#include "dialects/TileGPU/Transforms/Roles/ClusterDraws.h"
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

  /// Draws behind the loads, so that none waits for the draw.
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

  /// Waits for the slot and announces all that comes into it. Where there is one stage, L2 fetches meanwhile what comes
  /// into it, if it is not too much. Drawn rows are not fetched (docs/Experiments.md, "Constants of the model").
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
      // A fetch into L2 is not waited for, and the kernel may make its maps anew meanwhile.
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
  /// The mbarriers whose arrivals have all been seen, where, and at which count.
  std::tuple<Value, Block *, SmallVector<Value>> waitedFor;
};

} // namespace

void tile_gpu::copyForProducer(ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places,
                               ArrayRef<DrawRing> draws, ArrayRef<Ring> rings, Block &body) {
  ProducerCopy producer(builder, plan, places, draws);
  producer.copyBlock(body);
  producer.waitForNeighbours(rings);
}
