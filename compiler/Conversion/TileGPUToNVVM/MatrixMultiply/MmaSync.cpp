// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// MMAs of registers.
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
/// (MmaSteps.h). A fragment of f64 is two m8n8k4, one for each of a lane's two neighbours along K. From 9.0 on
/// there are instructions of 16 rows and up to 16 along K, whose fragments are two rows of those and two along K: the
/// larger the faster.
///
/// Narrow elements are packed into words of 32 bits.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Pairs.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/MmaInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/MmaSteps.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Target/TallDoubles.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MmaOperand;
using layout::Place;
using layout::TileMma;

namespace {

class MmaEmitter {
public:
  MmaEmitter(tile_gpu::MmaOp op, ValueRange a, ValueRange b, ValueRange accumulator, const Target &target,
             ImplicitLocOpBuilder &builder)
      : op(op), target(target), steps(op.mma()), mma(steps.mma), builder(builder), a(op.getA(), a), b(op.getB(), b),
        accumulator(op.getAccumulator(), accumulator) {}

  SmallVector<Value> run() {
    int64_t depth = mma.fragment(MmaOperand::A).shape().back();
    std::vector<MmaStep> fragments = steps.ofAccumulator(accumulator);
    MatrixInstruction instruction = matrixInstruction(op);
    if (hasTallDoubles(fragments))
      return multiplyTallDoubles(fragments);
    int64_t promotion = instruction.depthOfPartialSums ? instruction.depthOfPartialSums : mma.k;
    for (int64_t start = 0; start < mma.k; start += promotion) {
      int64_t end = std::min(mma.k, start + promotion);
      if (instruction.depthOfPartialSums)
        beginPartialSums(fragments);
      for (int64_t k = start; k < end; k += depth) {
        for (MmaStep &step : fragments)
          step.k = k;
        if (mma.instruction == layout::MmaInstruction::Fma)
          multiplyAdd(fragments);
        else
          for (const MmaStep &step : fragments)
            multiply(instruction, step);
      }
      if (instruction.depthOfPartialSums)
        addPartialSums(fragments);
    }
    return accumulator.all();
  }

private:
  static constexpr int64_t kRowsOfDoubles = 8, kNeighbours = 2;
  static constexpr int64_t kRegistersOfFragment = 4; ///< two of its 8x8 accumulators

  /// Each fragment has the one 8 rows further on beside it.
  bool hasTallDoubles(ArrayRef<MmaStep> fragments) const {
    if (!getElementTypeOrSelf(tile_gpu::MmaOp(op).getA().getType()).isF64() || !tilec::hasTallDoubles(target) ||
        mma.k < kLeastDepthOfTallDoubles)
      return false;
    return llvm::all_of(fragments, [&](const MmaStep &step) {
      return llvm::any_of(fragments, [&](const MmaStep &other) {
        return other.batch == step.batch && other.n == step.n && other.m == (step.m ^ kRowsOfDoubles);
      });
    });
  }

  SmallVector<Value> multiplyTallDoubles(ArrayRef<MmaStep> fragments) {
    int64_t depth = depthOfTallDoubles(mma.k, kRegistersOfFragment * int64_t(fragments.size()));
    MatrixInstruction instruction = tallDoubles(depth);
    for (int64_t k = 0; k < mma.k; k += depth)
      for (MmaStep step : fragments)
        if (!(step.m & kRowsOfDoubles)) {
          step.k = k;
          multiplyTall(instruction, step, depth);
        }
    keepLoadsBefore();
    return accumulator.all();
  }

  /// LLVM would move what a loop loads for its next MMAs behind these, to its top. Assembly of no instruction that
  /// may write memory is in the way.
  void keepLoadsBefore() {
    emitInlinePtx(builder, {}, "", "", {});
  }

  void multiplyTall(const MatrixInstruction &instruction, const MmaStep &step, int64_t depth) {
    SmallVector<Value> operands, accumulators;
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
    int64_t next = step.n + 1 < mma.n ? step.n + 1 : step.n;
    for (int64_t row : {step.m, step.m + kRowsOfDoubles})
      for (int64_t column : {step.n, next})
        cells.push_back(steps.element(step, row, column));
    for (const Coordinates &cell : cells)
      accumulators.push_back(accumulator.at(cell));
    for (auto [cell, value] : llvm::zip(cells, emitMatrixInstruction(builder, instruction, operands, accumulators)))
      accumulator.at(cell) = value;
  }

  /// Each step alone, or two that share an element of an operand as one packed instruction.
  void multiplyAdd(ArrayRef<MmaStep> fragments) {
    bool inPairs = target.has(Capability::PackedF32) && getElementTypeOrSelf(op.getType()).isF32();
    auto shareElement = [](const MmaStep &one, const MmaStep &other) {
      return one.batch == other.batch && (one.m == other.m || one.n == other.n);
    };
    while (!fragments.empty()) {
      bool isPair = inPairs && fragments.size() > 1 && shareElement(fragments[0], fragments[1]);
      isPair ? multiplyAdd(fragments[0], fragments[1]) : multiplyAdd(fragments[0]);
      fragments = fragments.drop_front(isPair ? 2 : 1);
    }
  }

