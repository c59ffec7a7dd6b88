// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Verify/VerifySends.h"
#include "dialects/TileGPU/Transforms/SharedMemory/ClusterMeetings.h"
#include "dialects/TileGPU/Transforms/Verify/BufferSlots.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

int64_t bytesOf(BufferType slot) {
  return llvm::product_of(slot.getShape()) * tile::storageBytes(slot.getElementType());
}

class SendVerifier {
public:
  explicit SendVerifier(func::FuncOp kernel) : kernel(kernel) {}

  LogicalResult run() {
    kernel.walk([&](ClusterSendOp send) { checkSend(send); });
    kernel.walk([&](ClusterPutOp put) { checkPut(put); });
    kernel.walk([&](MbarrierExpectTxOp expect) { checkBytes(expect); });
    kernel.walk([&](BufferLoadOp load) { checkRead(load); });
    kernel.walk([&](BufferGetOp get) { checkRead(get); });
    return result;
  }

private:
  InFlightDiagnostic fail(Operation *op) {
    result = failure();
    return op->emitError();
  }

  void checkSend(ClusterSendOp send) {
    Slot slot = slotOf(send.getBuffer());
    if (!slot.buffer)
      return;
    checkTarget(send, slot);
    if (slot.buffer.getType().getStages() == 1 && send->getParentOfType<LoopLikeOpInterface>())
      fail(send) << "expected two slots to send to in a loop, got one";
  }

  template <typename Send> void checkTarget(Send send, const Slot &slot) {
    if (!isSame(slot.index, send.getIndex()))
      fail(send) << "expected the mbarrier that has the number of the slot";
    if (!hasClusterBarrierBefore(send))
      fail(send) << "expected a barrier of the cluster before the first send";
    mbarriersOf[slot.buffer] = send.getBarriers();
  }

  /// The slot was read before some wait for what all CTAs sent: as many rounds ago as the consumers wait in.
  void checkPut(ClusterPutOp put) {
    Slot slot = slotOf(put.getBuffer());
    if (!slot.buffer)
      return;
    checkTarget(put, slot);
    auto loop = put->getParentOfType<LoopLikeOpInterface>();
    auto roles = WarpRolesOp::around(put->getBlock());
    bool allWait = !loop || roles.getConsumers()
                                .walk([](ClusterSendOp send) {
                                  return send->getParentOfType<LoopLikeOpInterface>() ? WalkResult::interrupt()
                                                                                      : WalkResult::advance();
                                })
                                .wasInterrupted();
    if (!allWait)
      fail(put) << "expected consumers who send each other something in a loop, which keeps producers together";
  }

  void checkBytes(MbarrierExpectTxOp expect) {
    int64_t bytes = llvm::any_of(expect.getBarriers().getUsers(), llvm::IsaPred<ClusterPutOp>) ? sizeof(uint32_t) : 0;
    for (auto send : expect->getBlock()->getOps<ClusterSendOp>())
      if (send.getBarriers() == expect.getBarriers() && isSame(send.getIndex(), expect.getIndex()))
        bytes += bytesOf(send.getBuffer().getType());
    if (bytes != 0 && bytes != int64_t(expect.getBytes()))
      fail(expect) << "expected the " << bytes << " bytes that all CTAs send, got " << expect.getBytes();
  }

  template <typename Read> void checkRead(Read load) {
    Slot slot = slotOf(load.getBuffer());
    auto found = mbarriersOf.find(slot.buffer);
    if (found == mbarriersOf.end())
      return;
    Value after = load.getAfter();
    auto wait = after ? after.getDefiningOp<MbarrierWaitOp>() : MbarrierWaitOp();
    if (!wait || wait.getBarriers() != found->second || !isSame(wait.getIndex(), slot.index))
      fail(load) << "expected the token of a wait for the mbarrier of the slot that it reads";
  }

  func::FuncOp kernel;
  LogicalResult result = success();
  llvm::MapVector<AllocBufferOp, Value> mbarriersOf; ///< of buffers that are sent into
};

} // namespace

LogicalResult tile_gpu::verifySends(func::FuncOp kernel) {
  return SendVerifier(kernel).run();
}
