// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrix products of registers.
///
/// A warp's part of the accumulator is walked fragment by fragment; for each, fragments of A and B along K are fed to
/// the instruction, all fragments of one step along K before the next step, so that instructions in a row do not wait
/// for one another:
///
///   register of an instruction   element (row, column) in lane 0      where it comes from
///   inside the tile              of the tile's own fragment           the register that holds this element in lane 0
///   beyond M or N                the tile is smaller                  the copy at the same place modulo the extent
///   beyond K                     likewise                             zero; in lanes that stand beyond K a select of
///   zero
///
/// Products of f64 are laid out for m8n8k4. From 9.0 on there are instructions of 16 rows and up to 16 along K, whose
/// fragments are two rows of those and up to four along K: the larger the faster.
///
/// Layouts are linear and the operands' follow from the accumulator's, so what is right in lane 0 of warp 0 is right in
/// all. Narrow elements are packed into words of 32 bits.
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/MatrixInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/Words.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MatrixProduct;
using layout::MmaOperand;
using layout::Place;

namespace {

using Coordinates = std::vector<int64_t>;

/// The registers of a tile by the element that they hold in lane 0 of warp 0.
class TileRegisters {
public:
  TileRegisters(Value tile, ValueRange registers)
      : layout(tile_gpu::LayoutAttr::of(tile.getType())), registers(registers.begin(), registers.end()) {
    for (unsigned i = 0; i < this->registers.size(); ++i)
      registerOf.try_emplace(layout.elementAt({.registerIndex = i}), i);
  }
  Value &at(const Coordinates &element) {
    return registers[registerOf.at(layout.elementOf(element))];
  }
  /// Copies that fragments do not name get what was computed.
  SmallVector<Value> all() {
    SmallVector<Value> values;
    for (unsigned i = 0; i < registers.size(); ++i)
      values.push_back(registers[registerOf.at(layout.elementAt({.registerIndex = i}))]);
    return values;
  }

  LinearLayout layout;

private:
  SmallVector<Value> registers;
  std::map<uint64_t, unsigned> registerOf;
};

/// Where one instruction starts in the tiles.
struct Step {
  int64_t batch, m, n, k;
};

class ProductEmitter {
public:
  ProductEmitter(tile_gpu::MmaOp op, ValueRange a, ValueRange b, ValueRange sum, const Target &target,
                 ImplicitLocOpBuilder &builder)
      : op(op), target(target), product(op.product()), builder(builder), a(op.getA(), a), b(op.getB(), b),
        sum(op.getAccumulator(), sum) {}

  SmallVector<Value> run() {
    int64_t depth = product.fragment(MmaOperand::A).shape().back();
    std::vector<Step> fragments = accumulatorSteps();
    MatrixInstruction instruction = matrixInstruction(op);
    if (hasTallDoubles(fragments))
      return multiplyTallDoubles(fragments);
    int64_t promotion = instruction.depthOfPartialSums ? instruction.depthOfPartialSums : product.k;
    for (int64_t start = 0; start < product.k; start += promotion) {
      int64_t end = std::min(product.k, start + promotion);
      if (instruction.depthOfPartialSums)
        beginPartialSums(fragments);
      for (int64_t k = start; k < end; k += depth)
        for (Step step : fragments) {
          step.k = k;
          product.instruction == layout::ProductInstruction::Fma ? multiplyAdd(step) : multiply(instruction, step);
        }
      if (instruction.depthOfPartialSums)
        addPartialSums(fragments);
    }
    return sum.all();
  }

private:
  static constexpr int64_t kRowsOfDoubles = 8, kDepthOfDoubles = 4, kMostDepthOfDoubles = 16;

  /// Each fragment has the one 8 rows further on beside it.
  bool hasTallDoubles(ArrayRef<Step> fragments) const {
    constexpr unsigned kFirstWithTallDoubles = 90;
    if (!getElementTypeOrSelf(tile_gpu::MmaOp(op).getA().getType()).isF64() ||
        target.capability() < kFirstWithTallDoubles || product.k < kDepthOfDoubles)
      return false;
    return llvm::all_of(fragments, [&](const Step &step) {
      return llvm::any_of(fragments, [&](const Step &other) {
        return other.batch == step.batch && other.n == step.n && other.m == (step.m ^ kRowsOfDoubles);
      });
    });
  }

  SmallVector<Value> multiplyTallDoubles(ArrayRef<Step> fragments) {
    int64_t depth = std::min(product.k, kMostDepthOfDoubles);
    MatrixInstruction instruction = tallDoubles(depth);
    for (int64_t k = 0; k < product.k; k += depth)
      for (Step step : fragments)
        if (!(step.m & kRowsOfDoubles)) {
          step.k = k;
          multiplyTall(instruction, step, depth);
        }
    return sum.all();
  }

  void multiplyTall(const MatrixInstruction &instruction, const Step &step, int64_t depth) {
    SmallVector<Value> operands, sums;
    std::vector<Coordinates> cells;
    for (int64_t k = step.k; k < step.k + depth; k += kDepthOfDoubles)
      for (int64_t row : {step.m, step.m + kRowsOfDoubles})
        operands.push_back(a.at(element(step, row, k)));
    for (int64_t k = step.k; k < step.k + depth; k += kDepthOfDoubles)
      operands.push_back(b.at(element(step, k, step.n)));
    for (int64_t row : {step.m, step.m + kRowsOfDoubles})
      for (int64_t column : {step.n, step.n + 1})
        cells.push_back(element(step, row, column));
    for (const Coordinates &cell : cells)
      sums.push_back(sum.at(cell));
    for (auto [cell, value] : llvm::zip(cells, emitMatrixInstruction(builder, instruction, operands, sums)))
      sum.at(cell) = value;
  }

