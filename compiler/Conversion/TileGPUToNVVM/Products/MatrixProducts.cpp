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
/// (ProductSteps.h). A fragment of f64 is two m8n8k4, one for each of a lane's two neighbours along K. From 9.0 on
/// there are instructions of 16 rows and up to 16 along K, whose fragments are two rows of those and two along K: the
/// larger the faster.
///
/// Narrow elements are packed into words of 32 bits.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Pairs.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Products/MatrixInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/Products/ProductSteps.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Target/TallDoubles.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MatrixProduct;
using layout::MmaOperand;
using layout::Place;

namespace {

class ProductEmitter {
public:
  ProductEmitter(tile_gpu::MmaOp op, ValueRange a, ValueRange b, ValueRange sum, const Target &target,
                 ImplicitLocOpBuilder &builder)
      : op(op), target(target), steps(op.product()), product(steps.product), builder(builder), a(op.getA(), a),
        b(op.getB(), b), sum(op.getAccumulator(), sum) {}

  SmallVector<Value> run() {
    int64_t depth = product.fragment(MmaOperand::A).shape().back();
    std::vector<ProductStep> fragments = steps.ofAccumulator(sum);
    MatrixInstruction instruction = matrixInstruction(op);
    if (hasTallDoubles(fragments))
      return multiplyTallDoubles(fragments);
    int64_t promotion = instruction.depthOfPartialSums ? instruction.depthOfPartialSums : product.k;
    for (int64_t start = 0; start < product.k; start += promotion) {
      int64_t end = std::min(product.k, start + promotion);
      if (instruction.depthOfPartialSums)
        beginPartialSums(fragments);
      for (int64_t k = start; k < end; k += depth) {
        for (ProductStep &step : fragments)
          step.k = k;
        if (product.instruction == layout::ProductInstruction::Fma)
          multiplyAdd(fragments);
        else
          for (const ProductStep &step : fragments)
            multiply(instruction, step);
      }
      if (instruction.depthOfPartialSums)
        addPartialSums(fragments);
    }
    return sum.all();
  }

private:
  static constexpr int64_t kRowsOfDoubles = 8, kNeighbours = 2;
  static constexpr int64_t kRegistersOfFragment = 4; ///< two of its 8x8 sums

  /// Each fragment has the one 8 rows further on beside it.
  bool hasTallDoubles(ArrayRef<ProductStep> fragments) const {
    if (!getElementTypeOrSelf(tile_gpu::MmaOp(op).getA().getType()).isF64() || !tilec::hasTallDoubles(target) ||
        product.k < kLeastDepthOfTallDoubles)
      return false;
    return llvm::all_of(fragments, [&](const ProductStep &step) {
      return llvm::any_of(fragments, [&](const ProductStep &other) {
        return other.batch == step.batch && other.n == step.n && other.m == (step.m ^ kRowsOfDoubles);
      });
    });
  }

  SmallVector<Value> multiplyTallDoubles(ArrayRef<ProductStep> fragments) {
    int64_t depth = depthOfTallDoubles(product.k, kRegistersOfFragment * int64_t(fragments.size()));
    MatrixInstruction instruction = tallDoubles(depth);
    for (int64_t k = 0; k < product.k; k += depth)
      for (ProductStep step : fragments)
        if (!(step.m & kRowsOfDoubles)) {
          step.k = k;
          multiplyTall(instruction, step, depth);
        }
    keepLoadsBefore();
    return sum.all();
  }

  /// LLVM would move what a loop loads for its next products behind these, to its top. Assembly of no instruction that
  /// may write memory is in the way.
  void keepLoadsBefore() {
    emitInlinePtx(builder, {}, "", "", {});
  }

  void multiplyTall(const MatrixInstruction &instruction, const ProductStep &step, int64_t depth) {
    SmallVector<Value> operands, sums;
    std::vector<Coordinates> cells;
    SmallVector<int64_t> depths;
    for (int64_t k = step.k; k < step.k + depth; k += kLeastDepthOfTallDoubles)
      for (int64_t neighbour = 0; neighbour < kNeighbours; ++neighbour)
        depths.push_back(k + neighbour);
    for (int64_t k : depths)
      for (int64_t row : {step.m, step.m + kRowsOfDoubles})
        operands.push_back(a.at(steps.element(step, row, k)));
    for (int64_t k : depths)
      operands.push_back(b.at(steps.element(step, k, step.n)));
    // Where there is one column all that the instruction has are that one.
    int64_t next = step.n + 1 < product.n ? step.n + 1 : step.n;
    for (int64_t row : {step.m, step.m + kRowsOfDoubles})
      for (int64_t column : {step.n, next})
        cells.push_back(steps.element(step, row, column));
    for (const Coordinates &cell : cells)
      sums.push_back(sum.at(cell));
    for (auto [cell, value] : llvm::zip(cells, emitMatrixInstruction(builder, instruction, operands, sums)))
      sum.at(cell) = value;
  }

