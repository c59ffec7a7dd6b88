// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divides a multiprocessor's memory into shared memory and L1 cache, from what the CTAs need that it has room for.
//
//     shared_bytes = 34816, 8 warps: 6 CTAs by shared memory, 8 by warps   =>   tile_gpu.carveout = 93
//
// Only where shared memory is what limits: for other kernels the driver divides better (docs/Experiments.md, "Constants
// of the model").
//
// Registers are known only when ptxas has dealt them out. A kernel that promises a number of CTAs was planned with
// registers for so many: where shared memory has room for more, it is not what limits.
//
// The assembler does not see shared memory that a launch asks for, and would rather spill a little than use registers
// that keep CTAs away which have no room anyway. So where few warps have room, kernels that promise no CTAs promise
// these:
//
//     shared_bytes = 65536, 1 warp: 3 CTAs by shared memory   =>   tile_gpu.min_ctas = 3
#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_CHOOSECARVEOUT
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Is it shared memory alone that keeps CTAs away, however many registers a lane takes? Two warps of each scheduler
/// have room with all that a lane can have. Roles that deal them out say so themselves.
bool hasAllRegisters(func::FuncOp kernel, const CtaOccupancy &occupancy) {
  constexpr int64_t kWarpsWithAll = 8;
  WarpRolesOp roles = WarpRolesOp::of(kernel);
  return occupancy.isLimitedBySharedMemory && !(roles && roles.getConsumerRegisters()) &&
         occupancy.ctas * warpsOfCta(kernel) <= kWarpsWithAll;
}

struct ChooseCarveout : tile_gpu::impl::ChooseCarveoutBase<ChooseCarveout> {
  using ChooseCarveoutBase::ChooseCarveoutBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<Target> target = readTarget(kernel, architecture);
    if (failed(target))
      return signalPassFailure();
    if (!kernel->hasAttr(kNumWarpsAttr) || !kernel->hasAttr(kSharedBytesAttr))
      return;
    CtaOccupancy occupancy = occupancyOf(kernel, *target);
    std::optional<int64_t> percent;
    if (occupancy.isLimitedBySharedMemory) {
      int64_t most = target->sharedMemoryPerMultiprocessor();
      int64_t needed = std::min(most, occupancy.ctas * sharedBytesOfCta(kernel));
      percent = llvm::divideCeil(100 * needed, most);
      kernel->setAttr(kCarveoutAttr, Builder(kernel.getContext()).getI32IntegerAttr(int32_t(*percent)));
    }
    if (hasAllRegisters(kernel, occupancy))
      kernel->setAttr(kMinCtasAttr, Builder(kernel.getContext()).getI32IntegerAttr(int32_t(occupancy.ctas)));
    if (percent && remarks && tile::isPreferredVariant(kernel))
      tile::Remark(kernel, "Carveout").with("percent", *percent)
          << *percent << " % of a multiprocessor's memory is shared memory, the rest L1 cache";
  }
};

} // namespace
