// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tensor memory and the MMAs into it, by `tcgen05`: one piece of inline PTX for each op.
///
///   shared memory of the allocation     address (4 bytes) | mbarriers (from 8 on)
///
/// An MMA ends with `tcgen05.commit` to the mbarrier of its number modulo 4, which one arrival completes. Each lane
/// counts MMAs in a local variable, which LLVM makes a register; so a wait knows mbarrier and phase by itself:
/// MMA i completes phase i / 4 of mbarrier i mod 4. An issuer's MMAs are not counted: it commits to mbarriers of
/// its choice.
///
/// Between lanes `tcgen05` orders only what `tcgen05.fence` says: one behind a lane's own accesses, before it meets
/// others, one before those that come after.
///
/// Scales are packed four to a word and stored as accumulators are, a word a lane and column, by the first four warps,
/// and by those beyond that have other columns.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Target/LaneRegisters.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MmaOperand;
using layout::Place;

namespace {

constexpr int32_t kMbarriersAt = 8, kMbarriers = int32_t(tile_gpu::TensorMemoryType::kMbarriers);
constexpr unsigned kLaneBits = 5, kReachBits = 2; ///< of a thread's number; warps that reach other cells

/// The three registers of a `!tile_gpu.tensor_memory`.
struct Memory {
  Value address, shared, count;
  explicit Memory(ValueRange registers) : address(registers[0]), shared(registers[1]), count(registers[2]) {}
};

/// The address that columns of accumulators count from: of the turn, if there are any.
template <class Access, class Adaptor>
Value addressOfAccumulators(ImplicitLocOpBuilder &builder, Access op, Adaptor adaptor) {
  Value address = Memory(adaptor.getMemory()).address;
  if (!op.getTurn())
    return address;
  Value columns = constant32(builder, op.getNumColumns());
  Value behind = arith::MulIOp::create(builder, adaptor.getTurn().front(), columns);
  return arith::AddIOp::create(builder, address, behind);
}

LogicalResult expectTensorMemory(Operation *op, const Target &target) {
  if (target.has(Capability::Tcgen05))
    return success();
  return op->emitOpError() << "expected a target with tensor memory, got " << target.name();
}

/// All lanes of the first warp.
Value isFirstWarp(ImplicitLocOpBuilder &builder) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, threadIndex(builder),
                               constant32(builder, 1 << kLaneBits));
}

Value loadCount(ImplicitLocOpBuilder &builder, const Memory &memory) {
  return LLVM::LoadOp::create(builder, builder.getI32Type(), memory.count);
}

/// The mbarrier of MMA `number`.
Value mbarrierOf(ImplicitLocOpBuilder &builder, const Memory &memory, Value number) {
  Value turn = arith::AndIOp::create(builder, number, constant32(builder, kMbarriers - 1));
  Value bytes = arith::MulIOp::create(builder, turn, constant32(builder, kMbarrierBytes));
  return bytesFrom(builder, bytesFrom(builder, memory.shared, kMbarriersAt), bytes);
}

//===- Allocation ------------------------------------------------------------------------------------------------===//

/// A local variable of the kernel, at its entry, where LLVM makes registers of it.
Value createCount(Operation *op, ImplicitLocOpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op->getParentOfType<FunctionOpInterface>().getFunctionBody().front());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::AllocaOp::create(builder, pointer, builder.getI32Type(), constant32(builder, 1));
}

class AllocTensorMemoryPattern : public RegisterPattern<tile_gpu::AllocTensorMemoryOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::AllocTensorMemoryOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> shared = sharedAddress(op, op.getSharedOffset(), builder);
    if (failed(expectTensorMemory(op, lowering.target)) || failed(shared))
      return failure();
    Value count = createCount(op, builder);
    LLVM::StoreOp::create(builder, constant32(builder, 0), count);
    std::string columns = std::to_string(op.getType().getColumns());
    emitInlinePtx(builder, {},
                  "{ @!$0 bra SKIP; tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], " + columns +
                      "; tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; SKIP: }",
                  "b,l", {isFirstWarp(builder), *shared});
    for (int32_t i = 0; i < kMbarriers; ++i)
      emitInlinePtx(builder, {}, "@$0 mbarrier.init.shared.b64 [$1], 1;", "b,l",
                    {isFirstThread(builder), bytesFrom(builder, *shared, kMbarriersAt + i * int32_t(kMbarrierBytes))});
    NVVM::FenceMbarrierInitOp::create(builder);
    emitInlinePtx(builder, {}, "tcgen05.fence::before_thread_sync;", "", {});
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    Value address = emitInlinePtx(builder, builder.getI32Type(),
                                  "tcgen05.fence::after_thread_sync; ld.shared.b32 $0, [$1];", "=r,l", {*shared});
    replace(op, {address, *shared, count}, rewriter);
    return success();
  }
};

