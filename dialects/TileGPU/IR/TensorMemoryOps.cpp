// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor memory: one allocation for a kernel that is released, columns inside of it, and shapes that MMAs have.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::MmaOperand;

//===- The memory ------------------------------------------------------------------------------------------------===//

LogicalResult TensorMemoryType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t columns) {
  if (!llvm::isPowerOf2_64(columns) || columns < kMinColumns || columns > kMaxColumns)
    return emitError() << "expected a power of two from " << kMinColumns << " to " << kMaxColumns << " as columns, got "
                       << columns;
  return success();
}

LogicalResult AllocTensorMemoryOp::verify() {
  bool isOnce = isa<FunctionOpInterface, WarpRolesOp>((*this)->getParentOp());
  if (!isOnce)
    return emitOpError("expected a place that a kernel comes by once");
  for (Operation *user : getResult().getUsers())
    if (isa<DeallocTensorMemoryOp>(user))
      return success();
  return emitOpError("expected a dealloc_tensor_memory: nobody else releases it");
}

LogicalResult DeallocTensorMemoryOp::verify() {
  for (Operation *user : getMemory().getUsers()) {
    if (user == *this || user->getBlock()->getParent() != (*this)->getBlock()->getParent())
      continue;
    if (user->getBlock() == (*this)->getBlock() && (*this)->isBeforeInBlock(user))
      return (emitOpError("expected no use of the memory behind it").attachNote(user->getLoc()) << "the use");
  }
  if (!isa<FunctionOpInterface, WarpRolesOp>((*this)->getParentOp()))
    return emitOpError("expected a place that a kernel comes by once");
  return success();
}

//===- MMAs ------------------------------------------------------------------------------------------------------===//

static constexpr int64_t kCells = 128, kHalfOfCells = 64, kColumnStep = 16;

LogicalResult tile_gpu::verifyTcgen05Mma(Operation *op, const layout::TileMma &mma) {
  if (mma.m != kHalfOfCells && mma.m % kCells)
    return op->emitOpError() << "expected 64 rows or a multiple of 128, got " << mma.m;
  if (mma.n % kColumnStep)
    return op->emitOpError() << "expected columns in multiples of " << kColumnStep << ", got " << mma.n;
  return success();
}

static LogicalResult verifyColumns(Operation *op, TensorMemoryType memory, int64_t column, int64_t count) {
  if (column < 0 || column + count > memory.getColumns())
    return op->emitOpError() << "expected columns below " << memory.getColumns() << ", got " << column << " to "
                             << column + count - 1;
  return success();
}

layout::TileMma TensorMmaOp::mma() {
  ArrayRef<int64_t> a = getA().getType().getShape(), b = getB().getType().getShape();
  unsigned bits = 8 * tile::storageBytes(getA().getType().getElementType());
  std::optional<int64_t> batch = a.size() == 3 ? std::optional(a.front()) : std::nullopt;
  return {layout::MmaInstruction::Tcgen05, bits, batch, a[a.size() - 2], b.back(), a.back()};
}

int64_t TensorMmaOp::getNumColumns() {
  return layout::tensorColumns(mma());
}

static LogicalResult verifyStage(TensorMmaOp op, TypedValue<BufferType> stage, MmaOperand operand) {
  BufferType type = stage.getType();
  layout::TileMma mma = op.mma();
  if (type.getShape() != ArrayRef(mma.shapeOf(operand)))
    return op.emitOpError() << "expected operands of one MMA, got " << type;
  if (type.getStages() != 1)
    return op.emitOpError() << "expected one stage of a buffer, got " << type.getStages() << " stages";
  if (!layout::tensorOperand(mma, operand, type.getElementAtOffset()))
    return op.emitOpError() << "expected a stage that tcgen05 can read as it lies, got " << type;
  return success();
}

static layout::TensorFormat formatOf(Type element, bool isUnsigned, bool isScaled) {
  using layout::TensorFormat;
  return isScaled && element.isInteger(8) ? TensorFormat::PairsOfE2M1
         : element.isF16()                ? TensorFormat::F16
         : element.isBF16()               ? TensorFormat::BF16
         : isa<FloatTF32Type>(element)    ? TensorFormat::TF32
         : isa<Float8E4M3FNType>(element) ? TensorFormat::E4M3
         : isa<Float8E5M2Type>(element)   ? TensorFormat::E5M2
         : isUnsigned                     ? TensorFormat::U8
                                          : TensorFormat::S8;
}

