// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// MMAs of warpgroups by `wgmma`: one piece of inline PTX for each.
///
///   wgmma.fence; for each step along K, for each instruction of the warpgroup's part: wgmma.mma_async; commit_group
///
/// LLVM takes registers for plain values and moves them, which PTX forbids while an MMA is in flight. So the
/// accumulators go through the PTX tied: its results are its operands, in the same registers. A wait takes and returns
/// all of them. Nothing between MMA and wait uses them, and the assembler injects no waits (its notes C7510 to C7519).
///
/// Descriptors (layout::WarpgroupOperand) of the instructions differ in the low word, by constants that the PTX adds.
/// The part that depends on the warpgroup comes from lane 0, so that the assembler sees that all lanes have the same.
/// Where warpgroups take turns, or one warpgroup has all of the MMA, a descriptor takes the stage's number last, and
/// the rest is known before. Several warpgroups without turns are slower so (docs/Experiments.md, "Attention").
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MmaOperand;
using layout::Place;

namespace {

using Coordinates = std::vector<int64_t>;

//===- Accumulators ----------------------------------------------------------------------------------------------===//

/// Accumulators as the instruction has them: pairs of f16 share a register.
SmallVector<Value> packAccumulators(ImplicitLocOpBuilder &builder, ValueRange accumulators) {
  if (!accumulators.front().getType().isF16())
    return llvm::to_vector(accumulators);
  SmallVector<Value> words;
  for (size_t i = 0; i < accumulators.size(); i += 2)
    words.push_back(packWord(builder, accumulators.slice(i, 2)));
  return words;
}

SmallVector<Value> unpackAccumulators(ImplicitLocOpBuilder &builder, ValueRange words, Type element) {
  if (!element.isF16())
    return llvm::to_vector(words);
  SmallVector<Value> accumulators;
  for (Value word : words)
    llvm::append_range(accumulators, unpackWord(builder, word, element, 2));
  return accumulators;
}

/// The constraints of inline PTX that has these registers as results. `areTied`: its first operands are the same
/// registers.
std::string accumulatorConstraints(TypeRange types, bool areTied) {
  std::string results, operands;
  for (auto [i, type] : llvm::enumerate(types)) {
    results += std::string(i ? "," : "") + (type.isF32() ? "=f" : "=r");
    operands += "," + std::to_string(i);
  }
  return areTied ? results + operands : results;
}

SmallVector<Value> resultsOf(ImplicitLocOpBuilder &builder, Value ptx, size_t count) {
  if (count == 1)
    return {ptx};
  SmallVector<Value> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(LLVM::ExtractValueOp::create(builder, ptx, i));
  return values;
}

//===- One MMA ---------------------------------------------------------------------------------------------------===//

/// Registers of a tile by what they hold in lane 0 of warp 0.
class RegistersByElement {
public:
  explicit RegistersByElement(const LinearLayout &layout) : layout(layout) {
    for (unsigned i = 0; i < layout.size(Place::Register); ++i)
      registerOf.try_emplace(layout.elementAt({.registerIndex = i}), i);
  }
  unsigned at(const Coordinates &element) const {
    return registerOf.at(layout.elementOf(element));
  }

private:
  LinearLayout layout;
  std::map<uint64_t, unsigned> registerOf;
};

std::string nameOf(Type element, bool isUnsigned) {
  return element.isF16()                  ? "f16"
         : element.isBF16()               ? "bf16"
         : isa<FloatTF32Type>(element)    ? "tf32"
         : isa<Float8E4M3FNType>(element) ? "e4m3"
         : isa<Float8E5M2Type>(element)   ? "e5m2"
         : isUnsigned                     ? "u8"
                                          : "s8";
}

std::string waitFor(int64_t pending) {
  return "wgmma.wait_group.sync.aligned " + std::to_string(pending) + ";";
}

/// The wait right behind an MMA, for this MMA alone; null if there is none. Both become one piece of PTX, since LLVM
/// takes time for hundreds of accumulators that go through another piece. The wait is not converted yet.
tile_gpu::WarpgroupWaitOp waitBehind(tile_gpu::WarpgroupMmaOp mma) {
  auto wait = dyn_cast_if_present<tile_gpu::WarpgroupWaitOp>(mma->getNextNode());
  bool isForIt = wait && wait.getAccumulators().size() == 1 && wait.getAccumulators().front() == mma.getResult();
  return isForIt && mma->hasOneUse() ? wait : tile_gpu::WarpgroupWaitOp();
}

class WarpgroupMma {
public:
  WarpgroupMma(tile_gpu::WarpgroupMmaOp op, ValueRange a, ValueRange b, ValueRange accumulator,
               tile_gpu::WarpgroupWaitOp wait, ImplicitLocOpBuilder &builder)
      : op(op), wait(wait), mma(op.mma()), accumulatorLayout(tile_gpu::LayoutAttr::of(op.getType())),
        instructions(*layout::warpgroupInstructions(mma, accumulatorLayout)), cells(accumulatorLayout), a(a), b(b),
        accumulator(accumulator), builder(builder) {
    bool isInTurn = false; // what stands behind it is not converted yet
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      isInTurn |= isa<tile_gpu::PingPongArriveOp>(next);
    isLastByStage = isInTurn || accumulatorLayout.size(Place::Warp) <= 4;
  }

