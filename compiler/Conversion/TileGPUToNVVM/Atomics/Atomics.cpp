// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atomics: the one owner of each element accesses it; a scalar's owner is thread 0. Where other lanes hold the result
/// too, it goes to them through scratch.
#include "compiler/Conversion/TileGPUToNVVM/Atomics/AtomicInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/Atomics/JoinAtomicLanes.h"
#include "compiler/Conversion/TileGPUToNVVM/Atomics/Owners.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;

namespace {

/// What the patterns of this family share.
template <typename Op> class AtomicPattern : public RegisterPattern<Op> {
public:
  using Base = RegisterPattern<Op>;
  using Base::Base;

protected:
  AtomicAccess accessOf(Op op, typename Base::Adaptor adaptor, unsigned index, Owners &owners,
                        ImplicitLocOpBuilder &builder) const {
    Value address = inKnownSpace(builder, registerOf(adaptor.getPointer(), index), op, this->lowering.spaces);
    Value mask = op.getMask() ? registerOf(adaptor.getMask(), index) : Value();
    return {op.getOrder(), op.getScope(), address, owners.predicateFor(mask)};
  }

  LogicalResult finish(Op op, SmallVector<Value> results, Owners &owners, ConversionPatternRewriter &rewriter) const {
    if (op->use_empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    FailureOr<SmallVector<Value>> everywhere = owners.distribute(std::move(results));
    if (failed(everywhere))
      return failure();
    this->replace(op, *everywhere, rewriter);
    return success();
  }
};

class AtomicLoadPattern : public AtomicPattern<tile_gpu::AtomicLoadOp> {
public:
  using AtomicPattern::AtomicPattern;
  LogicalResult lower(tile_gpu::AtomicLoadOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Owners owners(op, op.getType(), builder);
    Type element = registerType(getElementTypeOrSelf(op.getType()));
    SmallVector<Value> results = owners.forEach([&](unsigned i) -> Value {
      Value padding = op.getPadding() ? toStored(builder, registerOf(adaptor.getPadding(), i)) : Value();
      AtomicAccess access = accessOf(op, adaptor, i, owners, builder);
      return fromStored(builder, emitAtomicLoad(builder, access, storedType(element), padding), element);
    });
    return finish(op, results, owners, rewriter);
  }
};

class AtomicStorePattern : public AtomicPattern<tile_gpu::AtomicStoreOp> {
public:
  using AtomicPattern::AtomicPattern;
  LogicalResult lower(tile_gpu::AtomicStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Owners owners(op, op.getValue().getType(), builder);
    owners.forEach([&](unsigned i) {
      Value value = toStored(builder, registerOf(adaptor.getValue(), i));
      emitAtomicStore(builder, accessOf(op, adaptor, i, owners, builder), value);
      return Value();
    });
    rewriter.eraseOp(op);
    return success();
  }
};

class AtomicRmwPattern : public AtomicPattern<tile_gpu::AtomicRmwOp> {
public:
  using AtomicPattern::AtomicPattern;
  LogicalResult lower(tile_gpu::AtomicRmwOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getValue().getType());
    if (element.isBF16() && !lowering.target.has(Capability::AtomicAddBf16))
      return op.emitError() << "not supported yet: atomic add of bf16 on " << lowering.target.name();
    Owners owners(op, op.getValue().getType(), builder);
    if (op.getVector() > 1)
      return addVectors(op, adaptor, owners, builder, rewriter);
    bool isScattered = lowering.scattered.contains(op);
    SmallVector<Value> results = owners.forEach([&](unsigned i) {
      AtomicAccess access = accessOf(op, adaptor, i, owners, builder);
      Value value = registerOf(adaptor.getValue(), i);
      if (isScattered) {
        auto join = lowering.spaces.shared.contains(op) ? joinCrowdedLanes : joinLanes;
        JoinedUpdate joined = join(builder, op.getKind(), access.address, access.predicate, value);
        value = joined.value;
        access.predicate = joined.predicate;
      }
      return emitAtomicRmw(builder, access, op.getKind(), value, /*wantsResult=*/!op->use_empty());
    });
    return finish(op, results, owners, rewriter);
  }

private:
  LogicalResult addVectors(tile_gpu::AtomicRmwOp op, Adaptor adaptor, Owners &owners, ImplicitLocOpBuilder &builder,
                           ConversionPatternRewriter &rewriter) const {
    LinearLayout layout = tile_gpu::LayoutAttr::of(op.getValue().getType());
    for (unsigned i = 0; i < numRegisters(op.getValue().getType()); i += op.getVector())
      if (isOwningRegister(layout, i))
        emitAtomicVectorAdd(builder, accessOf(op, adaptor, i, owners, builder), op.getKind(),
                            adaptor.getValue().slice(i, op.getVector()), lowering.target);
    rewriter.eraseOp(op);
    return success();
  }
};

class AtomicCasPattern : public AtomicPattern<tile_gpu::AtomicCasOp> {
public:
  using AtomicPattern::AtomicPattern;
  LogicalResult lower(tile_gpu::AtomicCasOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Owners owners(op, op.getDesired().getType(), builder);
    SmallVector<Value> results = owners.forEach([&](unsigned i) {
      return emitAtomicCas(builder, accessOf(op, adaptor, i, owners, builder), registerOf(adaptor.getExpected(), i),
                           registerOf(adaptor.getDesired(), i));
    });
    return finish(op, results, owners, rewriter);
  }
};

} // namespace

void tilec::populateAtomicPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                   const LoweringContext &lowering) {
  patterns.add<AtomicLoadPattern, AtomicStorePattern, AtomicRmwPattern, AtomicCasPattern>(types, lowering,
                                                                                          patterns.getContext());
}