layout::Tcgen05Mma tile_gpu::tcgen05MmaOf(TensorMmaOp op) {
  layout::TileMma mma = op.mma();
  BufferType a = op.getA().getType(), b = op.getB().getType();
  std::optional<BlockScalesAttr> scales = op.getScales();
  std::optional<layout::MmaScales> ofProduct;
  if (scales)
    ofProduct = {scales->getDepth(), isa<Float8E8M0FNUType>(scales->getElementType())};
  return layout::tcgen05Mma(mma, *layout::tensorOperand(mma, MmaOperand::A, a.getElementAtOffset()),
                            *layout::tensorOperand(mma, MmaOperand::B, b.getElementAtOffset()),
                            formatOf(a.getElementType(), op.getUnsignedA(), scales.has_value()),
                            formatOf(b.getElementType(), op.getUnsignedB(), scales.has_value()), ofProduct);
}

layout::TensorScales TensorMmaOp::scalesOf(MmaOperand operand) {
  return layout::tensorScales(mma(), operand, getScales()->getDepth());
}

/// Elements, scales and their number are those of an instruction.
static bool isScaledMma(Type element, BlockScalesAttr scales, int64_t depthBytes) {
  if (scales.getDepth() <= 0 || depthBytes % scales.getDepth())
    return false;
  int64_t bytesOfScale = depthBytes / scales.getDepth();
  bool isPowerOfTwo = isa<Float8E8M0FNUType>(scales.getElementType());
  if (element.isInteger(8)) // two elements in a byte
    return (isPowerOfTwo && (bytesOfScale == 16 || bytesOfScale == 8)) ||
           (isa<Float8E4M3FNType>(scales.getElementType()) && bytesOfScale == 8);
  return isPowerOfTwo && bytesOfScale == 32 && isa<Float8E4M3FNType, Float8E5M2Type>(element);
}

static LogicalResult verifyScales(TensorMmaOp op, BlockScalesAttr scales) {
  layout::TileMma mma = op.mma();
  Type element = op.getA().getType().getElementType();
  if (!isScaledMma(element, scales, mma.k))
    return op.emitOpError() << "has no MMA of " << element << " of " << mma.k << " bytes along K with "
                            << scales.getDepth() << " scales of " << scales.getElementType();
  if (mma.m % kCells)
    return op.emitOpError() << "expected a multiple of " << kCells << " rows with scales, got " << mma.m;
  TensorMemoryType memory = op.getMemory().getType();
  return success(succeeded(verifyColumns(op, memory, scales.getColumnOfA(), op.scalesOf(MmaOperand::A).columns())) &&
                 succeeded(verifyColumns(op, memory, scales.getColumnOfB(), op.scalesOf(MmaOperand::B).columns())));
}

/// Verifies accesses to accumulators that may take turns.
template <class Access> static LogicalResult verifyTurns(Access op) {
  if (bool(op.getTurn()) != op.getTurns().has_value() || int64_t(op.getTurns().value_or(1)) < 1)
    return op.emitOpError() << "expected a turn of one or more";
  if (op.getTurns() && *op.getTurns() > uint64_t(TensorMemoryType::kMaxColumns))
    return op.emitOpError() << "expected a turn of at most " << TensorMemoryType::kMaxColumns;
  return verifyColumns(op, op.getMemory().getType(), int64_t(op.getColumn()), op.getNumColumnsOfTurns());
}

LogicalResult TensorMmaOp::verify() {
  Type element = getA().getType().getElementType();
  size_t rank = getA().getType().getShape().size();
  bool isLegal =
      isa<Float16Type, BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(element) || element.isInteger(8);
  if (!isLegal || element != getB().getType().getElementType())
    return emitOpError() << "has no MMA of " << element << " and " << getB().getType().getElementType();
  if (rank < 2 || rank > 3 || getB().getType().getShape().size() != rank)
    return emitOpError() << "expected operands of rank 2 or 3, got " << getA().getType();
  if ((getUnsignedA() || getUnsignedB()) && !element.isInteger(8))
    return emitOpError() << "expected i8 operands with a sign, got " << element;
  if (failed(verifyTcgen05Mma(*this, mma())) || failed(verifyStage(*this, getA(), MmaOperand::A)) ||
      failed(verifyStage(*this, getB(), MmaOperand::B)))
    return failure();
  if (std::optional<BlockScalesAttr> scales = getScales(); scales && failed(verifyScales(*this, *scales)))
    return failure();
  return verifyTurns(*this);
}

