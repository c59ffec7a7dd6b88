// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// sink-barriers: a barrier moves down to the next op that may reach memory (see Passes.td).
///
/// Barriers stand before whole ops of tiles. Of a reduction that shares its scratch with an earlier one, the part in
/// registers and lanes comes before anything is stored, and uses its operands up. Behind it the barrier holds up less:
/// the operands' registers are free again, and no warp waits before it has done its part.
///
///     barrier0                          %s = arith.addf %a, %b
///     %s = arith.addf %a, %b      =>    %t = nvvm.shfl.sync %s
///     %t = nvvm.shfl.sync %s            barrier0
///     llvm.store %t, %scratch           llvm.store %t, %scratch
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/SlowPaths.h"
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tilec {
#define GEN_PASS_DEF_SINKBARRIERS
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

/// Neither reads nor writes memory that others see. Shuffles and votes wait for lanes, but what they exchange is
/// registers.
static bool isApartFromMemory(Operation *op) {
  return isa<NVVM::ShflOp, NVVM::ReduxOp, NVVM::VoteSyncOp>(op) || isOfLane(op);
}

static void sink(Operation *barrier) {
  Operation *next = barrier->getNextNode();
  while (!next->hasTrait<OpTrait::IsTerminator>() && isApartFromMemory(next))
    next = next->getNextNode();
  barrier->moveBefore(next);
}

namespace {

class SinkBarriers : public tilec::impl::SinkBarriersBase<SinkBarriers> {
public:
  void runOnOperation() override {
    SmallVector<Operation *> barriers;
    getOperation()->walk([&](Operation *op) {
      if (isa<NVVM::Barrier0Op, NVVM::BarrierOp>(op))
        barriers.push_back(op);
    });
    llvm::for_each(barriers, sink);
  }
};

} // namespace
