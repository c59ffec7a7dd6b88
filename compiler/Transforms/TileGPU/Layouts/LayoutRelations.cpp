// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/LayoutRelations.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;

static std::vector<int64_t> shapeVector(Value tile) {
  ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
  return std::vector<int64_t>(shape.begin(), shape.end());
}

/// An MMA's `a` or `b`, and which of them; of a block-scaled one also their scales.
static bool isOperand(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return (isa<MmaOp>(op) && operand.getOperandNumber() < 2) || (isa<ScaledMmaOp>(op) && operand.getOperandNumber() < 4);
}
static layout::MmaOperand operandOf(OpOperand &operand) {
  return operand.getOperandNumber() == 0 ? layout::MmaOperand::A : layout::MmaOperand::B;
}

bool tile_gpu::takesAnyLayout(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<ExtractOp, PrintOp, ClusterGatherOp>(op))
    return true;
  if (auto mma = dyn_cast<MmaOp>(op))
    return mma.takesAnyLayout(operand.getOperandNumber());
  if (auto mma = dyn_cast<ScaledMmaOp>(op))
    return mma.getIntoTensorMemory() && isOperand(operand);
  if (isa<InsertOp>(op))
    return operand.getOperandNumber() == 0;
  // Indices of views; the value to store is the last operand.
  if (isa<LoadViewOp, AtomicLoadViewOp>(op))
    return true;
  if (isa<StoreViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(op))
    return operand.getOperandNumber() + 1 != op->getNumOperands();
  return false;
}

std::optional<std::vector<int64_t>> tile_gpu::ownShape(Operation *op) {
  if (!isa<ReduceOp>(op))
    for (Value result : op->getResults())
      if (isDistributed(result.getType()))
        return shapeVector(result);
  for (OpOperand &operand : op->getOpOperands())
    if (isDistributed(operand.get().getType()) && !takesAnyLayout(operand))
      return shapeVector(operand.get());
  return std::nullopt;
}

LinearLayout tile_gpu::resultLayout(Operation *op, const LinearLayout &own) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return own.reduced(reduce.getAxis());
  return own;
}

std::optional<LinearLayout> tile_gpu::operandLayout(OpOperand &operand, const LinearLayout &own) {
  Operation *op = operand.getOwner();
  if (isa<BroadcastOp>(op))
    return own.broadcastOperand(shapeVector(operand.get()));
  if (isa<ReshapeOp>(op))
    return own.reshaped(shapeVector(operand.get()));
  if (auto permute = dyn_cast<PermuteOp>(op)) {
    std::vector<int64_t> inverse(own.rank());
    for (auto [to, from] : llvm::enumerate(permute.getPermutation()))
      inverse[from] = to;
    return own.permuted(inverse);
  }
  if (auto cat = dyn_cast<CatOp>(op))
    return own.splitBit(cat.getAxis()) ? std::optional(own.half(cat.getAxis())) : std::nullopt;
  if (auto mma = dyn_cast<ScaledMmaOp>(op); mma && isOperand(operand))
    return mma.operandLayout(operand.getOperandNumber(), own);
  if (auto mma = dyn_cast<MmaOp>(op); mma && isOperand(operand))
    return layout::operandLayout(mma.mma(), operandOf(operand), own);
  return own;
}

std::optional<LinearLayout> tile_gpu::ownFromOperand(OpOperand &operand, const LinearLayout &layout) {
  Operation *op = operand.getOwner();
  if (!followsOperand(operand))
    return std::nullopt;
  if (isa<ReshapeOp>(op))
    return layout.reshaped(shapeVector(op->getResult(0)));
  if (auto permute = dyn_cast<PermuteOp>(op)) {
    ArrayRef<int64_t> permutation = permute.getPermutation();
    return layout.permuted({permutation.begin(), permutation.end()});
  }
  if (auto cat = dyn_cast<CatOp>(op))
    return layout.joined(cat.getAxis());
  if (isa<ExtractOp>(op))
    return layout.subTile(shapeVector(op->getResult(0)));
  return layout;
}

bool tile_gpu::followsOperand(OpOperand &operand) {
  bool isSubTile = isa<InsertOp>(operand.getOwner()) && operand.getOperandNumber() == 0;
  return !isa<BroadcastOp>(operand.getOwner()) && !isOperand(operand) && !isSubTile;
}
bool tile_gpu::followsResult(Operation *op) {
  return !isa<ReduceOp>(op);
}