class DeallocTensorMemoryPattern : public RegisterPattern<tile_gpu::DeallocTensorMemoryOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::DeallocTensorMemoryOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Memory memory(adaptor.getMemory());
    emitInlinePtx(builder, {}, "tcgen05.fence::before_thread_sync;", "", {});
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    emitInlinePtx(
        builder, {},
        "{ @!$0 bra SKIP; tcgen05.fence::after_thread_sync; tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, " +
            std::to_string(op.getMemory().getType().getColumns()) + "; SKIP: }",
        "b,r", {isFirstWarp(builder), memory.address});
    rewriter.eraseOp(op);
    return success();
  }
};

//===- MMAs ------------------------------------------------------------------------------------------------------===//

/// Operands of inline PTX by number.
class PtxOperands {
public:
  std::string add(Value operand, llvm::StringRef constraint) {
    constraints += (values.empty() ? "" : ",") + constraint.str();
    values.push_back(operand);
    return "$" + std::to_string(values.size() - 1);
  }
  SmallVector<Value> values;
  std::string constraints;
};

class TensorMmaPattern : public RegisterPattern<tile_gpu::TensorMmaOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorMmaOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (failed(expectTensorMemory(op, lowering.target)))
      return failure();
    bool isInteger = op.getA().getType().getElementType().isInteger() && !op.getScales();
    if (isInteger && !lowering.target.has(Capability::Tcgen05Int8))
      return op.emitOpError() << "expected a target with tcgen05 of i8, got " << lowering.target.name();
    Memory memory(adaptor.getMemory());
    layout::Tcgen05Mma mma = tile_gpu::tcgen05MmaOf(op);
    auto roles = tile_gpu::WarpRolesOp::around(op->getBlock());
    bool isCounted = !roles || !roles.isInIssuer(op->getBlock());
    Value number = isCounted ? loadCount(builder, memory) : Value();
    PtxOperands operands;
    std::string first = operands.add(isFirstThread(builder), "b");
    std::string accumulates = operands.add(adaptor.getAccumulates().front(), "b");
    std::string a = operands.add(descriptor(builder, adaptor.getA().front(), mma.descriptorOfA), "l");
    std::string b = operands.add(descriptor(builder, adaptor.getB().front(), mma.descriptorOfB), "l");
    std::string address = operands.add(memory.address, "r");
    Value ofAccumulators = addressOfAccumulators(builder, op, adaptor);
    std::string accumulators = ofAccumulators == memory.address ? address : operands.add(ofAccumulators, "r");
    std::string mbarrier = isCounted ? operands.add(mbarrierOf(builder, memory, number), "l") : "";
    std::string text =
        "{\n.reg .b64 da, db;\n.reg .b32 d, i, sa, sb;\n@!" + first + " bra SKIP;\ntcgen05.fence::after_thread_sync;\n";
    std::optional<uint32_t> descriptor;
    for (const layout::TensorInstruction &step : mma.steps) {
      if (descriptor != step.descriptor)
        text += "mov.b32 i, " + std::to_string(step.descriptor) + ";\n";
      descriptor = step.descriptor;
      text += instruction(op, mma, step, a, b, address, accumulators, step.isFirst ? accumulates : "1");
    }
    if (isCounted)
      text += "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [" + mbarrier + "];\n";
    emitInlinePtx(builder, {}, text + "SKIP:\n}", operands.constraints, operands.values);
    if (isCounted) {
      Value next = arith::AddIOp::create(builder, number, constant32(builder, 1));
      LLVM::StoreOp::create(builder, next, memory.count);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value descriptor(ImplicitLocOpBuilder &builder, Value stage, uint64_t rest) {
    Value start = LLVM::PtrToIntOp::create(builder, builder.getI32Type(), stage);
    start = arith::AndIOp::create(builder, start, constant32(builder, 0x3ffff));
    start = arith::ShRUIOp::create(builder, start, constant32(builder, 4));
    Value low = arith::ExtUIOp::create(builder, builder.getI64Type(), start);
    return arith::OrIOp::create(builder, low,
                                arith::ConstantOp::create(builder, builder.getI64IntegerAttr(int64_t(rest))));
  }

  static std::string instruction(tile_gpu::TensorMmaOp op, const layout::Tcgen05Mma &mma,
                                 const layout::TensorInstruction &step, const std::string &a, const std::string &b,
                                 const std::string &address, const std::string &accumulators,
                                 const std::string &accumulates) {
    constexpr int64_t kUnit = 16;
    std::string text = "add.s64 da, " + a + ", " + std::to_string(step.byteOfA / kUnit) + ";\nadd.s64 db, " + b + ", " +
                       std::to_string(step.byteOfB / kUnit) + ";\nadd.s32 d, " + accumulators + ", " +
                       std::to_string(int64_t(op.getColumn()) + step.column) + ";\n";
    std::string scales, scaleVector;
    if (std::optional<tile_gpu::BlockScalesAttr> places = op.getScales()) {
      text += "add.s32 sa, " + address + ", " + std::to_string(places->getColumnOfA() + step.columnOfScalesA) +
              ";\nadd.s32 sb, " + address + ", " + std::to_string(places->getColumnOfB() + step.columnOfScalesB) +
              ";\n";
      // `.scale_vec` says the same, but not for the chips of a family.
      constexpr unsigned kScalesOfNarrowBlocks = 4;
      scaleVector = mma.scalesOfInstruction == kScalesOfNarrowBlocks ? ".block_scale.block16" : ".block_scale.block32";
      scales = "[sa], [sb], ";
    }
    return text + "tcgen05.mma.cta_group::1.kind::" + mma.kind + scaleVector + " [d], da, db, i, " + scales +
           accumulates + ";\n";
  }
};

