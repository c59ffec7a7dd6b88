// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Block-scaled matrix products of registers, by `mma.sync` with block scales.
///
///   kind      fragment    a word of a factor     scales of an instruction, bytes of one register
///   mxf8f6f4  16x8x32     four of 8 bits         1 for each row of A, column of B
///   mxf4      16x8x64     eight of 4 bits        2
///   mxf4nvf4  16x8x64     eight of 4 bits        4
///
/// Of the scales of A lanes 0 and 1 of each group of four give those of rows 8 apart, of B lane 0 those of a column
/// (`layout::scaleFragment`): thread selector 0, byte selector 0. What is right in lane 0 of warp 0 is right in all.
/// Where the tile ends before the instruction, along M and N copies are fed, along K zeros.
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/Words.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MatrixProduct;
using layout::MmaOperand;
using layout::Place;

namespace {

using Coordinates = std::vector<int64_t>;

/// The registers of a tile by the element that they hold in lane 0 of warp 0.
class HeldElements {
public:
  HeldElements(Value tile, ValueRange registers)
      : layout(tile_gpu::LayoutAttr::of(tile.getType())), registers(llvm::to_vector(registers)) {
    for (unsigned i = 0; i < this->registers.size(); ++i)
      registerOf.try_emplace(layout.elementAt({.registerIndex = i}), i);
  }
  Value &at(const Coordinates &element) {
    return registers[registerOf.at(layout.elementOf(element))];
  }
  SmallVector<Value> all() {
    SmallVector<Value> values;
    for (unsigned i = 0; i < registers.size(); ++i)
      values.push_back(registers[registerOf.at(layout.elementAt({.registerIndex = i}))]);
    return values;
  }
  const LinearLayout layout;

private:
  SmallVector<Value> registers;
  std::map<uint64_t, unsigned> registerOf;
};

std::string nameOf(Type element) {
  return isa<Float8E4M3FNType>(element) ? "e4m3" : isa<Float8E5M2Type>(element) ? "e5m2" : "e2m1";
}

/// LLVM's name of the instruction.
std::string intrinsicOf(tile_gpu::ScaledMmaOp op) {
  Type factor = getElementTypeOrSelf(op.getA().getType()), scale = getElementTypeOrSelf(op.getAScale().getType());
  std::string types = ".f32." + nameOf(factor) + "." + nameOf(factor) + ".f32.";
  std::string name = "llvm.nvvm.mma.block.scale.";
  if (!isa<Float4E2M1FNType>(factor))
    return name + "m16n8k32.row.col.mxf8f6f4.scale.1x" + types + "ue8m0";
  if (isa<Float8E8M0FNUType>(scale))
    return name + "m16n8k64.row.col.mxf4.scale.2x" + types + "ue8m0";
  return name + "m16n8k64.row.col.mxf4nvf4.scale.4x" + types + "ue4m3";
}

/// Where one instruction starts in the tiles.
struct Start {
  int64_t batch, m, n, k;
};

class ScaledProductEmitter {
public:
  ScaledProductEmitter(tile_gpu::ScaledMmaOp op, ArrayRef<ValueRange> operands, ImplicitLocOpBuilder &builder)
      : op(op), product(op.product()), builder(builder), sum(op.getAccumulator(), operands[4]) {
    for (unsigned i = 0; i < 4; ++i)
      tiles.emplace_back(op->getOperand(i), operands[i]);
  }

  SmallVector<Value> run() {
    int64_t depth = product.instructionFragment(MmaOperand::A).shape().back();
    std::vector<Start> fragments = startsOfSums();
    for (int64_t k = 0; k < product.k; k += depth)
      for (Start start : fragments) {
        start.k = k;
        multiply(start);
      }
    return sum.all();
  }

private:
  Coordinates element(const Start &start, int64_t row, int64_t column) const {
    return product.batch ? Coordinates{start.batch, row, column} : Coordinates{row, column};
  }

  std::vector<Start> startsOfSums() {
    Coordinates extents = product.fragment(MmaOperand::C).shape();
    unsigned m = extents.size() - 2, n = m + 1;
    std::vector<Start> starts;
    std::set<std::array<int64_t, 3>> seen;
    for (unsigned i = 0; i < sum.layout.size(Place::Register); ++i) {
      Coordinates at = sum.layout.coordinatesOf(sum.layout.elementAt({.registerIndex = i}));
      Start start{m ? at[0] : 0, at[m] / extents[m] * extents[m], at[n] / extents[n] * extents[n], 0};
      if (seen.insert({start.batch, start.m, start.n}).second)
        starts.push_back(start);
    }
    return starts;
  }

  void multiply(const Start &start) {
    SmallVector<Value> arguments = wordsOf(MmaOperand::A, start);
    llvm::append_range(arguments, wordsOf(MmaOperand::B, start));
    std::vector<Coordinates> cells = cellsOf(start);
    for (const Coordinates &cell : cells)
      arguments.push_back(sum.at(cell));
    Value zero = arith::ConstantOp::create(builder, builder.getI16IntegerAttr(0));
    for (MmaOperand operand : {MmaOperand::A, MmaOperand::B})
      llvm::append_range(arguments, SmallVector<Value>{scaleWord(operand, start), zero, zero});
    auto type =
        LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(cells.size(), builder.getF32Type()));
    Value result =
        LLVM::CallIntrinsicOp::create(builder, type, builder.getStringAttr(intrinsicOf(op)), arguments).getResult(0);
    for (auto [i, cell] : llvm::enumerate(cells))
      sum.at(cell) = LLVM::ExtractValueOp::create(builder, result, i);
  }

