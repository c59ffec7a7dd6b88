// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// mbarriers: eight bytes of shared memory each. Arrivals are inline PTX, so that one lane's need no branch. A wait is
/// a loop around `mbarrier.try_wait` (which suspends for a while), on chips without it around `mbarrier.test_wait`; its
/// form without a time limit, which ptxas keeps off the fast path.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/TileGPU/IR/UsedReads.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Transaction counts and their copies came together.
LogicalResult expectTransactions(Operation *op, const Target &target) {
  if (target.has(Capability::BulkCopy))
    return success();
  return op->emitOpError() << "expected a target with bulk copies, got " << target.name();
}

void emitProxyFence(ImplicitLocOpBuilder &builder) {
  auto ofCta = NVVM::SharedSpaceAttr::get(builder.getContext(), NVVM::SharedSpace::shared_cta);
  NVVM::FenceProxyOp::create(builder, NVVM::ProxyKind::async_shared, ofCta);
}

class AllocMbarriersPattern : public RegisterPattern<tile_gpu::AllocMbarriersOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AllocMbarriersOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> address = sharedAddress(op, op.getSharedOffset(), builder);
    if (failed(address))
      return failure();
    rewriter.replaceOp(op, *address);
    return success();
  }
};

class MbarrierInitPattern : public RegisterPattern<tile_gpu::MbarrierInitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MbarrierInitOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    // One branch around all: each alone, ptxas puts a branch and a fence around every one.
    std::string text = "{ @!$0 bra DONE; ";
    for (int64_t i = 0; i < op.getBarriers().getType().getCount(); ++i)
      text += "mbarrier.init.shared.b64 [$1" + (i ? "+" + std::to_string(i * kMbarrierBytes) : "") + "], $2; ";
    emitProloguePtx(builder, text + "DONE: }", "b,l,r",
                    {isFirstThread(builder), adaptor.getBarriers().front(), constant32(builder, op.getArrivals())});
    if (lowering.target.has(Capability::BulkCopy))
      NVVM::FenceMbarrierInitOp::create(builder);
    rewriter.eraseOp(op);
    return success();
  }
};

class MbarrierExpectTxPattern : public RegisterPattern<tile_gpu::MbarrierExpectTxOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MbarrierExpectTxOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (failed(expectTransactions(op, lowering.target)))
      return failure();
    Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    emitInlinePtx(builder, {}, "@$0 mbarrier.arrive.expect_tx.shared.b64 _, [$1], $2;", "b,l,r",
                  {isFirstThread(builder), barrier, constant32(builder, op.getBytes())});
    rewriter.eraseOp(op);
    return success();
  }
};

