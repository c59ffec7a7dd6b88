// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/BulkCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr int64_t kChunkBytes = 16, kMaxBulkCopyBytes = 64 * 1024;

//===- The first element -----------------------------------------------------------------------------------------===//

/// Each element of the result is made of the same element of the operands.
bool isElementwise(Operation *op) {
  bool isArithmetic = isa<arith::ArithDialect>(op->getDialect()) || isa<tile::OffsetOp, tile::AssumeOp>(op);
  return isArithmetic && op->getNumResults() == 1 && op->getNumRegions() == 0;
}

/// The first element of a tile can be computed by itself.
bool hasOrigin(Value value) {
  if (!isDistributed(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<tile::SplatOp, tile::IotaOp, CoordinateOp>(op) || matchPattern(value, m_Constant()))
    return !isa<arith::ConstantOp>(op) || isa<SplatElementsAttr>(cast<arith::ConstantOp>(op).getValue());
  return (isElementwise(op) || isa<ConvertLayoutOp, ReshapeOp, BroadcastOp>(op)) &&
         llvm::all_of(op->getOperands(), hasOrigin);
}

Value originOf(ImplicitLocOpBuilder &builder, Value value) {
  if (!isDistributed(value.getType()))
    return value;
  Operation *op = value.getDefiningOp();
  Type element = getElementTypeOrSelf(value.getType());
  if (auto splat = dyn_cast<tile::SplatOp>(op))
    return splat.getSource();
  if (isa<tile::IotaOp, CoordinateOp>(op))
    return arith::ConstantOp::create(builder, builder.getZeroAttr(element));
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return arith::ConstantOp::create(builder, cast<SplatElementsAttr>(constant.getValue()).getSplatValue<TypedAttr>());
  if (isa<ConvertLayoutOp, ReshapeOp, BroadcastOp>(op))
    return originOf(builder, op->getOperand(0));
  IRMapping map;
  for (Value operand : op->getOperands())
    map.map(operand, originOf(builder, operand));
  Operation *clone = builder.clone(*op, map);
  clone->getResult(0).setType(element);
  return clone->getResult(0);
}

//===- Runs ------------------------------------------------------------------------------------------------------===//

template <typename Op> std::string whyNoBulkCopyOf(Op op, tile::Divisibility &facts) {
  Value pointers = op.getPointer();
  auto type = cast<RankedTensorType>(pointers.getType());
  int64_t elementBytes = tile::storageBytes(cast<tile::PtrType>(type.getElementType()).getPointee());
  int64_t bytes = type.getNumElements() * elementBytes;
  if (op.getMask())
    return "its mask may leave elements out; a view says where a tensor ends";
  if (bytes % kChunkBytes != 0 || bytes > kMaxBulkCopyBytes)
    return "a run has a multiple of 16 and at most " + std::to_string(kMaxBulkCopyBytes) + " bytes, this tile " +
           std::to_string(bytes);
  int64_t dimension = facts.contiguousDimension(pointers);
  tile::ValueFacts address = facts.of(pointers, dimension);
  if (type.getDimSize(dimension) != type.getNumElements() || address.contiguity < type.getNumElements())
    return "its elements are not known to follow one another in memory; a view, or indices of iota, would help";
  if (address.divisor % kChunkBytes != 0)
    return "it is only known to begin at a multiple of " + std::to_string(address.divisor) +
           " bytes; add assume_aligned(p, 16_ic)";
  if (!hasOrigin(pointers))
    return "the address of its first element is not a number that all lanes have; a pointer plus iota would help";
  return "";
}

BufferType bufferFor(RankedTensorType tile) {
  auto map = layout::LinearMap::identity(unsigned(llvm::Log2_64(uint64_t(tile.getNumElements()))));
  auto layout = SharedLayoutAttr::get(tile.getContext(), map, tile.getShape());
  return BufferType::get(tile.getContext(), tile.getShape(), tile.getElementType(), layout, /*stages=*/1,
                         BufferType::kDefaultAlignment);
}

Value allocateFor(ImplicitLocOpBuilder &builder, Value tile) {
  return AllocBufferOp::create(builder, bufferFor(cast<RankedTensorType>(tile.getType())), IntegerAttr());
}

void moveLoad(LoadOp load) {
  ImplicitLocOpBuilder builder(load.getLoc(), load);
  Value zero = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
  Value start = originOf(builder, load.getPointer()), buffer = allocateFor(builder, load.getResult());
  Value barriers = AllocMbarriersOp::create(builder, MbarriersType::get(builder.getContext(), 1), IntegerAttr());
  MbarrierInitOp::create(builder, barriers, /*arrivals=*/1);
  auto type = cast<RankedTensorType>(load.getType());
  MbarrierExpectTxOp::create(builder, barriers, zero,
                             type.getNumElements() * tile::storageBytes(type.getElementType()));
  BulkLoadOp::create(builder, start, buffer, barriers, zero);
  Value arrived = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), barriers, zero, zero);
  // The next access through here begins with a fresh mbarrier.
  MbarrierInvalOp::create(builder, barriers);
  Value loaded = BufferLoadOp::create(builder, load.getType(), buffer, arrived);
  FreeBufferOp::create(builder, buffer);
  load.replaceAllUsesWith(loaded);
  load.erase();
}