  /// Each step alone, or two that share an element of an operand as one packed instruction.
  void multiplyAdd(ArrayRef<ProductStep> fragments) {
    bool inPairs = target.has(Capability::PackedF32) && getElementTypeOrSelf(op.getType()).isF32();
    auto shareElement = [](const ProductStep &one, const ProductStep &other) {
      return one.batch == other.batch && (one.m == other.m || one.n == other.n);
    };
    while (!fragments.empty()) {
      bool isPair = inPairs && fragments.size() > 1 && shareElement(fragments[0], fragments[1]);
      isPair ? multiplyAdd(fragments[0], fragments[1]) : multiplyAdd(fragments[0]);
      fragments = fragments.drop_front(isPair ? 2 : 1);
    }
  }

  void multiplyAdd(const ProductStep &first, const ProductStep &second) {
    auto both = [&](TileRegisters &tile, auto &&elementOf) {
      return packPair(builder, tile.at(elementOf(first)), tile.at(elementOf(second)));
    };
    auto ofA = [&](const ProductStep &step) { return steps.element(step, step.m, step.k); };
    auto ofB = [&](const ProductStep &step) { return steps.element(step, step.k, step.n); };
    auto ofSum = [&](const ProductStep &step) { return steps.element(step, step.m, step.n); };
    Value sums = math::FmaOp::create(builder, both(a, ofA), both(b, ofB), both(sum, ofSum));
    std::array<Value, 2> values = unpackPair(builder, sums);
    sum.at(ofSum(first)) = values[0];
    sum.at(ofSum(second)) = values[1];
  }

  void multiplyAdd(const ProductStep &step) {
    Value &cell = sum.at(steps.element(step, step.m, step.n));
    cell = math::FmaOp::create(builder, a.at(steps.element(step, step.m, step.k)),
                               b.at(steps.element(step, step.k, step.n)), cell);
  }

  void multiply(const MatrixInstruction &instruction, const ProductStep &step) {
    SmallVector<Value> wordsOfA = operandWords(instruction, MmaOperand::A, step),
                       wordsOfB = operandWords(instruction, MmaOperand::B, step);
    if (!getElementTypeOrSelf(op.getA().getType()).isF64())
      return multiply(instruction, step, llvm::to_vector(llvm::concat<Value>(wordsOfA, wordsOfB)));
    for (auto [wordOfA, wordOfB] : llvm::zip_equal(wordsOfA, wordsOfB))
      multiply(instruction, step, {wordOfA, wordOfB});
  }

  void multiply(const MatrixInstruction &instruction, const ProductStep &step, ArrayRef<Value> operands) {
    std::vector<Coordinates> cells = steps.sumsOf(step);
    SmallVector<Value> sums = llvm::map_to_vector(cells, [&](const Coordinates &cell) { return sum.at(cell); });
    for (auto [cell, value] : llvm::zip(cells, emitMatrixInstruction(builder, instruction, operands, sums)))
      sum.at(cell) = value;
  }

  /// The instruction's words of a factor, made once.
  SmallVector<Value> operandWords(const MatrixInstruction &instruction, MmaOperand operand, const ProductStep &step) {
    int64_t outer = operand == MmaOperand::A ? step.m : step.n;
    auto [known, isNew] = words.try_emplace({operand == MmaOperand::A, step.batch, outer, step.k});
    if (isNew)
      known->second = makeWords(instruction, operand, step);
    return known->second;
  }

  SmallVector<Value> makeWords(const MatrixInstruction &instruction, MmaOperand operand, const ProductStep &step) {
    SmallVector<Value> elements = steps.elementsOf(operand, step, operand == MmaOperand::A ? a : b);
    return packOperand(builder, instruction, elements, steps.lanesBeyondK(operand));
  }

  void beginPartialSums(ArrayRef<ProductStep> fragments) {
    kept.clear();
    Value zero = arith::ConstantOp::create(builder, builder.getF32FloatAttr(0));
    for (const ProductStep &step : fragments)
      for (const Coordinates &cell : steps.sumsOf(step))
        if (kept.try_emplace(cell, sum.at(cell)).second)
          sum.at(cell) = zero;
  }
  void addPartialSums(ArrayRef<ProductStep> fragments) {
    for (auto &[cell, before] : kept)
      sum.at(cell) = arith::AddFOp::create(builder, before, sum.at(cell));
  }

  tile_gpu::MmaOp op;
  const Target &target;
  const ProductSteps steps;
  const MatrixProduct &product;
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
    if (!op.hasFragments())
      return op.emitOpError("expected operands in the layouts of fragments; tile-gpu-step-products leaves these");
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