class MbarrierArrivePattern : public RegisterPattern<tile_gpu::MbarrierArriveOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MbarrierArriveOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    // The phase that comes back is not used: waits name theirs by parity.
    Value isArriver = op->hasAttr(tile_gpu::kUsedReadsAttr) ? arrivesBehindLoads(op, builder) : Value();
    if (!isArriver)
      isArriver = arrives(op.getArrivers(), builder);
    emitInlinePtx(builder, {}, "{ .reg .b64 phase; @$0 mbarrier.arrive.shared.b64 phase, [$1]; }", "b,l",
                  {isArriver, barrier});
    if (op.getCluster())
      arriveAtOthers(barrier, isArriver, tile::ctasOfCluster(op), builder);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Relaxed: with `.release.cluster` every arrival would be a `MEMBAR.ALL.GPU`. What MMAs have read they have read
  /// by now.
  static void arriveAtOthers(Value barrier, Value isArriver, unsigned ctas, ImplicitLocOpBuilder &builder) {
    Value rank = NVVM::BlockInClusterIdXOp::create(builder, builder.getI32Type());
    for (unsigned other = 1; other < ctas; ++other)
      emitInlinePtx(builder, {},
                    "{ .reg .b32 own, other; cvt.u32.u64 own, $1; mapa.shared::cluster.u32 other, own, $2; "
                    "@$0 mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [other]; }",
                    "b,l,r", {isArriver, barrier, arith::XOrIOp::create(builder, rank, constant32(builder, other))});
  }

  /// The loads of shared memory in front of `op`, back to the wait for what they load; none where something else reads.
  static SmallVector<LLVM::LoadOp> loadsBefore(Operation *op) {
    SmallVector<LLVM::LoadOp> loads;
    for (Operation *earlier = op->getPrevNode(); earlier && !isa<LLVM::InlineAsmOp>(earlier);
         earlier = earlier->getPrevNode()) {
      if (auto load = dyn_cast<LLVM::LoadOp>(earlier))
        loads.push_back(load);
      else if (!isa<tile_gpu::TileGPUDialect>(earlier->getDialect()) && !isMemoryEffectFree(earlier))
        return {};
    }
    return loads;
  }

  /// 32 bits of what was loaded, which all came at once.
  static Value wordOf(Value loaded, ImplicitLocOpBuilder &builder) {
    unsigned bits = DataLayout::closest(builder.getInsertionBlock()->getParentOp()).getTypeSizeInBits(loaded.getType());
    if (bits < 32)
      return LLVM::ZExtOp::create(builder, builder.getI32Type(),
                                  LLVM::BitcastOp::create(builder, builder.getIntegerType(bits), loaded));
    auto words = VectorType::get({int64_t(bits / 32)}, builder.getI32Type());
    return LLVM::ExtractElementOp::create(builder, LLVM::BitcastOp::create(builder, words, loaded),
                                          constant32(builder, 0));
  }

  /// One lane of the warp, but which one depends on words that all of them have loaded: it arrives when these have
  /// come. Without such loads a fence, and no lane.
  static Value arrivesBehindLoads(Operation *op, ImplicitLocOpBuilder &builder) {
    SmallVector<LLVM::LoadOp> loads = loadsBefore(op);
    if (loads.empty()) {
      emitProxyFence(builder);
      return {};
    }
    Value any;
    for (LLVM::LoadOp load : loads) {
      Value word = wordOf(load.getResult(), builder);
      any = any ? arith::OrIOp::create(builder, any, word) : word;
    }
    emitCtaBarrier(builder, /*numWarps=*/1);
    Value isSet = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, any, constant32(builder, 0));
    Value lanes = NVVM::VoteSyncOp::create(builder, builder.getI32Type(), constant32(builder, -1), isSet,
                                           NVVM::VoteSyncKind::ballot);
    // The highest of these, or lane 0.
    lanes = arith::OrIOp::create(builder, lanes, constant32(builder, 1));
    Value above = math::CountLeadingZerosOp::create(builder, lanes);
    Value highest = arith::SubIOp::create(builder, constant32(builder, 31), above);
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, laneIndex(builder), highest);
  }

  static Value arrives(tile_gpu::MbarrierArrivers arrivers, ImplicitLocOpBuilder &builder) {
    switch (arrivers) {
    case tile_gpu::MbarrierArrivers::First:
      return isFirstThread(builder);
    case tile_gpu::MbarrierArrivers::Warps:
      emitCtaBarrier(builder, /*numWarps=*/1);
      return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, laneIndex(builder), constant32(builder, 0));
    case tile_gpu::MbarrierArrivers::Lanes:
      return arith::ConstantOp::create(builder, builder.getBoolAttr(true));
    }
    llvm_unreachable("unknown arrivers");
  }
};

class MbarrierWaitPattern : public RegisterPattern<tile_gpu::MbarrierWaitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MbarrierWaitOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    llvm::StringRef test = lowering.target.has(Capability::BulkCopy) ? "try_wait" : "test_wait";
    emitInlinePtx(
        builder, {},
        ("{ .reg .pred done; WAIT: mbarrier." + test + ".parity.shared.b64 done, [$0], $1; @!done bra WAIT; }").str(),
        "l,r", {barrier, adaptor.getParity().front()});
    rewriter.replaceOpWithMultiple(op, SmallVector<SmallVector<Value>>(1));
    return success();
  }
};

class ProxyFencePattern : public RegisterPattern<tile_gpu::ProxyFenceOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ProxyFenceOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (failed(expectTransactions(op, lowering.target)))
      return failure();
    if (!op->hasAttr(tile_gpu::kUsedReadsAttr))
      emitProxyFence(builder);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateMbarrierPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                     const LoweringContext &lowering) {
  patterns.add<AllocMbarriersPattern, MbarrierInitPattern, MbarrierExpectTxPattern, MbarrierArrivePattern,
               MbarrierWaitPattern, ProxyFencePattern>(types, lowering, patterns.getContext());
}
