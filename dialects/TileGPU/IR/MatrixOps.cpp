// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs: shapes, element types, and the layouts and stages that belong together.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

//===- What both forms of an MMA share ---------------------------------------------------------------------------===//

/// A tile in registers or in a buffer.
static ArrayRef<int64_t> shapeOfOperand(Type type) {
  auto buffer = dyn_cast<BufferType>(type);
  return buffer ? buffer.getShape() : tile::shapeOf(type);
}
static Type elementOfOperand(Type type) {
  auto buffer = dyn_cast<BufferType>(type);
  return buffer ? buffer.getElementType() : getElementTypeOrSelf(type);
}

static layout::TileMma mmaOf(MmaInstruction instruction, Type a, Type accumulatorType) {
  ArrayRef<int64_t> accumulator = tile::shapeOf(accumulatorType);
  auto kind = instruction == MmaInstruction::Fma       ? layout::MmaInstruction::Fma
              : instruction == MmaInstruction::MmaSync ? layout::MmaInstruction::MmaSync
              : instruction == MmaInstruction::Tcgen05 ? layout::MmaInstruction::Tcgen05
                                                       : layout::MmaInstruction::Wgmma;
  unsigned bits = 8 * tile::storageBytes(elementOfOperand(a));
  std::optional<int64_t> batch = accumulator.size() == 3 ? std::optional(accumulator.front()) : std::nullopt;
  return {kind, bits, batch, accumulator[accumulator.size() - 2], accumulator.back(), shapeOfOperand(a).back()};
}

/// That order of rows which the accumulator has, for an A in registers.
static layout::TileMma withRowsOf(layout::TileMma mma, Type accumulatorType) {
  if (mma.instruction == layout::MmaInstruction::Wgmma)
    mma.rows = layout::rowOrderOf(LayoutAttr::of(accumulatorType));
  return mma;
}

static LogicalResult verifyShapes(Operation *op, Type a, Type b, Type accumulatorType, MmaInstruction instruction) {
  ArrayRef<int64_t> accumulator = tile::shapeOf(accumulatorType);
  if (accumulator.size() < 2 || accumulator.size() > 3)
    return op->emitOpError() << "expected an accumulator of rank 2 or 3, got rank " << accumulator.size();
  layout::TileMma mma = mmaOf(instruction, a, accumulatorType);
  auto check = [&](Type type, MmaOperand operand, StringRef name) -> LogicalResult {
    std::vector<int64_t> expected = mma.shapeOf(operand);
    if (shapeOfOperand(type) == ArrayRef(expected))
      return success();
    InFlightDiagnostic error = op->emitOpError() << "expected " << name << " of shape ";
    llvm::interleave(expected, error, "x");
    return error << ", got " << type;
  };
  return success(succeeded(check(a, MmaOperand::A, "a")) && succeeded(check(b, MmaOperand::B, "b")));
}

static bool isLegal(MmaInstruction instruction, Type a, Type accumulator) {
  if (instruction == MmaInstruction::Fma)
    return a.isF32() && accumulator.isF32();
  if (a.isInteger(8))
    return accumulator.isInteger(32);
  if (a.isF64())
    return accumulator.isF64() && instruction == MmaInstruction::MmaSync;
  if (a.isF16())
    return (accumulator.isF16() && instruction != MmaInstruction::Tcgen05) || accumulator.isF32();
  return accumulator.isF32() && isa<BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(a);
}

template <typename Op>
static LogicalResult verifyElements(Op op, Type a, Type b, Type accumulator, MmaInstruction instruction) {
  if (a != b)
    return op.emitOpError() << "expected operands of one element type, got " << a << " and " << b;
  if (!isLegal(instruction, a, accumulator))
    return op.emitOpError() << "has no MMA of " << a << " with accumulators in " << accumulator << " by "
                            << stringifyMmaInstruction(instruction);
  if ((op.getUnsignedA() || op.getUnsignedB()) && !a.isInteger(8))
    return op.emitOpError() << "expected i8 operands with a sign, got " << a;
  return success();
}

template <typename Op> static LogicalResult verifyMma(Op op, Type accumulator, MmaInstruction instruction) {
  Type a = op.getA().getType(), b = op.getB().getType();
  if (failed(verifyShapes(op, a, b, accumulator, instruction)))
    return failure();
  return verifyElements(op, elementOfOperand(a), elementOfOperand(b), getElementTypeOrSelf(accumulator), instruction);
}

/// A tile in registers has the layout that follows from the accumulator's.
template <typename Op> static LogicalResult verifyFragments(Op op, Value tile, MmaOperand operand, Type accumulator) {
  std::optional<LinearLayout> wanted = layout::operandLayout(op.mma(), operand, LayoutAttr::of(accumulator));
  if (!wanted)
    return op.emitOpError() << "expected fragments of the instruction in the accumulator, got " << accumulator;
  RankedTensorType expected = withLayout(cast<RankedTensorType>(tile.getType()), *wanted);
  if (tile.getType() != expected)
    return op.emitOpError() << "expected an operand of type " << expected << ", got " << tile.getType();
  return success();
}

//===- mma -------------------------------------------------------------------------------------------------------===//

layout::TileMma MmaOp::mma() {
  layout::TileMma mma = mmaOf(getInstruction(), getA().getType(), getAccumulator().getType());
  return getAInRegisters() ? withRowsOf(mma, getAccumulator().getType()) : mma;
}

