// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products: shapes, element types, and the layouts and slots that belong together.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

//===- What both forms of a product share ------------------------------------------------------------------------===//

/// A tile in registers or in a buffer.
static ArrayRef<int64_t> shapeOfOperand(Type type) {
  auto buffer = dyn_cast<BufferType>(type);
  return buffer ? buffer.getShape() : tile::shapeOf(type);
}
static Type elementOfOperand(Type type) {
  auto buffer = dyn_cast<BufferType>(type);
  return buffer ? buffer.getElementType() : getElementTypeOrSelf(type);
}

static layout::MatrixProduct productOf(ProductInstruction instruction, Type a, Type sumType) {
  ArrayRef<int64_t> sum = tile::shapeOf(sumType);
  auto kind = instruction == ProductInstruction::Fma       ? layout::ProductInstruction::Fma
              : instruction == ProductInstruction::MmaSync ? layout::ProductInstruction::MmaSync
              : instruction == ProductInstruction::Tcgen05 ? layout::ProductInstruction::Tcgen05
                                                           : layout::ProductInstruction::Wgmma;
  unsigned bits = 8 * tile::storageBytes(elementOfOperand(a));
  std::optional<int64_t> batch = sum.size() == 3 ? std::optional(sum.front()) : std::nullopt;
  return {kind, bits, batch, sum[sum.size() - 2], sum.back(), shapeOfOperand(a).back()};
}

static LogicalResult verifyShapes(Operation *op, Type a, Type b, Type sumType, ProductInstruction instruction) {
  ArrayRef<int64_t> sum = tile::shapeOf(sumType);
  if (sum.size() < 2 || sum.size() > 3)
    return op->emitOpError() << "expected an accumulator of rank 2 or 3, got rank " << sum.size();
  layout::MatrixProduct product = productOf(instruction, a, sumType);
  auto check = [&](Type type, MmaOperand operand, StringRef name) -> LogicalResult {
    std::vector<int64_t> expected = product.shapeOf(operand);
    if (shapeOfOperand(type) == ArrayRef(expected))
      return success();
    InFlightDiagnostic error = op->emitOpError() << "expected " << name << " of shape ";
    llvm::interleave(expected, error, "x");
    return error << ", got " << type;
  };
  return success(succeeded(check(a, MmaOperand::A, "a")) && succeeded(check(b, MmaOperand::B, "b")));
}

static bool isLegal(ProductInstruction instruction, Type a, Type sum) {
  if (instruction == ProductInstruction::Fma)
    return a.isF32() && sum.isF32();
  if (a.isInteger(8))
    return sum.isInteger(32);
  if (a.isF64())
    return sum.isF64() && instruction == ProductInstruction::MmaSync;
  if (a.isF16())
    return (sum.isF16() && instruction != ProductInstruction::Tcgen05) || sum.isF32();
  return sum.isF32() && isa<BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(a);
}

template <typename Op>
static LogicalResult verifyElements(Op op, Type a, Type b, Type sum, ProductInstruction instruction) {
  if (a != b)
    return op.emitOpError() << "expected operands of one element type, got " << a << " and " << b;
  if (!isLegal(instruction, a, sum))
    return op.emitOpError() << "has no product of " << a << " with sums in " << sum << " by "
                            << stringifyProductInstruction(instruction);
  if ((op.getUnsignedA() || op.getUnsignedB()) && !a.isInteger(8))
    return op.emitOpError() << "expected i8 operands with a sign, got " << a;
  return success();
}

template <typename Op> static LogicalResult verifyProduct(Op op, Type sum, ProductInstruction instruction) {
  Type a = op.getA().getType(), b = op.getB().getType();
  if (failed(verifyShapes(op, a, b, sum, instruction)))
    return failure();
  return verifyElements(op, elementOfOperand(a), elementOfOperand(b), getElementTypeOrSelf(sum), instruction);
}

/// A tile in registers has the layout that follows from the sum's.
template <typename Op> static LogicalResult verifyFragments(Op op, Value tile, MmaOperand operand, Type sum) {
  std::optional<LinearLayout> wanted = layout::operandLayout(op.product(), operand, LayoutAttr::of(sum));
  if (!wanted)
    return op.emitOpError() << "expected fragments of the instruction in the accumulator, got " << sum;
  RankedTensorType expected = withLayout(cast<RankedTensorType>(tile.getType()), *wanted);
  if (tile.getType() != expected)
    return op.emitOpError() << "expected an operand of type " << expected << ", got " << tile.getType();
  return success();
}

//===- mma -------------------------------------------------------------------------------------------------------===//

layout::MatrixProduct MmaOp::product() {
  return productOf(getInstruction(), getA().getType(), getAccumulator().getType());
}