/// Waits count MMAs, which an issuer does not.
static bool isOfIssuer(Operation *op) {
  auto roles = WarpRolesOp::around(op->getBlock());
  return roles && roles.isInIssuer(op->getBlock());
}

LogicalResult TensorCommitOp::verify() {
  return isOfIssuer(*this) ? success() : emitOpError("expected to stand in the issuer's region of warp_roles");
}

LogicalResult TensorWaitOp::verify() {
  if (isOfIssuer(*this))
    return emitOpError("expected no issuer around it");
  if (int64_t pending = getPending(); pending < 0 || pending > 1)
    return emitOpError() << "expected 0 or 1 as pending, got " << pending;
  return success();
}

//===- Accumulators ----------------------------------------------------------------------------------------------===//

static int64_t columnsOf(Type accumulators) {
  return layout::tensorColumns(tile::shapeOf(accumulators).vec());
}

int64_t TensorLoadOp::getNumColumns() {
  return columnsOf(getType());
}
int64_t TensorStoreOp::getNumColumns() {
  return columnsOf(getValue().getType());
}

static LogicalResult verifyAccumulators(Operation *op, Type type) {
  ArrayRef<int64_t> shape = tile::shapeOf(type);
  Type element = getElementTypeOrSelf(type);
  if (!element.isF32() && !element.isInteger(32))
    return op->emitOpError() << "expected accumulators of f32 or i32, got " << element;
  if (shape.size() < 2 || shape.size() > 3)
    return op->emitOpError() << "expected accumulators of rank 2 or 3, got " << type;
  std::optional<int64_t> batch = shape.size() == 3 ? std::optional(shape.front()) : std::nullopt;
  layout::TileMma mma{layout::MmaInstruction::Tcgen05, 16, batch, shape[shape.size() - 2], shape.back(), 16};
  if (failed(verifyTcgen05Mma(op, mma)))
    return failure();
  if (!layout::accumulatorFragments(mma, LayoutAttr::of(type)))
    return op->emitOpError() << "expected a layout of accumulators of tcgen05, got " << type;
  return success();
}

LogicalResult TensorLoadOp::verify() {
  return failed(verifyAccumulators(*this, getType())) ? failure() : verifyTurns(*this);
}
LogicalResult TensorStoreOp::verify() {
  return failed(verifyAccumulators(*this, getValue().getType())) ? failure() : verifyTurns(*this);
}

//===- Scales ----------------------------------------------------------------------------------------------------===//

layout::TensorScales TensorStoreScalesOp::scales() {
  ArrayRef<int64_t> shape = tile::shapeOf(getValue().getType());
  std::optional<int64_t> batch = shape.size() == 3 ? std::optional(shape.front()) : std::nullopt;
  int64_t before = shape[shape.size() - 2], last = shape.back();
  if (getOfB())
    return {MmaOperand::B, batch, last, before};
  return {MmaOperand::A, batch, before, last};
}

LogicalResult TensorStoreScalesOp::verify() {
  auto type = cast<RankedTensorType>(getValue().getType());
  if (!isa<Float8E8M0FNUType, Float8E4M3FNType>(type.getElementType()))
    return emitOpError() << "expected scales of e8m0 or e4m3, got " << type.getElementType();
  if (type.getRank() < 2 || type.getRank() > 3)
    return emitOpError() << "expected scales of rank 2 or 3, got " << type;
  layout::TensorScales scales = this->scales();
  unsigned numWarps = LayoutAttr::of(type).size(layout::Place::Warp);
  constexpr unsigned kWarps = 4;
  if (numWarps < kWarps)
    return emitOpError() << "expected four warps or more, got " << numWarps;
  if (!getOfB() && scales.rows % kCells)
    return emitOpError() << "expected scales of A for a multiple of " << kCells << " rows, got " << scales.rows;
  if (RankedTensorType expected = withLayout(type, scales.layout(numWarps)); type != expected)
    return emitOpError() << "expected a value of type " << expected << ", got " << type;
  return verifyColumns(*this, getMemory().getType(), int64_t(getColumn()), scales.columns());
}