bool MmaOp::hasFragments() {
  auto isFragment = [&](Value tile, MmaOperand operand) {
    std::optional<LinearLayout> wanted = layout::operandLayout(mma(), operand, LayoutAttr::of(getType()));
    return wanted && LayoutAttr::of(tile.getType()) == *wanted;
  };
  return isFragment(getA(), MmaOperand::A) && isFragment(getB(), MmaOperand::B);
}

LogicalResult MmaOp::verify() {
  Type accumulator = getAccumulator().getType();
  if (failed(verifyMma(*this, accumulator, getInstruction())))
    return failure();
  if (getAInRegisters() && getInstruction() != MmaInstruction::Wgmma)
    return emitOpError("expected in_registers of wgmma only: others have no choice");
  if (getInstruction() == MmaInstruction::Tcgen05 && failed(verifyTcgen05Mma(*this, mma())))
    return failure();
  if (!layout::accumulatorFragments(mma(), LayoutAttr::of(accumulator)))
    return emitOpError() << "expected fragments of the instruction in the accumulator, got " << accumulator;
  if (!takesAnyLayout(0) && failed(verifyFragments(*this, getA(), MmaOperand::A, accumulator)))
    return failure();
  if (!takesAnyLayout(1) && failed(verifyFragments(*this, getB(), MmaOperand::B, accumulator)))
    return failure();
  return success();
}

//===- warpgroup_mma ---------------------------------------------------------------------------------------------===//

layout::TileMma WarpgroupMmaOp::mma() {
  layout::TileMma mma = mmaOf(MmaInstruction::Wgmma, getA().getType(), getType());
  return hasAInRegisters() ? withRowsOf(mma, getType()) : mma;
}

Type WarpgroupMmaOp::elementTypeOfA() {
  return elementOfOperand(getA().getType());
}

std::pair<int64_t, int64_t> WarpgroupMmaOp::rangeOfK() {
  if (std::optional<ArrayRef<int64_t>> range = getKRange())
    return {range->front(), range->back()};
  return {0, mma().k};
}

std::optional<layout::WarpgroupOperand> tile_gpu::warpgroupOperandOf(const layout::TileMma &mma,
                                                                     const LinearLayout &accumulator,
                                                                     MmaOperand operand, BufferType stage) {
  std::optional<int64_t> rows = layout::rowsOfInstruction(mma, operand, accumulator);
  if (!rows)
    return std::nullopt;
  unsigned rank = stage.getShape().size(), alongK = operand == MmaOperand::A ? rank - 1 : rank - 2;
  auto found =
      layout::warpgroupOperand(stage.getElementAtOffset(), stage.getShape().vec(), alongK, mma.elementBits / 8, *rows);
  return found && stage.getAlignment() % found->alignment() == 0 ? found : std::nullopt;
}

static LogicalResult verifyStage(WarpgroupMmaOp op, Value stage, MmaOperand operand) {
  auto type = cast<BufferType>(stage.getType());
  if (type.getStages() != 1)
    return op.emitOpError() << "expected one stage of a buffer, got " << type.getStages() << " stages";
  if (!warpgroupOperandOf(op.mma(), LayoutAttr::of(op.getType()), operand, type))
    return op.emitOpError() << "expected a stage that wgmma can read as it lies, got " << type;
  return success();
}

static LogicalResult verifyRange(WarpgroupMmaOp op) {
  std::optional<ArrayRef<int64_t>> range = op.getKRange();
  if (!range)
    return success();
  int64_t depth = 8 * layout::kWarpgroupDepthBytes / op.mma().elementBits;
  bool isLegal = range->size() == 2 && range->front() % depth == 0 && range->back() % depth == 0 &&
                 range->front() >= 0 && range->front() < range->back() && range->back() <= op.mma().k;
  if (!isLegal)
    return op.emitOpError() << "expected a k_range of multiples of " << depth << " up to " << op.mma().k;
  return success();
}

/// What a value in flight may go to.
static bool mayTakeInFlight(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto mma = dyn_cast<WarpgroupMmaOp>(user))
    return mma.getAccumulator() == use.get() && mma.getA() != use.get();
  return isa<WarpgroupWaitOp, RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(user);
}

LogicalResult WarpgroupMmaOp::verify() {
  if (getAccumulator() && getAccumulator().getType() != getType())
    return emitOpError() << "expected an accumulator of type " << getType() << ", got " << getAccumulator().getType();
  if (failed(verifyMma(*this, getType(), MmaInstruction::Wgmma)) || failed(verifyRange(*this)))
    return failure();
  LogicalResult a = hasAInRegisters() ? verifyFragments(*this, getA(), MmaOperand::A, getType())
                                      : verifyStage(*this, getA(), MmaOperand::A);
  if (failed(a) || failed(verifyStage(*this, getB(), MmaOperand::B)))
    return failure();
  for (OpOperand &use : getResult().getUses())
    if (!mayTakeInFlight(use))
      return (emitOpError("is in flight: expected a warpgroup_wait before it is used by ") << use.getOwner()->getName())
                 .attachNote(use.getOwner()->getLoc())
             << "the use";
  return success();
}

LogicalResult WarpgroupWaitOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands,
                                                DictionaryAttr, OpaqueProperties, RegionRange,
                                                SmallVectorImpl<Type> &types) {
  llvm::append_range(types, operands.getTypes());
  return success();
}