class TensorCommitPattern : public RegisterPattern<tile_gpu::TensorCommitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorCommitOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (failed(expectTensorMemory(op, lowering.target)))
      return failure();
    Value barrier = mbarrierAt(builder, adaptor.getBarriers().front(), adaptor.getIndex().front());
    std::string commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster";
    if (op.getCluster()) {
      uint32_t all = (uint32_t(1) << tile::ctasOfCluster(op)) - 1;
      emitInlinePtx(builder, {},
                    "{ .reg .b16 ctas; mov.b16 ctas, " + std::to_string(all) + "; " + commit +
                        ".multicast::cluster.b64 [$0], ctas; }",
                    "l", {barrier});
    } else {
      emitInlinePtx(builder, {}, commit + ".b64 [$0];", "l", {barrier});
    }
    rewriter.eraseOp(op);
    return success();
  }
};

class TensorWaitPattern : public RegisterPattern<tile_gpu::TensorWaitOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorWaitOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Memory memory(adaptor.getMemory());
    // Before the first MMA: the phase before the first, which counts as complete.
    Value number =
        arith::SubIOp::create(builder, loadCount(builder, memory), constant32(builder, 1 + int64_t(op.getPending())));
    Value phase = arith::ShRSIOp::create(builder, number, constant32(builder, layout::log2OfExtent(kMbarriers)));
    Value parity = arith::AndIOp::create(builder, phase, constant32(builder, 1));
    emitInlinePtx(builder, {},
                  "{ .reg .pred done; WAIT: mbarrier.try_wait.parity.shared.b64 done, [$0], $1; @!done bra WAIT; }",
                  "l,r", {mbarrierOf(builder, memory, number), parity});
    rewriter.eraseOp(op);
    return success();
  }
};

//===- Accumulators ----------------------------------------------------------------------------------------------===//

/// Registers that one instruction moves: neighbours in a column range of the warp.
struct Run {
  int64_t column;
  SmallVector<unsigned> registers; ///< in the order of the instruction
};