/// A store, or an update.
template <typename Op> void moveWrite(Op op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value start = originOf(builder, op.getPointer()), buffer = allocateFor(builder, op.getValue());
  if constexpr (std::is_same_v<Op, StoreOp>) {
    BufferStoreOp::create(builder, op.getValue(), buffer);
    ProxyFenceOp::create(builder);
    BulkStoreOp::create(builder, buffer, start);
  } else {
    BulkUpdate update = createBulkUpdate(builder, op.getKind(), op.getValue());
    BufferStoreOp::create(builder, update.value, buffer);
    ProxyFenceOp::create(builder);
    BulkReduceOp::create(builder, update.kind, buffer, start);
  }
  BulkCommitOp::create(builder, TokenType::get(builder.getContext()));
  BulkWaitOp::create(builder, ValueRange(), /*pending=*/0, /*read=*/true);
  FreeBufferOp::create(builder, buffer);
  op.erase();
}

} // namespace

std::string tile_gpu::whyNoBulkCopy(LoadOp load, tile::Divisibility &facts) {
  return whyNoBulkCopyOf(load, facts);
}

std::string tile_gpu::whyNoBulkCopy(StoreOp store, tile::Divisibility &facts) {
  return whyNoBulkCopyOf(store, facts);
}

std::string tile_gpu::whyNoBulkCopy(AtomicRmwOp update, tile::Divisibility &facts) {
  if (update.getResult())
    return "the copy engine does not return old values; an atomic without result would help";
  Type element = getElementTypeOrSelf(update.getValue().getType());
  std::string reason = whyNoReduction(update.getKind(), update.getOrder(), update.getScope(), element);
  return reason.empty() ? whyNoBulkCopyOf(update, facts) : reason;
}

Value tile_gpu::firstPlace(ImplicitLocOpBuilder &builder, Value pointers) {
  return originOf(builder, pointers);
}

std::string tile_gpu::whyNoReduction(tile::AtomicKind kind, tile::MemoryOrder order, tile::MemoryScope scope,
                                     Type element) {
  if (order != tile::MemoryOrder::Relaxed)
    return "the copy engine has no order of memory; a relaxed order would help";
  if (scope == tile::MemoryScope::System)
    return "the copy engine is atomic within the device only; device scope would help";
  if (!TmaReduceOp::isSupported(kind == tile::AtomicKind::Sub ? tile::AtomicKind::Add : kind, element))
    return "the copy engine has no such reduction of these elements; sums of 32 or 64-bit integers or of f32, f16 or "
           "bf16 would help";
  return "";
}

BulkUpdate tile_gpu::createBulkUpdate(ImplicitLocOpBuilder &builder, tile::AtomicKind kind, Value value) {
  if (kind != tile::AtomicKind::Sub)
    return {kind, value};
  if (isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return {tile::AtomicKind::Add, arith::NegFOp::create(builder, value)};
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(value.getType()));
  return {tile::AtomicKind::Add, arith::SubIOp::create(builder, zero, value)};
}

void tile_gpu::moveByBulkCopy(Operation *access) {
  TypeSwitch<Operation *>(access).Case([](LoadOp load) { moveLoad(load); }).Case<StoreOp, AtomicRmwOp>([](auto write) {
    moveWrite(write);
  });
}
