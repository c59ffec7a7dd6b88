// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ops that only rename elements, and those that make them from the lane's position. No data moves between lanes.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

/// Registers stay what they are.
template <typename Op> class RenamePattern : public RegisterPattern<Op> {
public:
  using Base = RegisterPattern<Op>;
  using Base::Base;
  LogicalResult lower(Op op, typename Base::Adaptor adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    this->replace(op, llvm::to_vector(adaptor.getSource()), rewriter);
    return success();
  }
};

/// The element numbers of `operand` that the elements of `result` are stretched from.
uint64_t stretchedElement(const LinearLayout &result, const LinearLayout &operand, uint64_t element) {
  std::vector<int64_t> coordinates = result.coordinatesOf(element);
  coordinates.erase(coordinates.begin(), coordinates.begin() + (result.rank() - operand.rank()));
  for (unsigned d = 0; d < operand.rank(); ++d)
    if (operand.shape()[d] == 1)
      coordinates[d] = 0;
  return operand.elementOf(coordinates);
}

class BroadcastPattern : public RegisterPattern<tile_gpu::BroadcastOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BroadcastOp op, Adaptor adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout source = tile_gpu::LayoutAttr::of(op.getSource().getType());
    LinearLayout result = tile_gpu::LayoutAttr::of(op.getType());
    std::map<uint64_t, Value> valueOf;
    for (unsigned i = 0; i < source.size(Place::Register); ++i)
      valueOf.try_emplace(source.elementAt({.registerIndex = i}), adaptor.getSource()[i]);
    Registers registers;
    for (unsigned i = 0; i < result.size(Place::Register); ++i) {
      auto found = valueOf.find(stretchedElement(result, source, result.elementAt({.registerIndex = i})));
      assert(found != valueOf.end() && "the layouts are those of broadcastOperand");
      registers.push_back(found->second);
    }
    replace(op, registers, rewriter);
    return success();
  }
};

class CatPattern : public RegisterPattern<tile_gpu::CatOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::CatOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout layout = tile_gpu::LayoutAttr::of(op.getType());
    layout::PlaceBit split = *layout.splitBit(op.getAxis());
    replace(op,
            split.place == Place::Register ? byRegister(layout, split.bit, adaptor.getFirst(), adaptor.getSecond())
                                           : byThread(builder, split, adaptor.getFirst(), adaptor.getSecond()),
            rewriter);
    return success();
  }

private:
  static Registers byRegister(const LinearLayout &layout, unsigned bit, ValueRange first, ValueRange second) {
    unsigned low = (1u << bit) - 1;
    Registers registers;
    for (unsigned i = 0; i < layout.size(Place::Register); ++i) {
      unsigned index = (i & low) | (i >> 1 & ~low); // without the bit
      registers.push_back((i >> bit & 1 ? second : first)[index]);
    }
    return registers;
  }

  /// Every lane holds both and takes its own.
  static Registers byThread(ImplicitLocOpBuilder &builder, layout::PlaceBit split, ValueRange first,
                            ValueRange second) {
    unsigned bit = split.bit + (split.place == Place::Warp ? layout::log2OfExtent(kLanesPerWarp) : 0);
    Value masked = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, 1u << bit));
    Value isSecond = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, masked, constant32(builder, 0));
    Registers registers;
    for (auto [a, b] : llvm::zip(first, second))
      registers.push_back(arith::SelectOp::create(builder, isSecond, b, a));
    return registers;
  }
};

/// `value` (i32) as an integer of another width.
Value resize(ImplicitLocOpBuilder &builder, Value value, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 32)
    return arith::TruncIOp::create(builder, type, value);
  return width > 32 ? arith::ExtUIOp::create(builder, type, value).getResult() : value;
}

/// Element numbers or coordinates of all registers.
SmallVector<Value> positions(ImplicitLocOpBuilder &builder, Type type, const LinearLayout &layout, ElementBits bits) {
  LinearIndex lane = laneElement(builder, layout, bits);
  SmallVector<Value> registers;
  for (unsigned i = 0; i < layout.size(Place::Register); ++i)
    registers.push_back(resize(builder, combine(builder, lane, registerElement(layout, i, bits)), type));
  return registers;
}

class CoordinatePattern : public RegisterPattern<tile_gpu::CoordinateOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::CoordinateOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout layout = tile_gpu::LayoutAttr::of(op.getType());
    Type element = getElementTypeOrSelf(op.getType());
    replace(op, positions(builder, element, layout, ElementBits::ofDimension(layout, op.getDimension())), rewriter);
    return success();
  }
};

class IotaPattern : public RegisterPattern<tile::IotaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::IotaOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    replace(op, positions(builder, element, tile_gpu::LayoutAttr::of(op.getType()), ElementBits::all()), rewriter);
    return success();
  }
};

class SplatPattern : public RegisterPattern<tile::SplatOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::SplatOp op, Adaptor adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    replace(op, Registers(numRegisters(op.getType()), adaptor.getSource().front()), rewriter);
    return success();
  }
};

class ToScalarPattern : public RegisterPattern<tile::ToScalarOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile::ToScalarOp op, Adaptor adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource().front());
    return success();
  }
};

} // namespace

void tilec::populateShapePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                  const LoweringContext &lowering) {
  patterns.add<RenamePattern<tile_gpu::ReshapeOp>, RenamePattern<tile_gpu::PermuteOp>, RenamePattern<tile::AssumeOp>,
               BroadcastPattern, CatPattern, CoordinatePattern, IotaPattern, SplatPattern, ToScalarPattern>(
      types, lowering, patterns.getContext());
}
