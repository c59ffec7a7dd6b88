// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders ordinary reads of buffers before the copy engine overwrites them.
//
//     %x = buffer_load %slot                        %x = buffer_load %slot
//     mbarrier_arrive %empty[%s] by warps     =>    proxy_fence
//                                                   mbarrier_arrive %empty[%s] by warps
//
// A lane that arrives has issued its loads, no more: the registers may still wait for their values, and neither an
// mbarrier nor a barrier makes them arrive first in another proxy's eyes (PTX ISA, "Proxies"). With many stores under
// way a slot was seen to be refilled before it had been read.
//
// So a fence comes before
//   * an arrival that gives slots back which some `buffer_load` reads (where warps have roles);
//   * a `free_buffer`, where a `buffer_load` reads the buffer and the copy engine fills it, or one that may get its
//   bytes
//     next: one that is freed, too.
// Reads by products (wgmma) are of the same proxy, and waited for.
//
// A fence waits for the lane's stores, too, those of the block before. Where a reduction over all warps of the CTA uses
// every element that was read, its result needs all of them: the slot is given back behind it, without an instruction
// (UsedReads.h). So rows that a cluster shares, which are stored while the next one is reduced. Quarters of such rows
// are given back before the reduction: there which lane arrives depends on what all have read.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/IR/UsedReads.h"
#include "dialects/TileGPU/Transforms/Passes.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_PLACEPROXYFENCES
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

Value bufferOf(Value slot) {
  for (;;) {
    if (auto view = slot.getDefiningOp<BufferViewOp>())
      slot = view.getBuffer();
    else if (auto part = slot.getDefiningOp<BufferSlotOp>())
      slot = part.getBuffer();
    else
      return slot;
  }
}

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
    givesBack.clear();
    arrivals.clear();
    func::FuncOp kernel = getOperation();
    kernel.walk([&](Operation *op) {
      TypeSwitch<Operation *>(op)
          .Case<BufferLoadOp>([&](BufferLoadOp load) { read.insert(bufferOf(load.getBuffer())); })
          .Case<TmaLoadOp, BulkLoadOp>([&](auto copy) { filled.insert(bufferOf(copy.getBuffer())); });
    });
    bool takesTurns =
        llvm::any_of(filled, [](Value buffer) { return llvm::any_of(buffer.getUsers(), llvm::IsaPred<FreeBufferOp>); });
    if (WarpRolesOp roles = WarpRolesOp::of(kernel))
      findWaysBack(roles);
    kernel.walk([&](Operation *op) {
      auto arrive = dyn_cast<MbarrierArriveOp>(op);
      auto free = dyn_cast<FreeBufferOp>(op);
      if (arrive && givesBack.contains(arrive.getBarriers()))
        arrivals.push_back(arrive);
      else if (free && takesTurns && read.contains(free.getBuffer()))
        placeBefore(op);
    });
    for (MbarrierArriveOp arrive : arrivals)
      if (ReduceOp reduction = findUse(arrive))
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

  /// The mbarriers that a producer waits for in front of copies into slots that are read. Which of several it is does
  /// not show; so all in front.
  void findWaysBack(WarpRolesOp roles) {
    roles.getProducer().walk([&](Operation *op) {
      TypeSwitch<Operation *>(op).Case<TmaLoadOp, BulkLoadOp>([&](auto copy) {
        if (!isConcerned(bufferOf(copy.getBuffer())))
          return;
        for (Operation *earlier = copy->getPrevNode(); earlier; earlier = earlier->getPrevNode())
          if (auto wait = dyn_cast<MbarrierWaitOp>(earlier))
            givesBack.insert(wait.getBarriers());
      });
    });
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

  static void placeBefore(Operation *op) {
    if (isa_and_nonnull<ProxyFenceOp>(op->getPrevNode()))
      return;
    OpBuilder builder(op);
    ProxyFenceOp::create(builder, op->getLoc());
  }

  llvm::DenseSet<Value> filled, read;
  llvm::DenseSet<Value> givesBack; ///< mbarriers
  SmallVector<MbarrierArriveOp> arrivals;
};

} // namespace
