// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders ordinary reads of buffers before the copy engine overwrites them.
//
//     %x = buffer_load %stage                       %x = buffer_load %stage
//     mbarrier_arrive %empty[%s] by warps     =>    proxy_fence
//                                                   mbarrier_arrive %empty[%s] by warps
//
// A lane that arrives has issued its loads, no more: the registers may still wait for their values, and neither an
// mbarrier nor a barrier makes them arrive first in another proxy's eyes (PTX ISA, "Proxies"). With many stores under
// way a stage was seen to be refilled before it had been read.
//
// So a fence comes before
//   * an arrival that releases stages which some `buffer_load` reads (where warps have roles);
//   * a `free_buffer`, where a `buffer_load` reads the buffer and the copy engine fills it, or one that may get its
//   bytes
//     next: one that is freed, too.
// Reads by MMAs (wgmma) are of the same proxy, and waited for.
//
// A fence waits for what else the lane has under way, too: MMAs, stores of the block before. Where all that was
// read is stored into another buffer, or multiplied from registers, it has come by then: the stage is released behind
// that, without an instruction (UsedReads.h). Where a reduction over all warps of the CTA uses
// every element that was read, its result needs all of them: the stage is released behind it, without an instruction
// (UsedReads.h). So rows that a cluster shares, which are stored while the next one is reduced. Quarters of such rows
// are released before the reduction: there which lane arrives depends on what all have read.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/IR/UsedReads.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_PLACEPROXYFENCES
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// The tile goes into the reduction as a whole: element by element through ops that need each, or joined.
bool goesInto(Value tile, ReduceOp reduction) {
  return llvm::any_of(tile.getUsers(), [&](Operation *user) {
    if (user == reduction)
      return true;
    bool isOfAll = user->hasTrait<OpTrait::Elementwise>() ? !isa<arith::SelectOp>(user) : isa<CatOp>(user);
    bool needsEach = isOfAll && user->getNumResults() == 1 && user->getBlock() == reduction->getBlock() &&
                     user->isBeforeInBlock(reduction);
    return needsEach && goesInto(user->getResult(0), reduction);
  });
}

/// The first reduction behind `op` over all warps, with nothing in between that others wait for.
ReduceOp findReductionBehind(Operation *op) {
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    if (auto reduction = dyn_cast<ReduceOp>(next)) {
      auto scratch = cast<ScratchInterface>(next);
      return scratch.getScratchBytes() > 0 && !scratch.isScratchOfWarps() ? reduction : ReduceOp();
    }
    if (next->getNumRegions() > 0 || !isMemoryEffectFree(next))
      return {};
  }
  return {};
}

struct PlaceProxyFences : tile_gpu::impl::PlaceProxyFencesBase<PlaceProxyFences> {
  void runOnOperation() override {
    filled.clear();
    read.clear();
    releasesStages.clear();
    arrivals.clear();
    func::FuncOp kernel = getOperation();
    kernel.walk([&](Operation *op) {
      TypeSwitch<Operation *>(op)
          .Case<BufferLoadOp>([&](BufferLoadOp load) { read.insert(bufferOf(load.getBuffer())); })
          .Case<TmaLoadOp, BulkLoadOp>([&](auto copy) { filled.insert(bufferOf(copy.getBuffer())); });
    });
    bool usesPingPong =
        llvm::any_of(filled, [](Value buffer) { return llvm::any_of(buffer.getUsers(), llvm::IsaPred<FreeBufferOp>); });
    if (WarpRolesOp roles = WarpRolesOp::of(kernel))
      findWaysBack(roles);
    kernel.walk([&](Operation *op) {
      auto arrive = dyn_cast<MbarrierArriveOp>(op);
      auto free = dyn_cast<FreeBufferOp>(op);
      if (arrive && releasesStages.contains(arrive.getBarriers()))
        arrivals.push_back(arrive);
      else if (free && usesPingPong && read.contains(free.getBuffer()))
        placeBefore(op);
    });
    seesReads = seesAllReads(kernel);
    for (MbarrierArriveOp arrive : arrivals)
      if (std::optional<Operation *> last = lastUseOfReads(arrive))
        placeBehindUses(*last, arrive);
      else if (ReduceOp reduction = findUse(arrive))
        placeBehind(reduction, arrive);
      else if (waitsForReads(arrive))
        dependOnReads(arrive);
      else
        placeBefore(arrive);
  }

private:
  bool isConcerned(Value buffer) const {
    return filled.contains(buffer) && read.contains(buffer);
  }

  /// The mbarriers that a producer waits for in front of copies into stages that are read. Which of several it is does
  /// not show; so all in front.
  void findWaysBack(WarpRolesOp roles) {
    roles.getProducer().walk([&](Operation *op) {
      TypeSwitch<Operation *>(op).Case<TmaLoadOp, BulkLoadOp>([&](auto copy) {
        if (!isConcerned(bufferOf(copy.getBuffer())))
          return;
        for (Operation *earlier = copy->getPrevNode(); earlier; earlier = earlier->getPrevNode())
          if (auto wait = dyn_cast<MbarrierWaitOp>(earlier))
            releasesStages.insert(wait.getBarriers());
      });
    });
  }

