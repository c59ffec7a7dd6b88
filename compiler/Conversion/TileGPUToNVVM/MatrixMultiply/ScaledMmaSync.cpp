// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Block-scaled MMAs of registers, by `mma.sync` with block scales.
///
///   kind      fragment    a word of an operand     scales of an instruction, bytes of one register
///   mxf8f6f4  16x8x32     four of 8 bits         1 for each row of A, column of B
///   mxf4      16x8x64     eight of 4 bits        2
///   mxf4nvf4  16x8x64     eight of 4 bits        4
///
/// Of the scales of A lanes 0 and 1 of each group of four give those of rows 8 apart, of B lane 0 those of a column
/// (`layout::scaleFragment`): thread selector 0, byte selector 0.
/// Where the tile ends before the instruction, along M and N copies are fed, along K zeros (MmaSteps.h).
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/MmaSteps.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Layout/PackedPairs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MmaOperand;
using layout::Place;
using layout::TileMma;

namespace {

std::string nameOf(Type element) {
  return isa<Float8E4M3FNType>(element) ? "e4m3" : isa<Float8E5M2Type>(element) ? "e5m2" : "e2m1";
}

/// LLVM's name of the instruction.
std::string intrinsicOf(tile_gpu::ScaledMmaOp op) {
  Type operandType = getElementTypeOrSelf(op.getA().getType()), scale = getElementTypeOrSelf(op.getAScale().getType());
  std::string types = ".f32." + nameOf(operandType) + "." + nameOf(operandType) + ".f32.";
  std::string name = "llvm.nvvm.mma.block.scale.";
  if (!isa<Float4E2M1FNType>(operandType))
    return name + "m16n8k32.row.col.mxf8f6f4.scale.1x" + types + "ue8m0";
  if (isa<Float8E8M0FNUType>(scale))
    return name + "m16n8k64.row.col.mxf4.scale.2x" + types + "ue8m0";
  return name + "m16n8k64.row.col.mxf4nvf4.scale.4x" + types + "ue4m3";
}

/// The low halves of two bytes in one, the first lowest.
Value packedPair(ImplicitLocOpBuilder &builder, Value first, Value second) {
  Value four = arith::ConstantOp::create(builder, builder.getI8IntegerAttr(4));
  Value low = arith::ConstantOp::create(builder, builder.getI8IntegerAttr(15));
  return arith::OrIOp::create(builder, arith::AndIOp::create(builder, first, low),
                              arith::ShLIOp::create(builder, second, four));
}

class ScaledMmaEmitter {
public:
  ScaledMmaEmitter(tile_gpu::ScaledMmaOp op, ArrayRef<ValueRange> operands, ImplicitLocOpBuilder &builder)
      : op(op), steps(op.mma()), mma(steps.mma), builder(builder), accumulator(op.getAccumulator(), operands[4]) {
    for (unsigned i = 0; i < 4; ++i)
      tiles.emplace_back(op->getOperand(i), operands[i]);
  }

  SmallVector<Value> run() {
    int64_t depth = mma.instructionFragment(MmaOperand::A).shape().back();
    std::vector<MmaStep> fragments = steps.ofAccumulator(accumulator);
    for (int64_t k = 0; k < mma.k; k += depth)
      for (MmaStep step : fragments) {
        step.k = k;
        multiply(step);
      }
    return accumulator.all();
  }

private:
  void multiply(const MmaStep &step) {
    SmallVector<Value> arguments = wordsOf(MmaOperand::A, step);
    llvm::append_range(arguments, wordsOf(MmaOperand::B, step));
    std::vector<Coordinates> cells = steps.sumsOf(step);
    for (const Coordinates &cell : cells)
      arguments.push_back(accumulator.at(cell));
    Value zero = arith::ConstantOp::create(builder, builder.getI16IntegerAttr(0));
    for (MmaOperand operand : {MmaOperand::A, MmaOperand::B})
      llvm::append_range(arguments, SmallVector<Value>{scaleWord(operand, step), zero, zero});
    auto type =
        LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(cells.size(), builder.getF32Type()));
    Value result =
        LLVM::CallIntrinsicOp::create(builder, type, builder.getStringAttr(intrinsicOf(op)), arguments).getResult(0);
    for (auto [i, cell] : llvm::enumerate(cells))
      accumulator.at(cell) = LLVM::ExtractValueOp::create(builder, result, i);
  }

  SmallVector<Value> wordsOf(MmaOperand operand, const MmaStep &step) {
    bool isA = operand == MmaOperand::A;
    auto [known, isNew] = words.try_emplace({isA, step.batch, isA ? step.m : step.n, step.k});
    if (isNew)
      known->second = makeWords(operand, step);
    return known->second;
  }

