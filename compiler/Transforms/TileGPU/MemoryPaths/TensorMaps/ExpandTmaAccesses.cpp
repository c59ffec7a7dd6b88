// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/ExpandTmaAccesses.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/BulkCopies.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/GatheredRows.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/KernelTensorMaps.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/ViewAddresses.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

tile::ViewType viewTypeOf(Value view) {
  return cast<tile::ViewType>(view.getType());
}

/// The copy engine brings zero bits or NaN from outside of the tensor; another padding replaces them.
FailureOr<Value> fixPadding(ImplicitLocOpBuilder &builder, LoadViewOp op, const TensorMapAttr &map, Value loaded) {
  auto type = cast<RankedTensorType>(loaded.getType());
  auto layout = cast<LayoutAttr>(type.getEncoding());
  Value padding = createPadding(builder, op.getLoc(), viewTypeOf(op.getView()), type);
  if (op.getInBounds() || !padding || map.getNanFill())
    return loaded;
  bool isZero = matchPattern(padding, m_Zero()) || matchPattern(padding, m_PosZeroFloat());
  if (isZero)
    return loaded;
  auto addresses = computeViewAddresses(builder, op, op.getView(), op.getIndices(), ViewMask::Elements, layout);
  if (failed(addresses))
    return failure();
  return arith::SelectOp::create(builder, addresses->mask, loaded, padding).getResult();
}

Value createMap(ImplicitLocOpBuilder &builder, TensorMapAttr map) {
  return TensorMapOp::create(builder, TensorMapHandleType::get(builder.getContext()), map);
}

} // namespace

/// What `value` is computed from stands before the loop then, in which it is always the same.
static void moveBefore(LoopLikeOpInterface loop, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || loop.isDefinedOutsideOfLoop(value))
    return;
  for (Value operand : op->getOperands())
    moveBefore(loop, operand);
  op->moveBefore(loop);
}

FailureOr<Value> tile_gpu::createTmaLoad(OpBuilder &at, LoadViewOp op, const TensorMapChoice &choice) {
  ImplicitLocOpBuilder builder(op.getLoc(), at);
  LoopLikeOpInterface blocks;
  if (choice.isKept) {
    blocks = cast<LoopLikeOpInterface>(op->getParentOp());
    for (Value operand : op->getOperands())
      moveBefore(blocks, operand);
    builder.setInsertionPoint(blocks);
  }
  Value zero = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
  Value map = choice.values.empty() ? createMap(builder, choice.map) : buildMap(op, choice);
  SmallVector<Value> coordinates =
      createCoordinates(builder, op.getLoc(), viewTypeOf(op.getView()), op.getIndices(), choice);
  Value rows = createRows(builder, op, op.getView(), op.getIndices());
  Value buffer = AllocBufferOp::create(builder, choice.buffer, IntegerAttr());
  Value barriers = AllocMbarriersOp::create(builder, MbarriersType::get(builder.getContext(), 1), IntegerAttr());
  MbarrierInitOp::create(builder, barriers, /*arrivals=*/1);
  int64_t bytes = llvm::product_of(choice.buffer.getShape()) * tile::storageBytes(choice.buffer.getElementType());
  MbarrierExpectTxOp::create(builder, barriers, zero, bytes);
  TmaLoadOp::create(builder, map, coordinates, buffer, barriers, zero, rows, op.getHintsAttr());
  Value arrived = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), barriers, zero, zero);
  // The next access through here begins with a fresh mbarrier.
  MbarrierInvalOp::create(builder, barriers);
  if (blocks)
    builder.setInsertionPoint(op);
  Value loaded = BufferLoadOp::create(builder, loadedTile(op).getType(), buffer, arrived);
  if (blocks)
    builder.setInsertionPointAfter(blocks);
  FreeBufferOp::create(builder, buffer);
  if (blocks)
    builder.setInsertionPoint(op);
  return fixPadding(builder, op, choice.map, loaded);
}