/// The most registers that one instruction moves. It needs them all at once and a few besides, and a kernel that is
/// held to several CTAs may have fewer.
size_t mostRegistersOfRun(Operation *op) {
  constexpr unsigned kMost = 64, kLeast = 4, kBeside = 20;
  auto kernel = op->getParentOfType<FunctionOpInterface>();
  auto ctas = kernel->getAttrOfType<IntegerAttr>(tile_gpu::kMinCtasAttr);
  if (!ctas)
    return kMost;
  int64_t warps = kernel->getAttrOfType<IntegerAttr>(tile_gpu::kNumWarpsAttr).getInt();
  unsigned available = std::max(registersAmong(unsigned(ctas.getInt() * warps)), kBeside + kLeast);
  return std::min(llvm::bit_floor(available - kBeside), kMost);
}

/// How a warp moves a tile of accumulators.
class AccumulatorTransfer {
public:
  AccumulatorTransfer(Operation *op, Type type, int64_t column)
      : accumulators(tile_gpu::LayoutAttr::of(type)), mostRegisters(mostRegistersOfRun(op)), firstColumn(column) {
    ArrayRef<int64_t> shape = tile::shapeOf(type);
    std::optional<int64_t> batch = shape.size() == 3 ? std::optional(shape.front()) : std::nullopt;
    mma = {layout::MmaInstruction::Tcgen05, 16, batch, shape[shape.size() - 2], shape.back(), 16};
    isHalf = mma.fragment(MmaOperand::C).shape().back() != 1;
  }

  /// `tcgen05.ld` or `.st` without direction, of a run.
  std::string shapeOf(const Run &run) const {
    // One repetition of 16x256b moves four registers.
    return isHalf ? ".16x256b.x" + std::to_string(run.registers.size() / 4)
                  : ".32x32b.x" + std::to_string(run.registers.size());
  }

  /// The address that a warp begins at: its cells, and its columns where warpgroups share them.
  Value address(ImplicitLocOpBuilder &builder, Value base) const {
    SmallVector<uint64_t> columns(kLaneBits, 0);
    for (unsigned bit = 0; bit < accumulators.bits(Place::Warp).count; ++bit) {
      constexpr unsigned kLaneOfAddress = 16;
      uint64_t cells = uint64_t(1) << (kLaneOfAddress + kLaneBits + bit);
      columns.push_back(bit < kReachBits ? cells : uint64_t(columnAt(accumulators.basis(Place::Warp, bit))));
    }
    Value own = applyColumns(builder, threadIndex(builder), columns).base;
    return own ? arith::AddIOp::create(builder, base, own).getResult() : base;
  }

  std::vector<Run> runs() const {
    std::map<int64_t, SmallVector<unsigned>> unitAt;
    int64_t unitColumns = isHalf ? 8 : 1;
    std::set<uint64_t> seen;
    for (unsigned i = 0; i < accumulators.size(Place::Register); ++i)
      if (uint64_t element = accumulators.elementAt({.registerIndex = i}); seen.insert(element).second)
        unitAt[columnAt(element) / unitColumns * unitColumns].push_back(i);
    std::vector<Run> result;
    for (auto &[column, registers] : unitAt) {
      bool joins = !result.empty() && result.back().registers.size() < mostRegisters &&
                   result.back().column + int64_t(columnsOf(result.back())) == column;
      if (!joins)
        result.push_back({column, {}});
      llvm::append_range(result.back().registers, inOrder(registers));
    }
    return result;
  }

  int64_t columnOf(const Run &run) const {
    return firstColumn + run.column;
  }

  LinearLayout accumulators;

private:
  int64_t columnAt(uint64_t element) const {
    return layout::tensorCell(mma, accumulators.coordinatesOf(element)).column;
  }
  size_t columnsOf(const Run &run) const {
    return isHalf ? run.registers.size() * 2 : run.registers.size();
  }
  /// Sorts the registers of one unit: neighbours of a row, then those eight rows below.
  SmallVector<unsigned> inOrder(SmallVector<unsigned> registers) const {
    llvm::sort(registers, [&](unsigned i, unsigned j) {
      return accumulators.elementAt({.registerIndex = i}) < accumulators.elementAt({.registerIndex = j});
    });
    return registers;
  }

  layout::TileMma mma;
  size_t mostRegisters;
  int64_t firstColumn;
  bool isHalf;
};

std::string list(size_t first, size_t count) {
  std::string text = "{";
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return text + "}";
}