  /// Elements of the sums in the instruction's registers, in lane 0.
  std::vector<Coordinates> cellsOf(const Start &start) const {
    LinearLayout whole = product.instructionFragment(MmaOperand::C), own = product.fragment(MmaOperand::C);
    unsigned m = whole.rank() - 2, n = m + 1;
    std::vector<Coordinates> cells;
    for (unsigned i = 0; i < whole.size(Place::Register); ++i) {
      Coordinates at = whole.coordinatesOf(whole.elementAt({.registerIndex = i}));
      cells.push_back(element(start, start.m + at[m] % own.shape()[m], start.n + at[n] % own.shape()[n]));
    }
    return cells;
  }

  SmallVector<Value> wordsOf(MmaOperand operand, const Start &start) {
    bool isA = operand == MmaOperand::A;
    auto [known, isNew] = words.try_emplace({isA, start.batch, isA ? start.m : start.n, start.k});
    if (isNew)
      known->second = makeWords(operand, start);
    return known->second;
  }

  SmallVector<Value> makeWords(MmaOperand operand, const Start &start) {
    LinearLayout whole = product.instructionFragment(operand), own = product.fragment(operand);
    bool isA = operand == MmaOperand::A;
    unsigned row = whole.rank() - 2, column = row + 1, alongK = isA ? column : row;
    HeldElements &tile = tiles[isA ? 0 : 2];
    SmallVector<Value> elements;
    for (unsigned i = 0; i < whole.size(Place::Register); ++i) {
      Coordinates at = whole.coordinatesOf(whole.elementAt({.registerIndex = i}));
      bool isBeyond = at[alongK] >= own.shape()[alongK];
      elements.push_back(isBeyond ? zeroByte()
                                  : tile.at(element(start, (isA ? start.m : start.k) + at[row] % own.shape()[row],
                                                    (isA ? start.k : start.n) + at[column] % own.shape()[column])));
    }
    SmallVector<Value> result;
    unsigned perWord = 32 / product.elementBits;
    for (size_t i = 0; i < elements.size(); i += perWord)
      result.push_back(wordOf(ArrayRef(elements).slice(i, perWord)));
    return withoutLanesBeyondK(result, whole, own, alongK);
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
    Value four = arith::ConstantOp::create(builder, builder.getI8IntegerAttr(4));
    Value low = arith::ConstantOp::create(builder, builder.getI8IntegerAttr(15));
    for (size_t i = 0; i < elements.size(); i += 2) {
      Value high = arith::ShLIOp::create(builder, elements[i + 1], four);
      pairs.push_back(arith::OrIOp::create(builder, arith::AndIOp::create(builder, elements[i], low), high));
    }
    return packWord(builder, pairs);
  }

  /// Zero in lanes that stand beyond K.
  SmallVector<Value> withoutLanesBeyondK(SmallVector<Value> values, const LinearLayout &whole, const LinearLayout &own,
                                         unsigned alongK) {
    uint32_t mask = 0;
    for (unsigned bit = 0; bit < whole.bits(Place::Lane).count; ++bit)
      if (whole.coordinatesOf(whole.basis(Place::Lane, bit))[alongK] >= own.shape()[alongK])
        mask |= 1u << bit;
    if (!mask)
      return values;
    Value beyond = arith::AndIOp::create(builder, laneIndex(builder), constant32(builder, mask));
    Value isInside = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, beyond, constant32(builder, 0));
    for (Value &value : values)
      value = arith::SelectOp::create(builder, isInside, value, constant32(builder, 0));
    return values;
  }

  /// The scales of one instruction, the first lowest.
  Value scaleWord(MmaOperand operand, const Start &start) {
    bool isA = operand == MmaOperand::A;
    auto [known, isNew] = words.try_emplace({isA, start.batch, isA ? start.m : start.n, -1 - start.k});
    if (!isNew)
      return known->second.front();
    HeldElements &tile = tiles[isA ? 1 : 3];
    int64_t depth = product.instructionFragment(MmaOperand::A).shape().back(), perScale = op.elementsOfScale();
    SmallVector<Value> scales;
    for (int64_t k = start.k; k < std::min(product.k, start.k + depth); k += perScale)
      scales.push_back(tile.at(isA ? element(start, start.m, k / perScale) : element(start, k / perScale, start.n)));
    while (scales.size() < 4)
      scales.push_back(zeroByte());
    Value word = packWord(builder, scales);
    known->second = {word};
    return word;
  }

  tile_gpu::ScaledMmaOp op;
  MatrixProduct product;
  ImplicitLocOpBuilder &builder;
  HeldElements sum;
  std::vector<HeldElements> tiles;
  /// Of factors, and (with k below zero) of scales.
  std::map<std::tuple<bool, int64_t, int64_t, int64_t>, SmallVector<Value>> words;
};

class ScaledMmaPattern : public RegisterPattern<tile_gpu::ScaledMmaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ScaledMmaOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!lowering.target.has(Capability::MmaBlockScaled))
      return op.emitOpError() << "expected a target with block-scaled mma.sync, got " << lowering.target.name();
    ValueRange operands[] = {adaptor.getA(), adaptor.getAScale(), adaptor.getB(), adaptor.getBScale(),
                             adaptor.getAccumulator()};
    replace(op, ScaledProductEmitter(op, operands, builder).run(), rewriter);
    return success();
  }
};

} // namespace

void tilec::populateScaledProductPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                          const LoweringContext &lowering) {
  patterns.add<ScaledMmaPattern>(types, lowering, patterns.getContext());
}