  SmallVector<Value> run() {
    Type element = getElementTypeOrSelf(op.getType());
    SmallVector<Value> operands;
    // The registers of each instruction side by side.
    std::vector<unsigned> order = registerOrder();
    if (!accumulator.empty())
      operands = packAccumulators(builder, llvm::map_to_vector(order, [&](unsigned i) { return accumulator[i]; }));
    unsigned perWord = element.isF16() ? 2 : 1;
    Type word = perWord == 2 ? builder.getI32Type() : registerType(element);
    SmallVector<Type> results(order.size() / perWord, word);
    constraints = accumulatorConstraints(results, !accumulator.empty());
    firstOperand = results.size();
    std::string text = body(operands, results.size() / instructions.starts.size());
    Value ptx = emitInlinePtx(builder, results, text, constraints, operands);
    return inLayoutOrder(unpackAccumulators(builder, resultsOf(builder, ptx, results.size()), element), order);
  }

private:
  std::string body(SmallVector<Value> &operands, size_t accumulatorsPerInstruction) {
    aText = op.hasAInRegisters() ? "" : addOperand(operands, descriptor(MmaOperand::A, op.getA(), a.front()), "l");
    bText = addOperand(operands, descriptor(MmaOperand::B, op.getB(), b.front()), "l");
    std::string text = "{\n.reg .b64 da, db;\n";
    text += isLastByStage ? ".reg .b32 low, high;\n" : "";
    text += "wgmma.fence.sync.aligned;\n";
    auto [begin, end] = op.rangeOfK();
    int64_t depth = 8 * layout::kWarpgroupDepthBytes / mma.elementBits;
    for (int64_t k = begin; k < end; k += depth)
      for (auto [i, start] : llvm::enumerate(instructions.starts))
        text += instruction(operands, start, k, i * accumulatorsPerInstruction, accumulatorsPerInstruction,
                            k > begin || !accumulator.empty());
    text += "wgmma.commit_group.sync.aligned;\n";
    if (wait)
      text += waitFor(wait.getPending()) + "\n";
    return text + "}";
  }

  std::string addOperand(SmallVector<Value> &operands, Value value, StringRef constraint) {
    operands.push_back(value);
    constraints += "," + constraint.str();
    return "$" + std::to_string(firstOperand + operands.size() - 1);
  }

  std::string instruction(SmallVector<Value> &operands, const Coordinates &start, int64_t k, size_t firstAccumulator,
                          size_t numAccumulators, bool accumulates) {
    Type element = op.elementTypeOfA(), to = getElementTypeOrSelf(op.getType());
    std::string text, from = aText;
    if (op.hasAInRegisters())
      from = list(wordsOfA(operands, start, k));
    else
      text += moved("da", aText, byteOf(MmaOperand::A, start, k), from);
    std::string mmaOperand = bText;
    text += moved("db", bText, byteOf(MmaOperand::B, start, k), mmaOperand);
    SmallVector<std::string> accumulators;
    for (size_t i = 0; i < numAccumulators; ++i)
      accumulators.push_back("$" + std::to_string(firstAccumulator + i));
    int64_t depth = 8 * layout::kWarpgroupDepthBytes / mma.elementBits;
    text += "wgmma.mma_async.sync.aligned.m64n" + std::to_string(instructions.columns) + "k" + std::to_string(depth) +
            "." +
            (to.isInteger() ? "s32"
             : to.isF16()   ? "f16"
                            : "f32") +
            "." + nameOf(element, op.getUnsignedA()) + "." + nameOf(element, op.getUnsignedB()) + " " +
            list(accumulators) + ", " + from + ", " + mmaOperand + ", " + (accumulates ? "1" : "0");
    return text + (to.isInteger() ? "" : ", 1, 1") + transpositions() + ";\n";
  }