class TensorLoadPattern : public RegisterPattern<tile_gpu::TensorLoadOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorLoadOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    AccumulatorTransfer transfer(op, op.getType(), int64_t(op.getColumn()));
    std::vector<Run> runs = transfer.runs();
    size_t count = 0;
    for (const Run &run : runs)
      count += run.registers.size();
    Value address = transfer.address(builder, addressOfAccumulators(builder, op, adaptor));
    std::map<uint64_t, Value> valueOf;
    // Many registers are loaded in parts, so that what needs the first ones need not wait for all.
    constexpr size_t kFew = 64;
    if (count <= kFew)
      load(op, runs, transfer, address, valueOf, builder);
    else
      for (const Run &run : runs)
        load(op, run, transfer, address, valueOf, builder);
    Registers registers;
    for (unsigned i = 0; i < transfer.accumulators.size(Place::Register); ++i)
      registers.push_back(valueOf.at(transfer.accumulators.elementAt({.registerIndex = i})));
    replace(op, std::move(registers), rewriter);
    return success();
  }

private:
  /// Loads the runs together, and waits for them. `valueOf`: by element.
  static void load(tile_gpu::TensorLoadOp op, ArrayRef<Run> runs, const AccumulatorTransfer &transfer, Value address,
                   std::map<uint64_t, Value> &valueOf, ImplicitLocOpBuilder &builder) {
    size_t count = 0, next = 0;
    for (const Run &run : runs)
      count += run.registers.size();
    std::string text = "{\n.reg .b32 t;\ntcgen05.fence::after_thread_sync;\n", constraints;
    for (const Run &run : runs) {
      text += "add.s32 t, $" + std::to_string(count) + ", " + std::to_string(transfer.columnOf(run)) +
              ";\ntcgen05.ld.sync.aligned" + transfer.shapeOf(run) + ".b32 " + list(next, run.registers.size()) +
              ", [t];\n";
      next += run.registers.size();
    }
    text += "tcgen05.wait::ld.sync.aligned;\ntcgen05.fence::before_thread_sync;\n}";
    for (size_t i = 0; i < count; ++i)
      constraints += "=r,";
    SmallVector<Type> types(count, builder.getI32Type());
    Value words = emitInlinePtx(builder, types, text, constraints + "r", {address});
    Type element = getElementTypeOrSelf(op.getType());
    next = 0;
    for (const Run &run : runs)
      for (unsigned i : run.registers) {
        Value word = count == 1 ? words : LLVM::ExtractValueOp::create(builder, words, next).getResult();
        ++next;
        valueOf[transfer.accumulators.elementAt({.registerIndex = i})] =
            element.isF32() ? arith::BitcastOp::create(builder, element, word).getResult() : word;
      }
  }
};

class TensorStorePattern : public RegisterPattern<tile_gpu::TensorStoreOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorStoreOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    AccumulatorTransfer transfer(op, op.getValue().getType(), int64_t(op.getColumn()));
    PtxOperands operands;
    std::string address = operands.add(transfer.address(builder, addressOfAccumulators(builder, op, adaptor)), "r");
    std::string text = "{\n.reg .b32 t;\ntcgen05.fence::after_thread_sync;\n";
    for (const Run &run : transfer.runs()) {
      text += "add.s32 t, " + address + ", " + std::to_string(transfer.columnOf(run)) + ";\ntcgen05.st.sync.aligned" +
              transfer.shapeOf(run) + ".b32 [t], " + list(operands.values.size(), run.registers.size()) + ";\n";
      for (unsigned i : run.registers) {
        Value value = adaptor.getValue()[i];
        operands.add(value, value.getType().isF32() ? "f" : "r");
      }
    }
    text += "tcgen05.wait::st.sync.aligned;\ntcgen05.fence::before_thread_sync;\n}";
    emitInlinePtx(builder, {}, text, operands.constraints, operands.values);
    rewriter.eraseOp(op);
    return success();
  }
};

//===- Scales ----------------------------------------------------------------------------------------------------===//

/// How a warp stores scales: words of neighbours along K, in runs of columns.
class ScaleTransfer {
public:
  explicit ScaleTransfer(tile_gpu::TensorStoreScalesOp op)
      : scales(op.scales()), places(tile_gpu::LayoutAttr::of(op.getValue().getType())) {
    for (unsigned bit = kReachBits; bit < places.bits(Place::Warp).count; ++bit)
      if (places.basis(Place::Warp, bit) == 0)
        copies |= 1 << (kLaneBits + bit);
  }

