// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The block that a CTA which stays runs next: thread 0 counts it in the launch's workspace. Of a cluster that shares
/// its blocks the first CTA does.
#include "compiler/Conversion/TileGPUToNVVM/Atomics/AtomicInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/Atomics/Owners.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"

using namespace mlir;
using namespace tilec;

namespace {

class NextBlockPattern : public RegisterPattern<tile_gpu::NextBlockOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::NextBlockOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    auto argument = kernel ? kernel->getAttrOfType<IntegerAttr>(tile_gpu::kBlockCounterAttr) : nullptr;
    if (!argument)
      return op.emitOpError("expected to stand in a kernel whose CTAs stay");
    Owners owners(op, op.getType(), builder);
    Value counter = inKnownSpace(builder, kernel.getArgument(argument.getInt()), /*isGlobal=*/true);
    AtomicAccess access{tile::MemoryOrder::Relaxed, tile::MemoryScope::Device, counter,
                        owners.predicateFor(isFirstOfCluster(op, builder))};
    Value last = arith::SubIOp::create(builder, adaptor.getDraws().front(), constant32(builder, 1));
    Value drawn = emitAtomicCount(builder, access, last);
    FailureOr<SmallVector<Value>> everywhere = owners.distribute({drawn});
    if (failed(everywhere))
      return failure();
    // The number is read where it is needed first: the first instruction that reads what was drawn waits for it.
    if (Operation *user = firstUser(op))
      builder.setInsertionPoint(user);
    replace(op, {arith::AddIOp::create(builder, workersOf(op, builder), everywhere->front())}, rewriter);
    return success();
  }

private:
  /// Null where others than ops of the same block need the number.
  static Operation *firstUser(Operation *op) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      if (user->getBlock() != op->getBlock())
        return nullptr;
      if (!first || user->isBeforeInBlock(first))
        first = user;
    }
    return first;
  }

  /// Null where each CTA draws for itself.
  static Value isFirstOfCluster(Operation *op, ImplicitLocOpBuilder &builder) {
    if (tile::numCtasOf(op) <= 1)
      return {};
    Value rank = NVVM::BlockInClusterIdXOp::create(builder, builder.getI32Type());
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rank, constant32(builder, 0));
  }
  static Value workersOf(Operation *op, ImplicitLocOpBuilder &builder) {
    if (tile::ctasOfCluster(op) > 1)
      return NVVM::ClusterDimXOp::create(builder, builder.getI32Type());
    return NVVM::GridDimXOp::create(builder, builder.getI32Type());
  }
};

} // namespace

void tilec::populateNextBlockPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                      const LoweringContext &lowering) {
  patterns.add<NextBlockPattern>(types, lowering, patterns.getContext());
}
