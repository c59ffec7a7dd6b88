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
#include "dialects/TileGPU/IR/TileGPUDialect.h"
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

struct PlaceProxyFences : tile_gpu::impl::PlaceProxyFencesBase<PlaceProxyFences> {
  void runOnOperation() override {
    filled.clear();
    read.clear();
    givesBack.clear();
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
      if ((arrive && givesBack.contains(arrive.getBarriers())) ||
          (free && takesTurns && read.contains(free.getBuffer())))
        placeBefore(op);
    });
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

  static void placeBefore(Operation *op) {
    if (isa_and_nonnull<ProxyFenceOp>(op->getPrevNode()))
      return;
    OpBuilder builder(op);
    ProxyFenceOp::create(builder, op->getLoc());
  }

  llvm::DenseSet<Value> filled, read;
  llvm::DenseSet<Value> givesBack; ///< mbarriers
};

} // namespace