  /// The thread's warp has words that no other one stores.
  Value stores(ImplicitLocOpBuilder &builder) const {
    Value beyond = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, copies));
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, beyond, constant32(builder, 0));
  }

  Value address(ImplicitLocOpBuilder &builder, Value base) const {
    SmallVector<uint64_t> columns(kLaneBits, 0);
    for (unsigned bit = 0; bit < places.bits(Place::Warp).count; ++bit) {
      constexpr unsigned kLaneOfAddress = 16;
      uint64_t cells = uint64_t(1) << (kLaneOfAddress + kLaneBits + bit);
      columns.push_back(bit < kReachBits ? cells : uint64_t(cellOf(places.basis(Place::Warp, bit)).column));
    }
    Value own = applyColumns(builder, threadIndex(builder), columns).base;
    return own ? arith::AddIOp::create(builder, base, own).getResult() : base;
  }

  /// The word of each column; what a cell has no scale for is zero.
  std::map<int64_t, Value> words(ImplicitLocOpBuilder &builder, ValueRange registers) const {
    std::map<int64_t, SmallVector<Value>> bytesAt;
    for (unsigned i = 0; i < places.size(Place::Register); ++i) {
      layout::TensorScales::Cell cell = cellOf(places.elementAt({.registerIndex = i}));
      SmallVector<Value> &bytes = bytesAt[cell.column];
      bytes.resize(layout::TensorScales::kScalesOfCell);
      bytes[cell.byte] = registers[i];
    }
    std::map<int64_t, Value> result;
    for (auto &[column, bytes] : bytesAt) {
      for (Value &byte : bytes)
        if (!byte)
          byte = arith::ConstantOp::create(builder, builder.getI8IntegerAttr(0));
      result[column] = packWord(builder, bytes);
    }
    return result;
  }

private:
  layout::TensorScales::Cell cellOf(uint64_t element) const {
    return scales.cellOf(places.coordinatesOf(element));
  }

  layout::TensorScales scales;
  LinearLayout places;
  int64_t copies = 0; ///< bits of a thread's number that are zero where its warp stores
};

class TensorStoreScalesPattern : public RegisterPattern<tile_gpu::TensorStoreScalesOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorStoreScalesOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (failed(expectTensorMemory(op, lowering.target)))
      return failure();
    ScaleTransfer transfer(op);
    PtxOperands operands;
    std::string stores = operands.add(transfer.stores(builder), "b");
    std::string address = operands.add(transfer.address(builder, Memory(adaptor.getMemory()).address), "r");
    std::string text = "{\n.reg .b32 t;\n@!" + stores + " bra SKIP;\ntcgen05.fence::after_thread_sync;\n";
    SmallVector<Value> run;
    int64_t first = 0;
    auto flush = [&] {
      if (run.empty())
        return;
      text += "add.s32 t, " + address + ", " + std::to_string(int64_t(op.getColumn()) + first) +
              ";\ntcgen05.st.sync.aligned.32x32b.x" + std::to_string(run.size()) + ".b32 [t], " +
              list(operands.values.size(), run.size()) + ";\n";
      for (Value word : run)
        operands.add(word, "r");
      run.clear();
    };
    for (auto [column, word] : transfer.words(builder, adaptor.getValue())) {
      constexpr size_t kMaxWords = 64;
      if (run.size() == kMaxWords || column != first + int64_t(run.size()))
        flush();
      if (run.empty())
        first = column;
      run.push_back(word);
    }
    flush();
    text += "tcgen05.wait::st.sync.aligned;\ntcgen05.fence::before_thread_sync;\nSKIP:\n}";
    emitInlinePtx(builder, {}, text, operands.constraints, operands.values);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateTensorMemoryPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                         const LoweringContext &lowering) {
  patterns.add<AllocTensorMemoryPattern, DeallocTensorMemoryPattern, TensorMmaPattern, TensorCommitPattern,
               TensorWaitPattern, TensorLoadPattern, TensorStorePattern, TensorStoreScalesPattern>(
      types, lowering, patterns.getContext());
}
