// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// assert: the condition is the same in all lanes, and thread 0 calls the driver's `__assertfail`, which ends the
/// launch.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Output/DriverCalls.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/IR/UserLocations.h"

using namespace mlir;
using namespace tilec;

namespace {

class AssertPattern : public RegisterPattern<tile_gpu::AssertOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AssertOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value truth = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
    Value isFalse = arith::XOrIOp::create(builder, adaptor.getCondition().front(), truth);
    Value reports = arith::AndIOp::create(builder, isFalse, isFirstThread(builder));
    auto report = scf::IfOp::create(builder, reports, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(report.thenBlock());

    ModuleOp module = op->getParentOfType<ModuleOp>();
    Type pointer = LLVM::LLVMPointerType::get(getContext()), i32 = builder.getI32Type(), i64 = builder.getI64Type();
    LLVM::LLVMFuncOp function = declareFunction(module, "__assertfail", LLVM::LLVMVoidType::get(getContext()),
                                                {pointer, pointer, i32, pointer, i64});
    function.setPassthroughAttr(builder.getStrArrayAttr({"noreturn"}));
    SmallVector<FileLineColLoc> lines = tile::userLocations(op.getLoc());
    FileLineColLoc source = lines.empty() ? FileLineColLoc() : lines.front();
    Value charBytes = arith::ConstantOp::create(builder, builder.getI64IntegerAttr(1));
    LLVM::CallOp::create(builder, function,
                         ValueRange{stringConstant(builder, module, op.getMessage()),
                                    stringConstant(builder, module, source ? source.getFilename().getValue() : ""),
                                    constant32(builder, source ? source.getLine() : 0),
                                    stringConstant(builder, module, op.getFunction()), charBytes});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateAssertPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                   const LoweringContext &lowering) {
  patterns.add<AssertPattern>(types, lowering, patterns.getContext());
}
