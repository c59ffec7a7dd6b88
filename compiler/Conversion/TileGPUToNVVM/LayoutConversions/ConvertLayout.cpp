// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A layout conversion, as `layout::planConversion` says is cheapest; or, where bytes were loaded in pairs, a
/// permutation of the bytes of two words at a time.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Transfers.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Layout/MatrixMultiply/PairedBytes.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Takes words apart by `prmt`: elements 0 and 2 of both words, and 1 and 3.
class Unpairing {
public:
  Unpairing(ImplicitLocOpBuilder &builder, const layout::UnpairedBytes &bytes, ValueRange source)
      : builder(builder), bytes(bytes), source(source) {
    for (int64_t selector : {0x6420, 0x7531})
      selectors.push_back(selectorOf(selector));
  }

  SmallVector<Value> run() {
    constexpr unsigned kWord = 4;
    SmallVector<Value> results(source.size());
    for (unsigned first = 0; first < source.size(); first += 2 * kWord) {
      SmallVector<Value> words = {packWord(builder, source.slice(first, kWord)),
                                  packWord(builder, source.slice(first + kWord, kWord))};
      for (unsigned second = 0; second < 2; ++second) {
        Value word = permuted(words, selectors[second]);
        for (auto [i, element] : llvm::enumerate(unpackWord(builder, word, source.front().getType(), kWord)))
          results[inFragment(first, unsigned(i), second)] = element;
      }
    }
    return results;
  }

private:
  /// Registers from `first` on, without the two words' own bits, are as before.
  unsigned inFragment(unsigned first, unsigned element, unsigned second) const {
    unsigned rest = first >> 1, low = rest & ((1u << bytes.pairBit) - 1), high = rest >> bytes.pairBit;
    return (high << 1 | second) << bytes.pairBit | low | element;
  }

  Value permuted(ArrayRef<Value> words, Value selector) {
    return LLVM::CallIntrinsicOp::create(builder, builder.getI32Type(), builder.getStringAttr("llvm.nvvm.prmt"),
                                         ValueRange{words[0], words[1], selector})
        .getResult(0);
  }

  /// The byte selector of a permutation; some lanes take the other word's bytes.
  Value selectorOf(int64_t selector) {
    constexpr int64_t kOtherWord = 0x4444;
    if (!bytes.swappedLanes)
      return constant32(builder, selector);
    Value lane = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, 1 << *bytes.swappedLanes));
    Value isSwapped = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, lane, constant32(builder, 0));
    return arith::SelectOp::create(builder, isSwapped, constant32(builder, selector ^ kOtherWord),
                                   constant32(builder, selector));
  }

  ImplicitLocOpBuilder &builder;
  const layout::UnpairedBytes &bytes;
  ValueRange source;
  SmallVector<Value> selectors;
};

class ConvertLayoutPattern : public RegisterPattern<tile_gpu::ConvertLayoutOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ConvertLayoutOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    bool isOfBytes = tile::storageBytes(getElementTypeOrSelf(op.getType())) == 1;
    auto bytes = isOfBytes ? layout::unpairedBytes(tile_gpu::LayoutAttr::of(op.getSource().getType()),
                                                   tile_gpu::LayoutAttr::of(op.getType()))
                           : std::nullopt;
    if (bytes) {
      replace(op, Unpairing(builder, *bytes, adaptor.getSource()).run(), rewriter);
      return success();
    }
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