  /// One for each fragment of the accumulator in a lane's registers.
  std::vector<Step> accumulatorSteps() {
    Coordinates extents = product.fragment(MmaOperand::C).shape();
    std::vector<Step> steps;
    std::set<std::array<int64_t, 3>> seen;
    unsigned m = extents.size() - 2, n = m + 1;
    for (unsigned i = 0; i < sum.layout.size(Place::Register); ++i) {
      Coordinates at = sum.layout.coordinatesOf(sum.layout.elementAt({.registerIndex = i}));
      Step step{m ? at[0] : 0, at[m] / extents[m] * extents[m], at[n] / extents[n] * extents[n], 0};
      if (seen.insert({step.batch, step.m, step.n}).second)
        steps.push_back(step);
    }
    return steps;
  }

  Coordinates element(const Step &step, int64_t row, int64_t column) const {
    return product.batch ? Coordinates{step.batch, row, column} : Coordinates{row, column};
  }

  void multiplyAdd(const Step &step) {
    Value &cell = sum.at(element(step, step.m, step.n));
    cell = math::FmaOp::create(builder, a.at(element(step, step.m, step.k)), b.at(element(step, step.k, step.n)), cell);
  }

  void multiply(const MatrixInstruction &instruction, const Step &step) {
    SmallVector<Value> operands = operandWords(instruction, MmaOperand::A, step);
    llvm::append_range(operands, operandWords(instruction, MmaOperand::B, step));
    std::vector<Coordinates> cells = cellsOf(step);
    SmallVector<Value> sums = llvm::map_to_vector(cells, [&](const Coordinates &cell) { return sum.at(cell); });
    for (auto [cell, value] : llvm::zip(cells, emitMatrixInstruction(builder, instruction, operands, sums)))
      sum.at(cell) = value;
  }

  /// Elements of the accumulator in the instruction's registers, in lane 0.
  std::vector<Coordinates> cellsOf(const Step &step) const {
    LinearLayout whole = product.instructionFragment(MmaOperand::C), own = product.fragment(MmaOperand::C);
    unsigned m = whole.rank() - 2, n = m + 1;
    std::vector<Coordinates> cells;
    for (unsigned i = 0; i < whole.size(Place::Register); ++i) {
      Coordinates at = whole.coordinatesOf(whole.elementAt({.registerIndex = i}));
      cells.push_back(element(step, step.m + at[m] % own.shape()[m], step.n + at[n] % own.shape()[n]));
    }
    return cells;
  }

  /// The instruction's words of a factor, made once.
  SmallVector<Value> operandWords(const MatrixInstruction &instruction, MmaOperand operand, const Step &step) {
    int64_t outer = operand == MmaOperand::A ? step.m : step.n;
    auto [known, isNew] = words.try_emplace({operand == MmaOperand::A, step.batch, outer, step.k});
    if (isNew)
      known->second = makeWords(instruction, operand, step);
    return known->second;
  }

  SmallVector<Value> makeWords(const MatrixInstruction &instruction, MmaOperand operand, const Step &step) {
    LinearLayout whole = product.instructionFragment(operand), own = product.fragment(operand);
    TileRegisters &tile = operand == MmaOperand::A ? a : b;
    unsigned row = whole.rank() - 2, column = row + 1, alongK = operand == MmaOperand::A ? column : row;
    SmallVector<Value> elements;
    for (unsigned i = 0; i < whole.size(Place::Register); ++i) {
      Coordinates at = whole.coordinatesOf(whole.elementAt({.registerIndex = i}));
      if (at[alongK] >= own.shape()[alongK]) {
        elements.push_back({});
        continue;
      }
      bool isA = operand == MmaOperand::A;
      elements.push_back(tile.at(element(step, (isA ? step.m : step.k) + at[row] % own.shape()[row],
                                         (isA ? step.k : step.n) + at[column] % own.shape()[column])));
    }
    return packOperand(builder, instruction, elements, lanesBeyondK(whole, own, alongK));
  }

  /// Lane bits that lead beyond K.
  static uint32_t lanesBeyondK(const LinearLayout &whole, const LinearLayout &own, unsigned alongK) {
    uint32_t mask = 0;
    for (unsigned bit = 0; bit < whole.bits(Place::Lane).count; ++bit)
      if (whole.coordinatesOf(whole.basis(Place::Lane, bit))[alongK] >= own.shape()[alongK])
        mask |= 1u << bit;
    return mask;
  }

  void beginPartialSums(ArrayRef<Step> fragments) {
    kept.clear();
    Value zero = arith::ConstantOp::create(builder, builder.getF32FloatAttr(0));
    for (const Step &step : fragments)
      for (const Coordinates &cell : cellsOf(step))
        if (kept.try_emplace(cell, sum.at(cell)).second)
          sum.at(cell) = zero;
  }
  void addPartialSums(ArrayRef<Step> fragments) {
    for (auto &[cell, before] : kept)
      sum.at(cell) = arith::AddFOp::create(builder, before, sum.at(cell));
  }

  tile_gpu::MmaOp op;
  const Target &target;
  MatrixProduct product;
  ImplicitLocOpBuilder &builder;
  TileRegisters a, b, sum;
  std::map<std::tuple<bool, int64_t, int64_t, int64_t>, SmallVector<Value>> words;
  std::map<Coordinates, Value> kept;
};

class MmaPattern : public RegisterPattern<tile_gpu::MmaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MmaOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    replace(
        op,
        ProductEmitter(op, adaptor.getA(), adaptor.getB(), adaptor.getAccumulator(), lowering.target, builder).run(),
        rewriter);
    return success();
  }
};

} // namespace

void tilec::populateMatrixProductPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                          const LoweringContext &lowering) {
  patterns.add<MmaPattern>(types, lowering, patterns.getContext());
}
