// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: shapes, layouts, combining regions, and scratch across warps.
#include "dialects/Layout/ScanBits.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// A yield of nothing.
void YieldOp::build(OpBuilder &, OperationState &) {}

/// Operands have one shape and layout, the axis is one of theirs, and there are as many results.
static LogicalResult verifyOperands(Operation *op, OperandRange sources, TypeRange results, int64_t axis) {
  if (sources.empty())
    return op->emitOpError("expected at least one operand");
  auto first = cast<RankedTensorType>(sources.front().getType());
  if (axis < 0 || axis >= first.getRank())
    return op->emitOpError() << "expected an axis below " << first.getRank() << ", got " << axis;
  for (Value source : sources) {
    auto type = cast<RankedTensorType>(source.getType());
    if (type.getShape() != first.getShape() || type.getEncoding() != first.getEncoding())
      return op->emitOpError() << "expected operands of one shape and layout, got " << type;
  }
  if (results.size() != sources.size())
    return op->emitOpError() << "expected " << sources.size() << " results, got " << results.size();
  if (!LayoutAttr::of(first).isCoordinateWise())
    return op->emitOpError() << "expected a coordinate-wise layout, got " << first.getEncoding();
  return success();
}

/// Each result is the operand's element type in `layout`.
static LogicalResult verifyResults(Operation *op, OperandRange sources, TypeRange results,
                                   const layout::LinearLayout &layout) {
  for (auto [source, result] : llvm::zip(sources, results)) {
    auto expected = RankedTensorType::get(layout.shape(), getElementTypeOrSelf(source.getType()),
                                          LayoutAttr::get(op->getContext(), layout));
    if (result != expected)
      return op->emitOpError() << "expected a result of type " << expected << ", got " << result;
  }
  return success();
}

/// The region takes the operands' element types twice and yields them once.
static LogicalResult verifyCombiner(Operation *op, OperandRange sources, Region &combiner) {
  Block &block = combiner.front();
  auto elements = llvm::map_to_vector(sources, [](Value source) { return getElementTypeOrSelf(source.getType()); });
  SmallVector<Type> expected(elements);
  llvm::append_range(expected, elements);
  if (!llvm::equal(block.getArgumentTypes(), expected))
    return op->emitOpError("expected a combiner that takes two elements of each operand");
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || !llvm::equal(yield.getValues().getTypes(), elements))
    return op->emitOpError("expected a combiner that yields one element of each operand");
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyOperands(*this, getSources(), getResultTypes(), getAxis())))
    return failure();
  layout::LinearLayout layout = LayoutAttr::of(getSources().front().getType());
  return verifyResults(*this, getSources(), getResultTypes(), layout.reduced(getAxis()));
}
LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, getSources(), getCombiner());
}

LogicalResult ScanOp::verify() {
  if (failed(verifyOperands(*this, getSources(), getResultTypes(), getAxis())))
    return failure();
  layout::LinearLayout layout = LayoutAttr::of(getSources().front().getType());
  if (!layout::scanBits(layout, getAxis()))
    return emitOpError() << "expected lanes in rising order and warps above them, and no register between lanes or "
                            "above warps, along axis "
                         << getAxis() << ", got "
                         << cast<RankedTensorType>(getSources().front().getType()).getEncoding();
  return verifyResults(*this, getSources(), getResultTypes(), layout);
}
LogicalResult ScanOp::verifyRegions() {
  return verifyCombiner(*this, getSources(), getCombiner());
}

/// One partial result of each warp for each element of the other dimensions and each operand, aligned to 16 bytes each.
static int64_t bytesAcrossWarps(OperandRange sources, int64_t axis) {
  layout::LinearLayout layout = LayoutAttr::of(sources.front().getType());
  uint32_t warpBits = layout.bitsAlong(layout::Place::Warp, axis);
  if (warpBits == 0)
    return 0;
  int64_t partials = (layout.numElements() / layout.shape()[axis]) << std::popcount(warpBits);
  int64_t bytes = 0;
  for (Value source : sources)
    bytes += llvm::alignTo(partials * tile::storageBytes(getElementTypeOrSelf(source.getType())), 16);
  return bytes;
}

int64_t ReduceOp::getScratchBytes() {
  return bytesAcrossWarps(getSources(), getAxis());
}
int64_t ScanOp::getScratchBytes() {
  return bytesAcrossWarps(getSources(), getAxis());
}