  void multiplyAdd(const MmaStep &first, const MmaStep &second) {
    auto both = [&](TileRegisters &tile, auto &&elementOf) {
      return packPair(builder, tile.at(elementOf(first)), tile.at(elementOf(second)));
    };
    auto ofA = [&](const MmaStep &step) { return steps.element(step, step.m, step.k); };
    auto ofB = [&](const MmaStep &step) { return steps.element(step, step.k, step.n); };
    auto ofSum = [&](const MmaStep &step) { return steps.element(step, step.m, step.n); };
    Value accumulators = math::FmaOp::create(builder, both(a, ofA), both(b, ofB), both(accumulator, ofSum));
    std::array<Value, 2> values = unpackPair(builder, accumulators);
    accumulator.at(ofSum(first)) = values[0];
    accumulator.at(ofSum(second)) = values[1];
  }

  void multiplyAdd(const MmaStep &step) {
    Value &cell = accumulator.at(steps.element(step, step.m, step.n));
    cell = math::FmaOp::create(builder, a.at(steps.element(step, step.m, step.k)),
                               b.at(steps.element(step, step.k, step.n)), cell);
  }

  void multiply(const MatrixInstruction &instruction, const MmaStep &step) {
    SmallVector<Value> wordsOfA = operandWords(instruction, MmaOperand::A, step),
                       wordsOfB = operandWords(instruction, MmaOperand::B, step);
    if (!getElementTypeOrSelf(op.getA().getType()).isF64())
      return multiply(instruction, step, llvm::to_vector(llvm::concat<Value>(wordsOfA, wordsOfB)));
    for (auto [wordOfA, wordOfB] : llvm::zip_equal(wordsOfA, wordsOfB))
      multiply(instruction, step, {wordOfA, wordOfB});
  }

  void multiply(const MatrixInstruction &instruction, const MmaStep &step, ArrayRef<Value> operands) {
    std::vector<Coordinates> cells = steps.sumsOf(step);
    SmallVector<Value> accumulators =
        llvm::map_to_vector(cells, [&](const Coordinates &cell) { return accumulator.at(cell); });
    for (auto [cell, value] : llvm::zip(cells, emitMatrixInstruction(builder, instruction, operands, accumulators)))
      accumulator.at(cell) = value;
  }

  /// The instruction's words of an operand, made once.
  SmallVector<Value> operandWords(const MatrixInstruction &instruction, MmaOperand operand, const MmaStep &step) {
    int64_t outer = operand == MmaOperand::A ? step.m : step.n;
    auto [known, isNew] = words.try_emplace({operand == MmaOperand::A, step.batch, outer, step.k});
    if (isNew)
      known->second = makeWords(instruction, operand, step);
    return known->second;
  }

  SmallVector<Value> makeWords(const MatrixInstruction &instruction, MmaOperand operand, const MmaStep &step) {
    SmallVector<Value> elements = steps.elementsOf(operand, step, operand == MmaOperand::A ? a : b);
    return packOperand(builder, instruction, elements, steps.lanesBeyondK(operand));
  }

  void beginPartialSums(ArrayRef<MmaStep> fragments) {
    kept.clear();
    Value zero = arith::ConstantOp::create(builder, builder.getF32FloatAttr(0));
    for (const MmaStep &step : fragments)
      for (const Coordinates &cell : steps.sumsOf(step))
        if (kept.try_emplace(cell, accumulator.at(cell)).second)
          accumulator.at(cell) = zero;
  }
  void addPartialSums(ArrayRef<MmaStep> fragments) {
    for (auto &[cell, before] : kept)
      accumulator.at(cell) = arith::AddFOp::create(builder, before, accumulator.at(cell));
  }

  tile_gpu::MmaOp op;
  const Target &target;
  const MmaSteps steps;
  const TileMma &mma;
  ImplicitLocOpBuilder &builder;
  TileRegisters a, b, accumulator;
  std::map<std::tuple<bool, int64_t, int64_t, int64_t>, SmallVector<Value>> words;
  std::map<Coordinates, Value> kept;
};

class MmaPattern : public RegisterPattern<tile_gpu::MmaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::MmaOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!op.hasFragments())
      return op.emitOpError("expected operands in the layouts of fragments; tile-gpu-step-fma-dots leaves these");
    replace(op,
            MmaEmitter(op, adaptor.getA(), adaptor.getB(), adaptor.getAccumulator(), lowering.target, builder).run(),
            rewriter);
    return success();
  }
};

} // namespace

void tilec::populateMatrixMmaPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                      const LoweringContext &lowering) {
  patterns.add<MmaPattern>(types, lowering, patterns.getContext());
}
