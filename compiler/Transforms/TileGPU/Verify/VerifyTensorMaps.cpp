// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks tensor maps that the kernel makes itself (`build_tensor_map`).
//
//     mbarrier_wait %full[..]                       // 2
//     %map = build_tensor_map ..
//     tensor_map_fence %map                         // 1
//     tma_load %map[..] into .., %full[..]
//
// 1. A fence for the map dominates each copy and each prefetch by it.
// 2. Where the op is executed again, in a loop, each copy by its last map has arrived: as many waits as the copy has
//    mbarriers stand in front of the op in its block, or one behind the copy in the copy's.
//
// Errors are certain. Whether a wait is for the right phase is the executor's to find (compiler/Host/TileGPU).
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_VERIFYTENSORMAPS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

struct VerifyTensorMaps : tile_gpu::impl::VerifyTensorMapsBase<VerifyTensorMaps> {
  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    getOperation().walk([&](BuildTensorMapOp build) {
      for (Operation *user : build->getUsers()) {
        if (!isa<TensorMapFenceOp>(user))
          checkFence(build, user, dominance);
        if (auto copy = dyn_cast<TmaLoadOp>(user); copy && build->getParentOfType<LoopLikeOpInterface>())
          checkArrival(build, copy);
      }
    });
  }

private:
  void checkFence(BuildTensorMapOp build, Operation *use, DominanceInfo &dominance) {
    bool isFenced = llvm::any_of(build->getUsers(), [&](Operation *user) {
      return isa<TensorMapFenceOp>(user) && dominance.properlyDominates(user, use);
    });
    if (isFenced)
      return;
    use->emitError() << "expected a tensor_map_fence between the making of the tensor map and this use of it";
    build.emitRemark() << "the making";
    signalPassFailure();
  }

  void checkArrival(BuildTensorMapOp build, TmaLoadOp copy) {
    int64_t before = 0;
    bool isWaitedFor = false;
    for (Operation *user : copy.getBarriers().getUsers())
      if (isa<MbarrierWaitOp>(user)) {
        before += user->getBlock() == build->getBlock() && user->isBeforeInBlock(build);
        isWaitedFor |= user->getBlock() == copy->getBlock() && copy->isBeforeInBlock(user);
      }
    // Copies of one stage buffer arrive in any order.
    isWaitedFor |= before >= copy.getBarriers().getType().getCount();
    if (isWaitedFor)
      return;
    build.emitError() << "expected a wait for each copy by the tensor map that was here before";
    copy.emitRemark() << "the copy";
    signalPassFailure();
  }
};

} // namespace