  SmallVector<Value> makeWords(MmaOperand operand, const MmaStep &step) {
    SmallVector<Value> elements = steps.elementsOf(operand, step, tiles[operand == MmaOperand::A ? 0 : 2]);
    for (Value &element : elements)
      if (!element)
        element = zeroByte();
    SmallVector<Value> result;
    unsigned perWord = 32 / mma.elementBits;
    for (size_t i = 0; i < elements.size(); i += perWord)
      result.push_back(wordOf(ArrayRef(elements).slice(i, perWord)));
    return withoutLanes(steps.lanesBeyondK(operand), result);
  }

  Value zeroByte() {
    return arith::ConstantOp::create(builder, builder.getI8IntegerAttr(0));
  }

  /// Bytes, or their low halves, side by side.
  Value wordOf(ArrayRef<Value> elements) {
    constexpr unsigned kBytes = 4;
    if (elements.size() == kBytes)
      return packWord(builder, elements);
    SmallVector<Value> pairs;
    for (size_t i = 0; i < elements.size(); i += 2)
      pairs.push_back(packedPair(builder, elements[i], elements[i + 1]));
    return packWord(builder, pairs);
  }

  /// Zero in lanes that stand beyond K.
  SmallVector<Value> withoutLanes(uint32_t mask, SmallVector<Value> values) {
    if (!mask)
      return values;
    Value beyond = arith::AndIOp::create(builder, laneIndex(builder), constant32(builder, mask));
    Value isInside = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, beyond, constant32(builder, 0));
    for (Value &value : values)
      value = arith::SelectOp::create(builder, isInside, value, constant32(builder, 0));
    return values;
  }

  /// The scales of one instruction, the first lowest.
  Value scaleWord(MmaOperand operand, const MmaStep &step) {
    bool isA = operand == MmaOperand::A;
    auto [known, isNew] = words.try_emplace({isA, step.batch, isA ? step.m : step.n, -1 - step.k});
    if (!isNew)
      return known->second.front();
    TileRegisters &tile = tiles[isA ? 1 : 3];
    int64_t depth = mma.instructionFragment(MmaOperand::A).shape().back(), perScale = op.elementsOfScale();
    SmallVector<Value> scales;
    for (int64_t k = step.k; k < std::min(mma.k, step.k + depth); k += perScale)
      scales.push_back(
          tile.at(isA ? steps.element(step, step.m, k / perScale) : steps.element(step, k / perScale, step.n)));
    while (scales.size() < 4)
      scales.push_back(zeroByte());
    Value word = packWord(builder, scales);
    known->second = {word};
    return word;
  }

  tile_gpu::ScaledMmaOp op;
  const MmaSteps steps;
  const TileMma &mma;
  ImplicitLocOpBuilder &builder;
  TileRegisters accumulator;
  std::vector<TileRegisters> tiles;
  /// The words of operands, and (with k below zero) of scales.
  std::map<std::tuple<bool, int64_t, int64_t, int64_t>, SmallVector<Value>> words;
};

class ScaledMmaPattern : public RegisterPattern<tile_gpu::ScaledMmaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ScaledMmaOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (op.getIntoTensorMemory())
      return op.emitOpError("expected tile-gpu-stage-mma-operands before");
    if (!lowering.target.has(Capability::MmaBlockScaled))
      return op.emitOpError() << "expected a target with block-scaled mma.sync, got " << lowering.target.name();
    ValueRange operands[] = {adaptor.getA(), adaptor.getAScale(), adaptor.getB(), adaptor.getBScale(),
                             adaptor.getAccumulator()};
    replace(op, ScaledMmaEmitter(op, operands, builder).run(), rewriter);
    return success();
  }
};

class PackFoursPattern : public RegisterPattern<tile_gpu::PackFoursOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::PackFoursOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout source = tile_gpu::LayoutAttr::of(op.getSource().getType());
    unsigned pair = 1u << *layout::pairBit(source, unsigned(op.getDimension()));
    Registers bytes;
    for (unsigned i = 0; i < source.size(Place::Register); ++i)
      if ((i & pair) == 0)
        bytes.push_back(packedPair(builder, adaptor.getSource()[i], adaptor.getSource()[i | pair]));
    replace(op, bytes, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateScaledMmaPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                      const LoweringContext &lowering) {
  patterns.add<ScaledMmaPattern, PackFoursPattern>(types, lowering, patterns.getContext());
}
