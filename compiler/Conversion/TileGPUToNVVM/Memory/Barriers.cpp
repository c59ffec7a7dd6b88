// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Barriers that order memory. `bar.sync` and `bar.warp.sync` order all accesses of the threads that take part (PTX
/// ISA, "bar" and "bar.warp.sync"), the cluster's arrive and wait do so by their default release and acquire.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Warps that a barrier of the CTA is for: before roles are taken, all.
unsigned numWaiting(tile_gpu::MemoryBarrierOp op) {
  auto roles = tile_gpu::WarpRolesOp::of(op->getParentOfType<FunctionOpInterface>());
  bool isBeforeRoles = roles && !tile_gpu::WarpRolesOp::around(op->getBlock());
  return isBeforeRoles ? roles.getNumWarps() : tile_gpu::numWarpsOf(op);
}

class MemoryBarrierPattern : public RegisterPattern<tile_gpu::MemoryBarrierOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MemoryBarrierOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    switch (op.getScope()) {
    case tile_gpu::BarrierScope::Warp:
      emitCtaBarrier(builder, /*numWarps=*/1);
      break;
    case tile_gpu::BarrierScope::Cta:
      emitCtaBarrier(builder, numWaiting(op));
      break;
    case tile_gpu::BarrierScope::Cluster:
      if (!lowering.target.has(Capability::Cluster))
        return op.emitOpError() << "expected a target with clusters, got " << lowering.target.name();
      if (op->hasAttr(tile_gpu::kBeginAttr))
        NVVM::ClusterWaitOp::create(builder, builder.getUnitAttr());
      else
        emitClusterBarrier(builder);
      break;
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateBarrierPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<MemoryBarrierPattern>(types, lowering, patterns.getContext());
}