bool MmaOp::hasFragments() {
  auto isFragment = [&](Value tile, MmaOperand operand) {
    std::optional<LinearLayout> wanted = layout::operandLayout(product(), operand, LayoutAttr::of(getType()));
    return wanted && LayoutAttr::of(tile.getType()) == *wanted;
  };
  return isFragment(getA(), MmaOperand::A) && isFragment(getB(), MmaOperand::B);
}

LogicalResult MmaOp::verify() {
  Type sum = getAccumulator().getType();
  if (failed(verifyProduct(*this, sum, getInstruction())))
    return failure();
  if (getAInRegisters() && getInstruction() != ProductInstruction::Wgmma)
    return emitOpError("expected in_registers of wgmma only: others have no choice");
  if (getInstruction() == ProductInstruction::Tcgen05 && failed(verifyTensorProduct(*this, product())))
    return failure();
  if (!layout::accumulatorFragments(product(), LayoutAttr::of(sum)))
    return emitOpError() << "expected fragments of the instruction in the accumulator, got " << sum;
  if (!takesAnyLayout(0) && failed(verifyFragments(*this, getA(), MmaOperand::A, sum)))
    return failure();
  if (!takesAnyLayout(1) && failed(verifyFragments(*this, getB(), MmaOperand::B, sum)))
    return failure();
  return success();
}

//===- warpgroup_mma ---------------------------------------------------------------------------------------------===//

layout::MatrixProduct WarpgroupMmaOp::product() {
  return productOf(ProductInstruction::Wgmma, getA().getType(), getType());
}

Type WarpgroupMmaOp::elementTypeOfA() {
  return elementOfOperand(getA().getType());
}

std::pair<int64_t, int64_t> WarpgroupMmaOp::rangeOfK() {
  if (std::optional<ArrayRef<int64_t>> range = getKRange())
    return {range->front(), range->back()};
  return {0, product().k};
}

std::optional<layout::WarpgroupOperand> tile_gpu::warpgroupOperandOf(const layout::MatrixProduct &product,
                                                                     const LinearLayout &sum, MmaOperand operand,
                                                                     BufferType slot) {
  std::optional<int64_t> rows = layout::rowsOfInstruction(product, operand, sum);
  if (!rows)
    return std::nullopt;
  unsigned rank = slot.getShape().size(), alongK = operand == MmaOperand::A ? rank - 1 : rank - 2;
  auto found = layout::warpgroupOperand(slot.getElementAtOffset(), slot.getShape().vec(), alongK,
                                        product.elementBits / 8, *rows);
  return found && slot.getAlignment() % found->alignment() == 0 ? found : std::nullopt;
}

static LogicalResult verifySlot(WarpgroupMmaOp op, Value slot, MmaOperand operand) {
  auto type = cast<BufferType>(slot.getType());
  if (type.getStages() != 1)
    return op.emitOpError() << "expected one slot of a buffer, got " << type.getStages() << " stages";
  if (!warpgroupOperandOf(op.product(), LayoutAttr::of(op.getType()), operand, type))
    return op.emitOpError() << "expected a slot that wgmma can read as it lies, got " << type;
  return success();
}

static LogicalResult verifyRange(WarpgroupMmaOp op) {
  std::optional<ArrayRef<int64_t>> range = op.getKRange();
  if (!range)
    return success();
  int64_t depth = 8 * layout::kWarpgroupDepthBytes / op.product().elementBits;
  bool isLegal = range->size() == 2 && range->front() % depth == 0 && range->back() % depth == 0 &&
                 range->front() >= 0 && range->front() < range->back() && range->back() <= op.product().k;
  if (!isLegal)
    return op.emitOpError() << "expected a k_range of multiples of " << depth << " up to " << op.product().k;
  return success();
}

/// What a value in flight may go to.
static bool mayTakeInFlight(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto product = dyn_cast<WarpgroupMmaOp>(user))
    return product.getAccumulator() == use.get() && product.getA() != use.get();
  return isa<WarpgroupWaitOp, RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(user);
}

LogicalResult WarpgroupMmaOp::verify() {
  if (getAccumulator() && getAccumulator().getType() != getType())
    return emitOpError() << "expected an accumulator of type " << getType() << ", got " << getAccumulator().getType();
  if (failed(verifyProduct(*this, getType(), ProductInstruction::Wgmma)) || failed(verifyRange(*this)))
    return failure();
  LogicalResult a = hasAInRegisters() ? verifyFragments(*this, getA(), MmaOperand::A, getType())
                                      : verifySlot(*this, getA(), MmaOperand::A);
  if (failed(a) || failed(verifySlot(*this, getB(), MmaOperand::B)))
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
