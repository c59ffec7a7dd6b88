// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads and stores through pointers: `vector` registers with one instruction, predicated where a mask or replication
/// says so.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

SmallVector<Value> toStored(ImplicitLocOpBuilder &builder, ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return tilec::toStored(builder, value); });
}

class LoadPattern : public RegisterPattern<tile_gpu::LoadOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::LoadOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type element = registerType(getElementTypeOrSelf(op.getType()));
    unsigned count = numRegisters(op.getType()), step = std::min<unsigned>(op.getVector(), count);
    Registers registers;
    for (unsigned i = 0; i < count; i += step) {
      Value address = inKnownSpace(builder, registerOf(adaptor.getPointer(), i), op, lowering.spaces);
      Value mask = op.getMask() ? registerOf(adaptor.getMask(), i) : Value();
      SmallVector<Value> padding;
      if (op.getPadding())
        for (unsigned j = 0; j < step; ++j)
          padding.push_back(registerOf(adaptor.getPadding(), i + j));
      for (Value value : loadVector(builder, address, storedType(element), step, mask, toStored(builder, padding),
                                    {op.getCache(), op.getReadOnly(), op.getAdjacentBlocks().value_or(0)}))
        registers.push_back(fromStored(builder, value, element));
    }
    replace(op, registers, rewriter);
    return success();
  }
};

/// The members of `vector` elements' structs are as many accesses as there are members, then dealt out.
class LoadStructsPattern : public RegisterPattern<tile_gpu::LoadStructsOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::LoadStructsOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    unsigned count = numRegisters(op.getPointer().getType()), step = std::min<unsigned>(op.getVector(), count);
    SmallVector<Registers> results(op.getNumResults());
    for (unsigned i = 0; i < count; i += step)
      for (auto [at, value] : llvm::enumerate(loadRun(op, adaptor, i, step, builder)))
        results[at % op.getNumResults()].push_back(value);
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }

private:
  Registers loadRun(tile_gpu::LoadStructsOp op, Adaptor adaptor, unsigned first, unsigned step,
                    ImplicitLocOpBuilder &builder) const {
    Type element = registerType(getElementTypeOrSelf(op.getResult(0).getType())), stored = storedType(element);
    Value address = inKnownSpace(builder, registerOf(adaptor.getPointer(), first), op, lowering.spaces);
    Value mask = op.getMask() ? registerOf(adaptor.getMask(), first) : Value();
    unsigned members = op.getNumResults();
    Registers run;
    for (unsigned access = 0; access < members; ++access) {
      SmallVector<Value> padding;
      for (unsigned j = 0; op.getPadding() && j < step; ++j)
        padding.push_back(registerOf(adaptor.getPadding(), first + (access * step + j) / members));
      Value from = addressBehind(builder, address, stored, access * step);
      for (Value value : loadVector(builder, from, stored, step, mask, toStored(builder, padding)))
        run.push_back(fromStored(builder, value, element));
    }
    return run;
  }
};

class StorePattern : public RegisterPattern<tile_gpu::StoreOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::StoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type type = op.getValue().getType();
    bool isUniform = !tile_gpu::isDistributed(type);
    layout::LinearLayout layout = isUniform ? layout::LinearLayout() : tile_gpu::LayoutAttr::of(type);
    Value owner = isUniform ? isFirstThread(builder) : isOwner(builder, layout);
    unsigned count = numRegisters(type), step = std::min<unsigned>(op.getVector(), count);
    for (unsigned i = 0; i < count; i += step) {
      if (!isUniform && !isOwningRegister(layout, i))
        continue;
      Value address = inKnownSpace(builder, registerOf(adaptor.getPointer(), i), op, lowering.spaces);
      Value mask = op.getMask() ? registerOf(adaptor.getMask(), i) : Value();
      SmallVector<Value> values = toStored(builder, adaptor.getValue().slice(i, step));
      storeVector(builder, address, values, conjunction(builder, owner, mask), {op.getCache()});
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateLoadStorePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                      const LoweringContext &lowering) {
  patterns.add<LoadPattern, LoadStructsPattern, StorePattern>(types, lowering, patterns.getContext());
}
