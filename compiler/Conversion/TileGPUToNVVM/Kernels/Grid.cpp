// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lowers questions about the grid of tile blocks. It is the grid of CTAs or of clusters. In persistent kernels it is a
/// parameter behind the source's.
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

template <typename X, typename Y, typename Z>
Value specialRegister(ImplicitLocOpBuilder &builder, tile::Dimension dimension) {
  Type i32 = builder.getI32Type();
  switch (dimension) {
  case tile::Dimension::X:
    return X::create(builder, i32);
  case tile::Dimension::Y:
    return Y::create(builder, i32);
  case tile::Dimension::Z:
    return Z::create(builder, i32);
  }
  llvm_unreachable("three dimensions");
}

class BlockIdPattern : public RegisterPattern<tile::BlockIdOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::BlockIdOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (tile::numCtasOf(op) > 1)
      rewriter.replaceOp(
          op, specialRegister<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp, NVVM::ClusterIdZOp>(builder, op.getDimension()));
    else
      rewriter.replaceOp(
          op, specialRegister<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(builder, op.getDimension()));
    return success();
  }
};

class NumBlocksPattern : public RegisterPattern<tile::NumBlocksOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::NumBlocksOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    if (auto argument = kernel ? kernel->getAttrOfType<IntegerAttr>(tile_gpu::kLogicalGridAttr) : nullptr) {
      Value grid = kernel.getArgument(argument.getInt());
      rewriter.replaceOp(op, LLVM::ExtractValueOp::create(builder, grid, int64_t(op.getDimension())));
      return success();
    }
    if (tile::numCtasOf(op) > 1)
      rewriter.replaceOp(op, specialRegister<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp, NVVM::ClusterDimZOp>(
                                 builder, op.getDimension()));
    else
      rewriter.replaceOp(
          op, specialRegister<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(builder, op.getDimension()));
    return success();
  }
};

class WorkerIdPattern : public RegisterPattern<tile::WorkerIdOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::WorkerIdOp op, Adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    if (tile::ctasOfCluster(op) > 1)
      rewriter.replaceOpWithNewOp<NVVM::ClusterIdXOp>(op, op.getType());
    else
      rewriter.replaceOpWithNewOp<NVVM::BlockIdXOp>(op, op.getType());
    return success();
  }
};

class NumWorkersPattern : public RegisterPattern<tile::NumWorkersOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::NumWorkersOp op, Adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    if (tile::ctasOfCluster(op) > 1)
      rewriter.replaceOpWithNewOp<NVVM::ClusterDimXOp>(op, op.getType());
    else
      rewriter.replaceOpWithNewOp<NVVM::GridDimXOp>(op, op.getType());
    return success();
  }
};

} // namespace

void tilec::populateGridPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                 const LoweringContext &lowering) {
  patterns.add<BlockIdPattern, NumBlocksPattern, WorkerIdPattern, NumWorkersPattern>(types, lowering,
                                                                                     patterns.getContext());
}
