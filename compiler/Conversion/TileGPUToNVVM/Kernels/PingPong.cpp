// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lowers turns of warpgroups to named barriers. Each warpgroup has one, numbered after the barriers of the CTA and of
/// the consumers (or of each group of them). A warpgroup waits at its own barrier (`bar.sync`) for the warpgroup before
/// it, which only arrives there (`bar.arrive`).
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

/// The threads that a barrier counts: two warpgroups.
const char *const kThreads = "256";

/// The warpgroup's number, broadcast so that the assembler sees that all lanes have the same.
Value warpgroup(ImplicitLocOpBuilder &builder) {
  Value number = arith::ShRUIOp::create(builder, threadIndex(builder),
                                        constant32(builder, layout::log2OfExtent(kWarpsPerWarpgroup * kLanesPerWarp)));
  return shuffleFrom(builder, number, constant32(builder, 0));
}

Value barrierOf(ImplicitLocOpBuilder &builder, Value taker) {
  auto roles = tile_gpu::WarpRolesOp::around(builder.getInsertionBlock());
  return arith::AddIOp::create(builder, taker, constant32(builder, 1 + int64_t(roles.getGroups())));
}

class PingPongWaitPattern : public RegisterPattern<tile_gpu::PingPongWaitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::PingPongWaitOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    emitInlinePtx(builder, {}, std::string("bar.sync $0, ") + kThreads + ";", "r",
                  {barrierOf(builder, warpgroup(builder))});
    rewriter.eraseOp(op);
    return success();
  }
};

class PingPongArrivePattern : public RegisterPattern<tile_gpu::PingPongArriveOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::PingPongArriveOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value own = warpgroup(builder);
    auto roles = tile_gpu::WarpRolesOp::around(op->getBlock());
    Value last = constant32(builder, roles.getNumConsumerWarps() / kWarpsPerWarpgroup - 1);
    Value isLast = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, own, last);
    Value next = arith::AddIOp::create(builder, own, constant32(builder, 1));
    next = arith::SelectOp::create(builder, isLast, constant32(builder, 0), next);
    std::string text = std::string(op.getFirst() ? "@$1 " : "") + "bar.arrive $0, " + kThreads + ";";
    SmallVector<Value> operands = {barrierOf(builder, next)};
    if (op.getFirst())
      operands.push_back(isLast);
    emitInlinePtx(builder, {}, text, op.getFirst() ? "r,b" : "r", operands);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populatePingPongPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                     const LoweringContext &lowering) {
  patterns.add<PingPongWaitPattern, PingPongArrivePattern>(types, lowering, patterns.getContext());
}
