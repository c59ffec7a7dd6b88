// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies from global to shared memory that go on by themselves: `cp.async`, which ignores its source where the mask is
/// false (nothing is read, zeros are written), predicated where the op has a condition and where other lanes hold
/// copies of the pointers. Tokens become nothing: LLVM keeps the order, since commits and waits touch all memory in its
/// eyes.
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

/// One instruction: `bytes` from `source` to `destination`. Where `mask` is false (null: it is true) nothing is read,
/// and zeros are written; where `predicate` is (null: true) nothing is done.
struct Copy {
  Value destination, source;
  unsigned bytes;
  Value mask, predicate;
};

/// 16 bytes go past the L1 cache, which nothing of a stream comes back to.
constexpr unsigned kBytesPastL1 = 16;

/// A predicate that ignores the source is one of the instruction's own; a size that may be 0 takes two more.
void emitCopyIf(ImplicitLocOpBuilder &builder, const Copy &copy) {
  SmallVector<Value> operands;
  std::string constraints;
  auto add = [&](Value operand, StringRef constraint) {
    operands.push_back(operand);
    constraints += (constraints.empty() ? "" : ",") + constraint.str();
    return "$" + std::to_string(operands.size() - 1);
  };
  std::string text = copy.predicate ? "@" + add(copy.predicate, "b") + " " : "";
  text += std::string("cp.async.") + (copy.bytes == kBytesPastL1 ? "cg" : "ca") + ".shared.global [" +
          add(copy.destination, "l") + "], [" + add(copy.source, "l") + "], " + std::to_string(copy.bytes);
  if (copy.mask) {
    Value isIgnored =
        arith::XOrIOp::create(builder, copy.mask, arith::ConstantOp::create(builder, builder.getBoolAttr(true)));
    text += ", " + add(isIgnored, "b");
  }
  emitInlinePtx(builder, {}, text + ";", constraints, operands);
}

void emitCopy(ImplicitLocOpBuilder &builder, const Copy &copy) {
  if (copy.mask || copy.predicate)
    return emitCopyIf(builder, copy);
  auto cache = copy.bytes == kBytesPastL1 ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(builder, copy.destination, copy.source, copy.bytes, cache, Value());
}

/// Tokens are no values.
template <typename Op> void replaceToken(Op op, ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithMultiple(op, SmallVector<SmallVector<Value>>(1));
}

class AsyncCopyPattern : public RegisterPattern<tile_gpu::AsyncCopyOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AsyncCopyOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    layout::LinearLayout layout = tile_gpu::LayoutAttr::of(op.getPointer().getType());
    tile_gpu::BufferType buffer = op.getBuffer().getType();
    layout::LinearMap offsets = buffer.getOffsetOfPlace(layout);
    Type stored = storedType(registerType(buffer.getElementType()));
    SharedAddresses addresses(builder, adaptor.getBuffer().front(), stored,
                              laneOffset(builder, offsets, layout.bits(layout::Place::Register).count));
    Value predicate = isOwner(builder, layout);
    if (Value condition = op.getCondition() ? adaptor.getCondition().front() : Value())
      predicate = predicate ? arith::AndIOp::create(builder, predicate, condition).getResult() : condition;
    unsigned bytes = op.getVector() * tile::storageBytes(buffer.getElementType());
    for (unsigned i = 0; i < layout.size(layout::Place::Register); i += op.getVector()) {
      if (!isOwningRegister(layout, i))
        continue;
      auto global = LLVM::LLVMPointerType::get(getContext(), kGlobalAddressSpace);
      Value source = LLVM::AddrSpaceCastOp::create(builder, global, registerOf(adaptor.getPointer(), i));
      Value mask = op.getMask() ? registerOf(adaptor.getMask(), i) : Value();
      emitCopy(builder, {addresses.at(offsets.apply(i)), source, bytes, mask, predicate});
    }
    replaceToken(op, rewriter);
    return success();
  }
};

class NoCopiesPattern : public RegisterPattern<tile_gpu::NoCopiesOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::NoCopiesOp op, Adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    replaceToken(op, rewriter);
    return success();
  }
};

class AsyncCommitPattern : public RegisterPattern<tile_gpu::AsyncCommitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AsyncCommitOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    NVVM::CpAsyncCommitGroupOp::create(builder);
    replaceToken(op, rewriter);
    return success();
  }
};

class AsyncWaitPattern : public RegisterPattern<tile_gpu::AsyncWaitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AsyncWaitOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    NVVM::CpAsyncWaitGroupOp::create(builder, uint32_t(op.getPending()));
    replaceToken(op, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateAsyncCopyPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                      const LoweringContext &lowering) {
  patterns.add<AsyncCopyPattern, NoCopiesPattern, AsyncCommitPattern, AsyncWaitPattern>(types, lowering,
                                                                                        patterns.getContext());
}