  /// Computes the descriptor that lies `bytes` behind `from`, in the register `name`.
  std::string moved(const std::string &name, const std::string &from, int64_t bytes, std::string &result) const {
    result = bytes ? name : from;
    if (bytes == 0)
      return "";
    std::string units = std::to_string(bytes / kDescriptorUnit);
    if (!isLastByStage)
      return "add.s64 " + name + ", " + from + ", " + units + ";\n";
    return "mov.b64 {low, high}, " + from + ";\nadd.u32 low, low, " + units + ";\nmov.b64 " + name + ", {low, high};\n";
  }

  static std::string list(ArrayRef<std::string> names) {
    return "{" + llvm::join(names, ", ") + "}";
  }

  /// Elements of 16 bits say which of them lie along M or N.
  std::string transpositions() {
    if (mma.elementBits != 16)
      return "";
    auto flag = [](const layout::WarpgroupOperand &operand) { return operand.isKMajor ? ", 0" : ", 1"; };
    return (op.hasAInRegisters() ? std::string() : flag(*stageA)) + flag(*stageB);
  }

  //===- Operands in shared memory -----------------------------------------------------------------------------===//

  /// The descriptor of the operand's part that this warpgroup reads first.
  Value descriptor(MmaOperand operand, Value stage, Value address) {
    auto &known = operand == MmaOperand::A ? stageA : stageB;
    known = tile_gpu::warpgroupOperandOf(mma, accumulatorLayout, operand, cast<tile_gpu::BufferType>(stage.getType()));
    Value own = startOfWarpgroup(operand);
    if (isLastByStage)
      return descriptorOfStage(known->descriptor(), own, address);
    Value start = LLVM::PtrToIntOp::create(builder, builder.getI32Type(), address);
    if (own)
      start = arith::AddIOp::create(builder, start, own);
    start = arith::AndIOp::create(builder, start, constant32(builder, 0x3ffff));
    start = arith::ShRUIOp::create(builder, start, constant32(builder, 4));
    Value low = arith::ExtUIOp::create(builder, builder.getI64Type(), start);
    Value rest = arith::ConstantOp::create(builder, builder.getI64IntegerAttr(int64_t(known->descriptor())));
    return arith::OrIOp::create(builder, low, rest);
  }

  /// The same descriptor, made of the first stage's address and the stage's number. In a cluster an address has the
  /// CTA's rank above its 18 bits, which would run into the descriptor's next field.
  Value descriptorOfStage(uint64_t descriptor, Value own, Value address) {
    auto [base, units] = firstStageOf(address);
    Value low = LLVM::PtrToIntOp::create(builder, builder.getI32Type(), base);
    if (own)
      low = arith::AddIOp::create(builder, low, own);
    low = arith::AndIOp::create(builder, low, constant32(builder, 0x3ffff));
    low = arith::ShRUIOp::create(builder, low, constant32(builder, 4));
    low = arith::AddIOp::create(builder, low, constant32(builder, int32_t(uint32_t(descriptor))));
    if (units)
      low = arith::AddIOp::create(builder, low, units);
    low = arith::ExtUIOp::create(builder, builder.getI64Type(), low);
    Value high = arith::ConstantOp::create(builder, builder.getI64IntegerAttr(int64_t(descriptor >> 32 << 32)));
    return arith::OrIOp::create(builder, low, high);
  }

