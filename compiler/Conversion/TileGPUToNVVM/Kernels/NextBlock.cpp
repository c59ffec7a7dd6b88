// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The block that a CTA which stays runs next: thread 0 counts it in the launch's workspace.
#include "compiler/Conversion/TileGPUToNVVM/Atomics/AtomicInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/Atomics/Owners.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Transfers/LanePosition.h"

using namespace mlir;
using namespace tilec;

namespace {

class NextBlockPattern : public RegisterPattern<tile_gpu::NextBlockOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::NextBlockOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    auto argument = kernel ? kernel->getAttrOfType<IntegerAttr>(tile_gpu::kBlockCounterAttr) : nullptr;
    if (!argument)
      return op.emitOpError("expected to stand in a kernel whose CTAs stay");
    Owners owners(op, op.getType(), builder);
    Value counter = inKnownSpace(builder, kernel.getArgument(argument.getInt()), /*isGlobal=*/true);
    AtomicAccess access{tile::MemoryOrder::Relaxed, tile::MemoryScope::Device, counter, owners.predicateFor({})};
    Value drawn = emitAtomicRmw(builder, access, tile::AtomicKind::Add, constant32(builder, 1), /*wantsResult=*/true);
    Value workers = NVVM::GridDimXOp::create(builder, builder.getI32Type());
    Value next = arith::AddIOp::create(builder, workers, drawn);
    FailureOr<SmallVector<Value>> everywhere = owners.distribute({next});
    if (failed(everywhere))
      return failure();
    replace(op, *everywhere, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateNextBlockPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                      const LoweringContext &lowering) {
  patterns.add<NextBlockPattern>(types, lowering, patterns.getContext());
}
