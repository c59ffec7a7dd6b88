// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arithmetic on pointers, and the addresses of variables.
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/IR/ElementTypes.h"

using namespace mlir;
using namespace tilec;

namespace {

int64_t pointeeBytes(Type pointer) {
  return tile::storageBytes(cast<tile::PtrType>(getElementTypeOrSelf(pointer)).getPointee());
}

class OffsetPattern : public RegisterPattern<tile::OffsetOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::OffsetOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type stored = builder.getIntegerType(pointeeBytes(op.getType()) * 8);
    Registers registers;
    for (unsigned i = 0; i < numRegisters(op.getType()); ++i) {
      Value pointer = registerOf(adaptor.getPointer(), i), offset = registerOf(adaptor.getOffset(), i);
      if (offset.getType().isInteger(1)) // counts as unsigned
        offset = arith::ExtUIOp::create(builder, builder.getI32Type(), offset);
      registers.push_back(
          LLVM::GEPOp::create(builder, pointer.getType(), stored, pointer, ArrayRef<LLVM::GEPArg>{offset}));
    }
    replace(op, registers, rewriter);
    return success();
  }
};

class PtrDiffPattern : public RegisterPattern<tile::PtrDiffOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::PtrDiffOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type i64 = builder.getI64Type();
    Value bytes = arith::ConstantOp::create(builder, builder.getI64IntegerAttr(pointeeBytes(op.getLhs().getType())));
    Registers registers;
    for (unsigned i = 0; i < numRegisters(op.getType()); ++i) {
      Value lhs = LLVM::PtrToIntOp::create(builder, i64, registerOf(adaptor.getLhs(), i));
      Value rhs = LLVM::PtrToIntOp::create(builder, i64, registerOf(adaptor.getRhs(), i));
      registers.push_back(
          LLVM::SDivOp::create(builder, arith::SubIOp::create(builder, lhs, rhs), bytes, /*isExact=*/true));
    }
    replace(op, registers, rewriter);
    return success();
  }
};

class AllocaPattern : public RegisterPattern<tile_gpu::AllocaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AllocaOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> address = sharedAddress(op, op.getSharedOffset(), builder);
    if (failed(address))
      return failure();
    Type generic = LLVM::LLVMPointerType::get(builder.getContext());
    rewriter.replaceOp(op, LLVM::AddrSpaceCastOp::create(builder, generic, *address));
    return success();
  }
};

class AddressOfPattern : public RegisterPattern<tile::AddressOfOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::AddressOfOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type global = LLVM::LLVMPointerType::get(builder.getContext(), kGlobalAddressSpace);
    Value address = LLVM::AddressOfOp::create(builder, global, op.getVariable());
    Type generic = LLVM::LLVMPointerType::get(builder.getContext());
    rewriter.replaceOp(op, LLVM::AddrSpaceCastOp::create(builder, generic, address));
    return success();
  }
};

class GlobalPattern : public RegisterPattern<tile::GlobalOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::GlobalOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    auto tensor = RankedTensorType::get({int64_t(op.getBytes())}, builder.getI8Type());
    SmallVector<int8_t> bytes(op.getBytes());
    if (std::optional<ArrayRef<int8_t>> initial = op.getInitial())
      bytes.assign(initial->begin(), initial->end());
    // The name is the host's way to a variable, so a private one is as good as any.
    auto linkage = op.getSymVisibility() == "private" ? LLVM::Linkage::Internal : LLVM::Linkage::External;
    LLVM::GlobalOp::create(builder, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()), op.getConstant(),
                           linkage, op.getSymName(), DenseElementsAttr::get(tensor, ArrayRef<int8_t>(bytes)),
                           op.getAlignment(), kGlobalAddressSpace);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populatePointerPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<OffsetPattern, PtrDiffPattern, AllocaPattern, AddressOfPattern, GlobalPattern>(types, lowering,
                                                                                              patterns.getContext());
}
