// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/StageScaledMmaOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "dialects/Layout/PackedPairs.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

/// Two elements along `dimension` to a byte.
static Value packed(ImplicitLocOpBuilder &builder, Value tile, unsigned dimension) {
  auto type = cast<RankedTensorType>(tile.getType());
  LinearLayout pairs = layout::withPairs(LayoutAttr::of(type), dimension);
  if (RankedTensorType wanted = withLayout(type, pairs); wanted != type)
    tile = ConvertLayoutOp::create(builder, wanted, tile, IntegerAttr());
  LinearLayout bytes = *layout::packedPairs(pairs, dimension);
  RankedTensorType result = withLayout(RankedTensorType::get(bytes.shape(), builder.getI8Type()), bytes);
  return PackFoursOp::create(builder, result, tile, dimension);
}

/// Stores an operand to a buffer; before the op of the tile's block that holds the MMA.
static Value stored(ScaledMmaOp op, MmaOperand operand) {
  Value tile = operand == MmaOperand::A ? op.getA() : op.getB();
  Operation *holder = tile.getParentBlock()->findAncestorOpInBlock(*op.getOperation());
  ImplicitLocOpBuilder before(op.getLoc(), holder);
  unsigned rank = cast<RankedTensorType>(tile.getType()).getRank();
  if (isa<Float4E2M1FNType>(getElementTypeOrSelf(tile.getType())))
    tile = packed(before, tile, operand == MmaOperand::A ? rank - 1 : rank - 2);
  int64_t rows = *layout::rowsOfInstruction(op.mma(), operand, LayoutAttr::of(op.getType()));
  BufferType type = operandBuffer(cast<RankedTensorType>(tile.getType()), operand, rows);
  Value buffer = AllocBufferOp::create(before, type, IntegerAttr());
  BufferStoreOp::create(before, tile, buffer);
  ProxyFenceOp::create(before);
  if (holder != op)
    MemoryBarrierOp::create(before, BarrierScope::Cta);
  return buffer;
}

/// Frees the buffer behind `last`, or behind the op of the buffer's block that holds it.
static void freeBehind(Value buffer, Operation *last) {
  ImplicitLocOpBuilder builder(last->getLoc(), last);
  builder.setInsertionPointAfter(buffer.getParentBlock()->findAncestorOpInBlock(*last));
  FreeBufferOp::create(builder, buffer);
}

void tile_gpu::stageScaledMma(ScaledMmaOp op, TensorColumns &tensorColumns) {
  Value a = stored(op, MmaOperand::A), b = stored(op, MmaOperand::B), from = op.getAccumulator();
  if (matchPattern(from, m_Zero()) || matchPattern(from, m_PosZeroFloat()))
    from = Value();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value result = tensorColumns.multiply(builder, op, a, b, from);
  op.replaceAllUsesWith(result);
  freeBehind(a, result.getDefiningOp());
  freeBehind(b, result.getDefiningOp());
  op.erase();
}