Value tile_gpu::loadedTile(LoadViewOp load) {
  auto conversion = load->hasOneUse() ? dyn_cast<ConvertLayoutOp>(*load->user_begin()) : ConvertLayoutOp();
  return conversion && isReadByMmas(conversion.getResult()) ? conversion.getResult() : load.getResult();
}

Value tile_gpu::storedTile(Value value) {
  auto conversion = value.getDefiningOp<ConvertLayoutOp>();
  return conversion ? conversion.getSource() : value;
}

/// The loop that a store's buffer lives around, so that an iteration waits only for what the last one has not read yet:
/// that over tile blocks, else the outermost one if the buffer is small. Null if there is none.
static Operation *findLoopOfBuffer(Operation *op, int64_t bytes) {
  constexpr int64_t kMaxDrainedBytes = 16 * 1024;
  Operation *outermost = nullptr;
  for (; op; op = op->getParentOp()) {
    if (tile::isBlockLoop(op))
      return op;
    if (isa<LoopLikeOpInterface>(op))
      outermost = op;
  }
  return bytes <= kMaxDrainedBytes ? outermost : nullptr;
}

static void waitUntilRead(ImplicitLocOpBuilder &builder) {
  BulkWaitOp::create(builder, ValueRange(), /*pending=*/0, /*read=*/true);
}

/// What compares numbers with signs is told so by the map.
static TensorMapAttr withSigns(TensorMapAttr map, tile::AtomicKind kind) {
  if (kind != tile::AtomicKind::MaxSigned && kind != tile::AtomicKind::MinSigned)
    return map;
  return TensorMapAttr::get(map.getContext(), map.getElementType(), map.getBase(), map.getExtents(), map.getStrides(),
                            map.getBox(), map.getOrder(), map.getSwizzle(), map.getNanFill(), /*isSigned=*/true,
                            map.getGathered(), map.getRounded());
}

/// A store, or the start of a reduction.
template <typename Op>
static void createWrite(ImplicitLocOpBuilder &builder, Op op, Value buffer, const TensorMapChoice &choice) {
  TensorMapAttr description = choice.map;
  if constexpr (std::is_same_v<Op, AtomicReduceViewOp>)
    description = withSigns(description, op.getKind());
  Value map = createMap(builder, description);
  SmallVector<Value> coordinates =
      createCoordinates(builder, op.getLoc(), viewTypeOf(op.getView()), op.getIndices(), choice);
  Value rows = createRows(builder, op, op.getView(), op.getIndices());
  Value tile = storedTile(op.getValue());
  if constexpr (std::is_same_v<Op, StoreViewOp>) {
    BufferStoreOp::create(builder, tile, buffer);
    ProxyFenceOp::create(builder);
    TmaStoreOp::create(builder, buffer, map, coordinates, rows);
  } else {
    BulkUpdate update = createBulkUpdate(builder, op.getKind(), tile);
    BufferStoreOp::create(builder, update.value, buffer);
    ProxyFenceOp::create(builder);
    TmaReduceOp::create(builder, update.kind, buffer, map, coordinates);
  }
  BulkCommitOp::create(builder, TokenType::get(builder.getContext()));
}

void tile_gpu::createTmaStore(OpBuilder &at, Operation *op, const TensorMapChoice &choice) {
  ImplicitLocOpBuilder builder(op->getLoc(), at);
  Operation *loop = findLoopOfBuffer(op, choice.buffer.getBytes());
  if (loop)
    builder.setInsertionPoint(loop);
  Value buffer = AllocBufferOp::create(builder, choice.buffer, IntegerAttr());
  if (loop) {
    builder.setInsertionPoint(op);
    waitUntilRead(builder);
  }
  TypeSwitch<Operation *>(op).Case<StoreViewOp, AtomicReduceViewOp>(
      [&](auto write) { createWrite(builder, write, buffer, choice); });
  if (loop)
    builder.setInsertionPointAfter(loop);
  waitUntilRead(builder);
  FreeBufferOp::create(builder, buffer);
}
