// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Verify/VerifySends.h"
#include "compiler/Transforms/TileGPU/SharedMemory/ClusterSynchronization.h"
#include "compiler/Transforms/TileGPU/Verify/BufferStages.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

int64_t bytesOf(BufferType stage) {
  return llvm::product_of(stage.getShape()) * tile::storageBytes(stage.getElementType());
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
    Stage stage = stageOf(send.getBuffer());
    if (!stage.buffer)
      return;
    checkTarget(send, stage);
    if (stage.buffer.getType().getStages() == 1 && send->getParentOfType<LoopLikeOpInterface>())
      fail(send) << "expected two stages to send to in a loop, got one";
  }

  template <typename Send> void checkTarget(Send send, const Stage &stage) {
    if (!isSame(stage.index, send.getIndex()))
      fail(send) << "expected the mbarrier that has the number of the stage";
    if (!hasClusterBarrierBefore(send))
      fail(send) << "expected a barrier of the cluster before the first send";
    mbarriersOf[stage.buffer] = send.getBarriers();
  }

  /// The stage was read before some wait for what all CTAs sent: as many rounds ago as the consumers wait in.
  void checkPut(ClusterPutOp put) {
    Stage stage = stageOf(put.getBuffer());
    if (!stage.buffer)
      return;
    checkTarget(put, stage);
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
    Stage stage = stageOf(load.getBuffer());
    auto found = mbarriersOf.find(stage.buffer);
    if (found == mbarriersOf.end())
      return;
    Value after = load.getAfter();
    auto wait = after ? after.getDefiningOp<MbarrierWaitOp>() : MbarrierWaitOp();
    if (!wait || wait.getBarriers() != found->second || !isSame(wait.getIndex(), stage.index))
      fail(load) << "expected the token of a wait for the mbarrier of the stage that it reads";
  }

  func::FuncOp kernel;
  LogicalResult result = success();
  llvm::MapVector<AllocBufferOp, Value> mbarriersOf; ///< of buffers that are sent into
};

} // namespace

LogicalResult tile_gpu::verifySends(func::FuncOp kernel) {
  return SendVerifier(kernel).run();
}
