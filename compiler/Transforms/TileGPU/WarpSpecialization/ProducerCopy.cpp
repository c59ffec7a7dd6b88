// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/ProducerCopy.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ClusterTileScheduler.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/MulticastLoads.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class ProducerCopy : public WarpRoleCopy {
public:
  ProducerCopy(ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
               ArrayRef<DrawBuffer> draws)
      : WarpRoleCopy(builder, plan, places, draws, /*receives=*/true), slice(plan.slice) {}

  /// The other CTAs of the cluster arrive at this one's mbarriers until they have used what was brought last: so long
  /// it has to be there.
  void waitForCluster(ArrayRef<StageBuffer> stageBuffers) {
    llvm::SmallPtrSet<Value, 2> seen;
    for (const StageBuffer &stageBuffer : stageBuffers) {
      if (!stageBuffer.isOfCluster || !seen.insert(stageBuffer.empty).second)
        continue;
      SmallVector<Value> counter(counterOf(stageBuffer.block));
      for (unsigned i = 0; i < stageBuffer.stages; ++i) {
        Value stage = counter.size() < 2 ? constant(0) : counter.front();
        Value other = arith::XOrIOp::create(builder, counter.back(), constant(1));
        MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), stageBuffer.empty, stage, other);
        counter = next(stageBuffer.block, counter);
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
    if (const DrawBuffer *stageBuffer = drawIn(op->getBlock());
        stageBuffer && stageBuffer->op() == op && stageBuffer->numbers)
      return true;
    const SitePlace *place = placeOf(op);
    if (!place)
      return false;
    builder.setLoc(op->getLoc());
    if (place->part == SitePart::Copy)
      copyInto(*place->stageBuffer, place->site);
    return true;
  }

  /// The copy engine may read a map until all copies by it have arrived.
  void waitForCopiesBy(BuildTensorMapOp build) {
    for (Operation *user : build->getUsers())
      if (const SitePlace *place = placeOf(user); place && place->stageBuffer->empty)
        waitForAll(*place->stageBuffer);
  }

  /// Each stage's last copy: of this round where the stage is before that of the stage buffer's counter, else of the
  /// one before. In the beginning there is none, and the waits are over at once. One time for all maps that are made in
  /// a row.
  void waitForAll(const StageBuffer &stageBuffer) {
    std::tuple<Value, Block *, SmallVector<Value>> now(stageBuffer.full, builder.getInsertionBlock(),
                                                       counterOf(stageBuffer.block));
    if (std::exchange(waitedFor, now) == now)
      return;
    builder.setLoc(stageBuffer.group->sites.front().copy->getLoc());
    Value phase = phaseOf(stageBuffer), other = arith::XOrIOp::create(builder, phase, constant(1)),
          next = stageOf(stageBuffer);
    for (unsigned number = 0; number < stageBuffer.stages; ++number) {
      Value stage = constant(number);
      Value isBefore = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, stage, next);
      MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), stageBuffer.full, stage,
                             arith::SelectOp::create(builder, isBefore, phase, other));
    }
  }

  /// Draws behind the loads, so that none waits for the draw.
  void finish(Block *block) override {
    const DrawBuffer *stageBuffer = drawIn(block);
    if (!stageBuffer)
      return;
    if (stageBuffer->numbers) {
      send(*stageBuffer, drawn ? std::exchange(drawn, Value()) : draw(*stageBuffer));
      map.map(stageBuffer->op().getResult(), receive(*stageBuffer));
    }
    waitFor(stageBuffer->empty, arith::XOrIOp::create(builder, phaseOf(block), constant(1)), *stageBuffer);
    for (auto [value, buffer] : llvm::zip_equal(stageBuffer->draw->handedOn, stageBuffer->buffers))
      BufferPutOp::create(builder, map.lookup(value), stageIn(buffer, stageOf(block)));
    MbarrierArriveOp::create(builder, stageBuffer->full, stageOf(block), MbarrierArrivers::First);
  }

  //===- Numbers for all CTAs of a cluster -----------------------------------------------------------------------===//

  Value draw(const DrawBuffer &stageBuffer) {
    return NextBlockOp::create(builder, builder.getI32Type(), map.lookupOrDefault(stageBuffer.op().getDraws()),
                               IntegerAttr());
  }
  void send(const DrawBuffer &stageBuffer, Value number) {
    Value stage = countOfNumbers(stageBuffer).front();
    ClusterPutOp::create(builder, number, stageIn(stageBuffer.numbers, stage), stageBuffer.sent, stage);
  }
  /// The number of the next block.
  Value receive(const DrawBuffer &stageBuffer) {
    ArrayRef<Value> counter = countOfNumbers(stageBuffer);
    MbarrierExpectTxOp::create(builder, stageBuffer.sent, counter.front(), sizeof(uint32_t));
    Value arrived = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), stageBuffer.sent,
                                           counter.front(), counter.back());
    return BufferGetOp::create(builder, builder.getI32Type(), stageIn(stageBuffer.numbers, counter.front()), arrived);
  }
  /// Stage and phase of the number that comes next.
  ArrayRef<Value> countOfNumbers(const DrawBuffer &stageBuffer) const {
    return counterOf(stageBuffer.op()->getBlock()).take_back(2);
  }

  void copyInto(const StageBuffer &stageBuffer, unsigned site) {
    if (site == 0)
      open(stageBuffer);
    // Not earlier: see ClusterTileScheduler.h.
    const DrawBuffer *rows = drawIn(stageBuffer.block);
    if (rows && rows->numbers && !drawn)
      drawn = draw(*rows);
    TmaLoadOp copy = LoadSite(stageBuffer.group->sites[site]).copy;
    SmallVector<Value> coordinates;
    for (Value coordinate : copy.getCoordinates())
      coordinates.push_back(map.lookupOrDefault(coordinate));
    TmaLoadOp::create(builder, map.lookupOrDefault(copy.getMap()), coordinates, bufferAt(stageBuffer, site),
                      stageBuffer.full, stageOf(stageBuffer), /*rows=*/Value(), ArrayAttr(),
                      isSharedInCluster(stageBuffer.group->sites[site]));
  }

  /// Waits for the stage and announces all that comes into it. Where there is one stage, L2 fetches meanwhile what
  /// comes into it, if it is not too much. Drawn rows are not fetched (docs/Experiments.md, "Constants of the model").
  void open(const StageBuffer &stageBuffer) {
    constexpr int64_t kMostPrefetchedBytes = 64 * 1024;
    const DrawBuffer *rows = drawIn(stageBuffer.block);
    bool isDrawn = rows && rows->numbers;
    if (stageBuffer.empty && stageBuffer.stages == 1 && !isDrawn &&
        stageBuffer.group->getArrivingBytes() <= kMostPrefetchedBytes)
      prefetch(stageBuffer);
    if (stageBuffer.empty) {
      Value other = arith::XOrIOp::create(builder, phaseOf(stageBuffer), constant(1));
      MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), stageBuffer.empty, stageOf(stageBuffer),
                             other);
    }
    MbarrierExpectTxOp::create(builder, stageBuffer.full, stageOf(stageBuffer), stageBuffer.group->getArrivingBytes());
  }

  /// The loads whose place is known already.
  void prefetch(const StageBuffer &stageBuffer) {
    Operation *first = TmaLoadOp(LoadSite(stageBuffer.group->sites[0]).copy);
    for (LoadSite site : stageBuffer.group->sites) {
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

void tile_gpu::copyForProducer(ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
                               ArrayRef<DrawBuffer> draws, ArrayRef<StageBuffer> stageBuffers, Block &body) {
  ProducerCopy producer(builder, plan, places, draws);
  producer.copyBlock(body);
  producer.waitForCluster(stageBuffers);
}