  /// Lanes read the stages that the arrival releases in front of it, by the same number.
  SmallVector<BufferLoadOp> readsOf(MbarrierArriveOp arrive) const {
    SmallVector<BufferLoadOp> reads;
    for (auto load : arrive->getBlock()->getOps<BufferLoadOp>()) {
      auto stage = load.getBuffer().getDefiningOp<BufferStageOp>();
      if (filled.contains(bufferOf(load.getBuffer())) && stage && stage.getIndex() == arrive.getIndex() &&
          load->isBeforeInBlock(arrive))
        reads.push_back(load);
    }
    return reads;
  }

  /// All reads of stages that the producer fills are behind such an arrival's back.
  bool seesAllReads(func::FuncOp kernel) const {
    llvm::SmallPtrSet<Operation *, 8> seen;
    for (MbarrierArriveOp arrive : arrivals)
      for (BufferLoadOp load : readsOf(arrive))
        seen.insert(load);
    return !kernel
                .walk([&](BufferLoadOp load) {
                  bool isSeen = !filled.contains(bufferOf(load.getBuffer())) || seen.contains(load);
                  return isSeen ? WalkResult::advance() : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  /// The store or the MMA that takes all registers of a tile, computed element by element; null if it is not seen.
  static Operation *useOf(Value tile) {
    for (;;) {
      if (!tile.hasOneUse())
        return nullptr;
      Operation *user = *tile.user_begin();
      auto mma = dyn_cast<WarpgroupMmaOp>(user);
      if (isa<BufferStoreOp>(user) || (mma && mma.getA() == tile))
        return user;
      auto convert = dyn_cast<ConvertLayoutOp>(user);
      bool keeps = isa<tile::FToFOp, PermuteOp, ReshapeOp>(user) || (convert && convert.getScratchBytes() == 0);
      if (!keeps || user->getBlock() != tile.getDefiningOp()->getBlock())
        return nullptr;
      tile = user->getResult(0);
    }
  }

  /// The last op of the block that needs what was read before the arrival, itself where nothing was; none where
  /// something is not seen to be used, or where the producer may have to do something first.
  std::optional<Operation *> lastUseOfReads(MbarrierArriveOp arrive) const {
    if (!seesReads)
      return std::nullopt;
    Operation *last = arrive;
    for (BufferLoadOp load : readsOf(arrive)) {
      Operation *use = useOf(load.getResult());
      if (!use || use->getBlock() != arrive->getBlock())
        return std::nullopt;
      if (last->isBeforeInBlock(use))
        last = use;
    }
    for (Operation *op = arrive; op != last; op = op->getNextNode())
      if (isa<MbarrierWaitOp>(op) || op->getNumRegions() > 0)
        return std::nullopt;
    return last;
  }

  static void placeBehindUses(Operation *last, MbarrierArriveOp arrive) {
    if (last != arrive)
      arrive->moveAfter(last);
    OpBuilder builder(arrive);
    ProxyFenceOp::create(builder, arrive.getLoc())->setAttr(kUsedReadsAttr, builder.getUnitAttr());
  }

  /// A reduction behind the arrival that needs all that was read before it, of rows that a cluster shares.
  ReduceOp findUse(MbarrierArriveOp arrive) const {
    ReduceOp reduction = tile::numCtasOf(arrive) > 1 ? findReductionBehind(arrive) : ReduceOp();
    for (Operation *earlier = arrive->getPrevNode(); reduction && earlier; earlier = earlier->getPrevNode())
      if (auto load = dyn_cast<BufferLoadOp>(earlier);
          load && filled.contains(bufferOf(load.getBuffer())) && !goesInto(load.getResult(), reduction))
        reduction = {};
    return reduction;
  }

  /// An arrival of warps behind reads of a row that a cluster shares, and nothing else that touches memory.
  static bool waitsForReads(MbarrierArriveOp arrive) {
    if (tile::numCtasOf(arrive) == 1 || arrive.getArrivers() != MbarrierArrivers::Warps)
      return false;
    bool reads = false;
    for (Operation *earlier = arrive->getPrevNode(); earlier && !isa<MbarrierWaitOp>(earlier);
         earlier = earlier->getPrevNode()) {
      reads |= isa<BufferLoadOp>(earlier);
      if (!isa<BufferLoadOp>(earlier) && !isMemoryEffectFree(earlier))
        return false;
    }
    return reads;
  }

  static void dependOnReads(MbarrierArriveOp arrive) {
    OpBuilder builder(arrive);
    ProxyFenceOp::create(builder, arrive.getLoc())->setAttr(kUsedReadsAttr, builder.getUnitAttr());
    arrive->setAttr(kUsedReadsAttr, builder.getUnitAttr());
  }

  static void placeBehind(ReduceOp reduction, MbarrierArriveOp arrive) {
    arrive->moveAfter(reduction);
    OpBuilder builder(arrive);
    ProxyFenceOp::create(builder, arrive.getLoc())->setAttr(kUsedReadsAttr, builder.getUnitAttr());
  }

  /// Unless a pass before has seen to it.
  static void placeBefore(Operation *op) {
    if (isa_and_nonnull<ProxyFenceOp>(op->getPrevNode()))
      return;
    OpBuilder builder(op);
    ProxyFenceOp::create(builder, op->getLoc());
  }

  llvm::DenseSet<Value> filled, read;
  llvm::DenseSet<Value> releasesStages; ///< mbarriers
  SmallVector<MbarrierArriveOp> arrivals;
  bool seesReads = false; ///< all of them are before arrivals by the same number
};

} // namespace