  /// The address of the first stage, and the distance of this stage from it, in descriptor units. The distance is null
  /// where there is one stage.
  std::pair<Value, Value> firstStageOf(Value address) {
    auto stage = address.getDefiningOp<LLVM::GEPOp>();
    if (!stage || stage.getDynamicIndices().size() != 1 || stage.getRawConstantIndices().size() != 1 ||
        !stage.getElemType().isInteger(8))
      return {address, {}};
    auto bytes = stage.getDynamicIndices().front().getDefiningOp<arith::MulIOp>();
    IntegerAttr stageBytesAttr;
    if (!bytes || !matchPattern(bytes.getRhs(), m_Constant(&stageBytesAttr)) ||
        stageBytesAttr.getInt() % kDescriptorUnit != 0)
      return {address, {}};
    Value units = constant32(builder, stageBytesAttr.getInt() / kDescriptorUnit);
    return {stage.getBase(), arith::MulIOp::create(builder, bytes.getLhs(), units)};
  }

  /// Where this warpgroup's part of an operand begins, in bytes from the stage's start; null where all warpgroups read
  /// the same.
  Value startOfWarpgroup(MmaOperand operand) {
    constexpr unsigned kLaneBits = 5, kWarpBits = 2;
    SmallVector<uint64_t> columns(kLaneBits + kWarpBits, 0);
    for (unsigned bit = kWarpBits; bit < accumulatorLayout.bits(Place::Warp).count; ++bit)
      columns.push_back(
          uint64_t(byteOf(operand, accumulatorLayout.coordinatesOf(accumulatorLayout.basis(Place::Warp, bit)), 0)));
    if (llvm::all_of(columns, [](uint64_t column) { return column == 0; }))
      return {};
    return shuffleFrom(builder, applyColumns(builder, threadIndex(builder), columns).base, constant32(builder, 0));
  }

  /// The byte at which the elements of an operand begin that the accumulator at `cell` needs, at `k`.
  int64_t byteOf(MmaOperand operand, const Coordinates &cell, int64_t k) const {
    bool isA = operand == MmaOperand::A;
    Coordinates element = cell;
    element[element.size() - 2] = isA ? cell[cell.size() - 2] : k;
    element.back() = isA ? k : cell.back();
    uint64_t number = LinearLayout(mma.shapeOf(operand), {}).elementOf(element);
    return int64_t((isA ? stageA : stageB)->byteAt.apply(number));
  }

  //===- Registers ---------------------------------------------------------------------------------------------===//

  Coordinates moved(const Coordinates &start, int64_t row, int64_t column) const {
    Coordinates element = start;
    element[element.size() - 2] += row;
    element.back() += column;
    return element;
  }

  /// The order in which the instructions take the registers of the accumulators: rows 8 apart stand between pairs of
  /// neighbours.
  std::vector<unsigned> registerOrder() const {
    std::vector<unsigned> order;
    constexpr unsigned kRowBit = 1;
    LinearLayout fragment = layout::wgmmaFragment(MmaOperand::C, mma.elementBits, mma.rows);
    int64_t second = fragment.coordinatesOf(fragment.basis(Place::Register, kRowBit)).front();
    for (const Coordinates &start : instructions.starts)
      for (int64_t i = 0; i < instructions.columns / 2; ++i)
        order.push_back(cells.at(moved(start, second * (i >> 1 & 1), 8 * (i >> 2) + (i & 1))));
    return order;
  }

  /// The values in the order of the layout's registers. Registers that hold the same element get the same value.
  SmallVector<Value> inLayoutOrder(ArrayRef<Value> values, ArrayRef<unsigned> order) const {
    std::map<unsigned, Value> known;
    for (auto [i, value] : llvm::zip_equal(order, values))
      known[i] = value;
    SmallVector<Value> registers;
    for (unsigned i = 0; i < accumulatorLayout.size(Place::Register); ++i)
      registers.push_back(
          known.at(cells.at(accumulatorLayout.coordinatesOf(accumulatorLayout.elementAt({.registerIndex = i})))));
    return registers;
  }

