// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A change of layout, as `layout::planConversion` says is cheapest.
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/Transfers/Transfers.h"

using namespace mlir;
using namespace tilec;

namespace {

class ConvertLayoutPattern : public RegisterPattern<tile_gpu::ConvertLayoutOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ConvertLayoutOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Registers> registers = emitTransfer(builder, op, op.plan(), adaptor.getSource());
    if (failed(registers))
      return failure();
    replace(op, *registers, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateConvertLayoutPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                          const LoweringContext &lowering) {
  patterns.add<ConvertLayoutPattern>(types, lowering, patterns.getContext());
}
