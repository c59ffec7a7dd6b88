// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: orders, operations of an element type, and the scratch that carries results to copies.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using tile::MemoryOrder;

/// Bytes that bring `result` (absent or unused: none) from the lanes that accessed memory to all that hold it.
static int64_t resultBytes(Value result) {
  if (!result || result.use_empty())
    return 0;
  Type type = result.getType();
  if (isDistributed(type) && LayoutAttr::of(type).hasOneOwner())
    return 0;
  return tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type));
}

static LogicalResult verifyResult(Operation *op, Value result, Type value) {
  if (!result || result.getType() == value)
    return success();
  return op->emitOpError() << "expected a result of type " << value << ", got " << result.getType();
}

LogicalResult AtomicLoadOp::verify() {
  if (getPadding() && !getMask())
    return emitOpError("expected a mask with the padding");
  if (getOrder() != MemoryOrder::Relaxed && getOrder() != MemoryOrder::Acquire)
    return emitOpError() << "expected order relaxed or acquire, got " << tile::stringifyMemoryOrder(getOrder());
  return success();
}
int64_t AtomicLoadOp::getScratchBytes() {
  return resultBytes(getResult());
}

LogicalResult AtomicStoreOp::verify() {
  if (getOrder() != MemoryOrder::Relaxed && getOrder() != MemoryOrder::Release)
    return emitOpError() << "expected order relaxed or release, got " << tile::stringifyMemoryOrder(getOrder());
  return success();
}

bool AtomicRmwOp::hasWideForms() {
  Type element = getElementTypeOrSelf(getValue().getType());
  bool isSum = getKind() == tile::AtomicKind::Add || getKind() == tile::AtomicKind::Sub;
  bool isReduction = getOrder() == MemoryOrder::Relaxed || getOrder() == MemoryOrder::Release;
  return !getResult() && isDistributed(getValue().getType()) && isSum && isReduction &&
         (element.isF32() || element.isF16() || element.isBF16());
}

LogicalResult AtomicRmwOp::verify() {
  if (int64_t vector = getVector(); vector != 1) {
    if (!hasWideForms())
      return emitOpError() << "expected a vector of 1, got " << vector;
    int64_t registers = LayoutAttr::of(getValue().getType()).size(layout::Place::Register);
    if (!llvm::isPowerOf2_64(vector) || vector > registers)
      return emitOpError() << "expected a power of two of at most " << registers << " registers as vector, got "
                           << vector;
  }
  Type element = getElementTypeOrSelf(getValue().getType());
  if (!tile::hasAtomic(getKind(), element))
    return emitOpError() << "expected an element type that has " << tile::stringifyAtomicKind(getKind()) << ", got "
                         << element;
  return verifyResult(*this, getResult(), getValue().getType());
}
int64_t AtomicRmwOp::getScratchBytes() {
  return resultBytes(getResult());
}

static bool isByProducer(Operation *op) {
  auto roles = WarpRolesOp::around(op->getBlock());
  return roles && roles.isOfOneLane(op->getBlock());
}
int64_t NextBlockOp::getScratchBytes() {
  return isByProducer(*this) ? 0 : resultBytes(getResult());
}
LogicalResult NextBlockOp::verify() {
  if (tile::numCtasOf(*this) > 1 && !isByProducer(*this))
    return emitOpError("expected to stand in the producer's region of warp_roles, where CTAs share a block");
  return success();
}

LogicalResult AtomicCasOp::verify() {
  Type element = getElementTypeOrSelf(getDesired().getType());
  if (!tile::hasAtomic(tile::AtomicKind::Exchange, element))
    return emitOpError() << "expected an element type that has compare-exchange, got " << element;
  return verifyResult(*this, getResult(), getDesired().getType());
}
int64_t AtomicCasOp::getScratchBytes() {
  return resultBytes(getResult());
}