  SmallVector<std::string> wordsOfA(SmallVector<Value> &operands, const Coordinates &start, int64_t k) {
    LinearLayout fragment = layout::wgmmaFragment(MmaOperand::A, mma.elementBits, mma.rows);
    RegistersByElement held(tile_gpu::LayoutAttr::of(op.getA().getType()));
    unsigned perWord = 32 / mma.elementBits;
    SmallVector<std::string> names;
    for (unsigned i = 0; i < fragment.size(Place::Register); i += perWord) {
      SmallVector<Value> elements;
      for (unsigned part = 0; part < perWord; ++part) {
        Coordinates at = fragment.coordinatesOf(fragment.elementAt({.registerIndex = i + part})), element = start;
        element[element.size() - 2] += at[0];
        element.back() = k + at[1];
        elements.push_back(a[held.at(element)]);
      }
      Value word = packWord(builder, elements);
      if (word.getType().isF32())
        word = arith::BitcastOp::create(builder, builder.getI32Type(), word);
      names.push_back(addOperand(operands, word, "r"));
    }
    return names;
  }

  static constexpr int64_t kDescriptorUnit = 16; ///< bytes

  tile_gpu::WarpgroupMmaOp op;
  tile_gpu::WarpgroupWaitOp wait; ///< that is part of it, or null
  layout::TileMma mma;
  LinearLayout accumulatorLayout;
  layout::WarpgroupInstructions instructions;
  RegistersByElement cells;
  ValueRange a, b, accumulator;
  ImplicitLocOpBuilder &builder;
  std::optional<layout::WarpgroupOperand> stageA, stageB;
  bool isLastByStage; ///< a descriptor's last part is its stage
  /// The names of the operands in shared memory in the PTX, and its constraints so far.
  std::string aText, bText, constraints;
  size_t firstOperand = 0;
};

//===- Patterns --------------------------------------------------------------------------------------------------===//

/// Marks a wait that is part of the MMA before it.
constexpr const char *kWaitedFor = "tile_gpu.waited_for";

class WarpgroupMmaPattern : public RegisterPattern<tile_gpu::WarpgroupMmaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::WarpgroupMmaOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!lowering.target.has(Capability::Wgmma))
      return op.emitOpError() << "expected a target with wgmma, got " << lowering.target.name();
    ValueRange accumulator = op.getAccumulator() ? adaptor.getAccumulator() : ValueRange();
    tile_gpu::WarpgroupWaitOp wait = waitBehind(op);
    if (wait)
      rewriter.modifyOpInPlace(wait, [&] { wait->setAttr(kWaitedFor, builder.getUnitAttr()); });
    replace(op, WarpgroupMma(op, adaptor.getA(), adaptor.getB(), accumulator, wait, builder).run(), rewriter);
    return success();
  }
};

class WarpgroupWaitPattern : public RegisterPattern<tile_gpu::WarpgroupWaitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::WarpgroupWaitOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (op->hasAttr(kWaitedFor)) {
      replace(op, adaptor.getAccumulators().front(), rewriter);
      return success();
    }
    SmallVector<Value> operands;
    for (ValueRange accumulators : adaptor.getAccumulators())
      llvm::append_range(operands, packAccumulators(builder, accumulators));
    std::string text = waitFor(op.getPending());
    TypeRange types(ValueRange(operands).getTypes());
    Value ptx = emitInlinePtx(builder, types, text, accumulatorConstraints(types, true), operands);
    ArrayRef<Value> words;
    SmallVector<Value> all = operands.empty() ? SmallVector<Value>() : resultsOf(builder, ptx, operands.size());
    words = all;
    SmallVector<SmallVector<Value>> results;
    for (auto [accumulators, type] : llvm::zip_equal(adaptor.getAccumulators(), op.getResultTypes())) {
      size_t count = accumulators.front().getType().isF16() ? accumulators.size() / 2 : accumulators.size();
      results.push_back(
          unpackAccumulators(builder, ValueRange(words.take_front(count)), registerType(getElementTypeOrSelf(type))));
      words = words.drop_front(count);
    }
    if (results.empty())
      rewriter.eraseOp(op);
    else
      rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

class BufferViewPattern : public RegisterPattern<tile_gpu::BufferViewOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BufferViewOp op, Adaptor adaptor, ImplicitLocOpBuilder &,
                      ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getBuffer());
    return success();
  }
};

} // namespace

void tilec::populateWarpgroupMmaPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                         const LoweringContext &lowering) {
  patterns.add<WarpgroupMmaPattern, WarpgroupWaitPattern, BufferViewPattern>(types, lowering, patterns.getContext());
}
