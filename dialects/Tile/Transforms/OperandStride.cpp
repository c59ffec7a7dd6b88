// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Transforms/OperandStride.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Strides that are tried; more would take longer than they gain.
constexpr int64_t kStrides[] = {1, 2, 4, 8, 16};

/// What a kernel computes of its block's numbers and its arguments at its beginning.
class Slice {
public:
  /// False if it is computed of anything else, or perhaps not at all.
  bool add(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return isa<func::FuncOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
    if (!seen.insert(op).second)
      return true;
    if (!isa<func::FuncOp>(op->getParentOp()) || op->getNumRegions() || !isMemoryEffectFree(op) ||
        !llvm::all_of(op->getOperands(), [&](Value operand) { return add(operand); }))
      return false;
    ops.push_back(op); // behind what it needs
    return true;
  }

  /// Clones the slice for another block.
  IRMapping cloneFor(ImplicitLocOpBuilder &builder, const std::array<Value, 3> &block) const {
    IRMapping copies;
    for (Operation *op : ops)
      if (auto id = dyn_cast<BlockIdOp>(op))
        copies.map(id.getResult(), block[size_t(id.getDimension())]);
      else
        builder.clone(*op, copies);
    return copies;
  }

private:
  llvm::SmallPtrSet<Operation *, 32> seen;
  SmallVector<Operation *> ops;
};

LoadViewOp loadOf(Value operand) {
  while (isa_and_nonnull<PermuteOp, ReshapeOp, FToFOp>(operand.getDefiningOp()))
    operand = operand.getDefiningOp()->getOperand(0);
  return operand.getDefiningOp<LoadViewOp>();
}

/// The indices of the larger operand's tile that depend on the block; empty if they cannot be computed beforehand.
std::pair<SmallVector<Value>, Slice> placeInTensor(MmaOp product) {
  std::pair<SmallVector<Value>, Slice> place;
  LoadViewOp load = loadOf(largerOperand(product));
  for (Value index : load ? ValueRange(load.getIndices()) : ValueRange()) {
    if (blockDimensionsOf(index) == 0)
      continue;
    if (!place.second.add(index))
      return {};
    place.first.push_back(index);
  }
  return place;
}

Value constant(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
}

} // namespace

Value tilec::tile::largerOperand(MmaOp product) {
  auto bytes = [](Value operand) {
    return elementCount(operand.getType()) * storageBytes(getElementTypeOrSelf(operand.getType()));
  };
  int64_t a = bytes(product.getA()), b = bytes(product.getB());
  return a == b ? Value() : a > b ? product.getA() : product.getB();
}

bool tilec::tile::hasOperandStride(MmaOp product) {
  return !isOuterProduct(product) && largerOperand(product) && !placeInTensor(product).first.empty();
}

Value tilec::tile::createOperandStride(ImplicitLocOpBuilder &builder, const BlockRaster &raster, MmaOp product) {
  auto [indices, slice] = placeInTensor(product);
  // Blocks that there are: a source may divide by what others make zero.
  Value last = arith::SubIOp::create(builder, raster.blocks(), constant(builder, 1));
  auto indicesAt = [&](int64_t number) {
    Value place = arith::MinUIOp::create(builder, constant(builder, number), last);
    IRMapping copies = slice.cloneFor(builder, raster.at(builder, place));
    return llvm::map_to_vector(indices, [&](Value index) { return copies.lookup(index); });
  };
  SmallVector<Value> first = indicesAt(0);
  Value stride = constant(builder, 1);
  for (int64_t number : llvm::reverse(kStrides)) {
    Value isSame = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
    for (auto [index, other] : llvm::zip_equal(first, indicesAt(number))) {
      Value isEqual = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, index, other);
      isSame = arith::AndIOp::create(builder, isSame, isEqual);
    }
    stride = arith::SelectOp::create(builder, isSame, constant(builder, number), stride);
  }
  return stride;
}
