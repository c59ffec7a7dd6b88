// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products: shapes, element types, and the layouts that belong together.
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

layout::MatrixProduct MmaOp::product() {
  ArrayRef<int64_t> a = tile::shapeOf(getA().getType()), sum = tile::shapeOf(getAccumulator().getType());
  auto instruction = getInstruction() == ProductInstruction::Fma ? layout::ProductInstruction::Fma
                                                                 : layout::ProductInstruction::MmaSync;
  unsigned bits = 8 * tile::storageBytes(getElementTypeOrSelf(getA().getType()));
  std::optional<int64_t> batch = sum.size() == 3 ? std::optional(sum.front()) : std::nullopt;
  return {instruction, bits, batch, sum[sum.size() - 2], sum.back(), a.back()};
}

static LogicalResult verifyShapes(MmaOp op) {
  ArrayRef<int64_t> sum = tile::shapeOf(op.getAccumulator().getType());
  if (sum.size() < 2 || sum.size() > 3)
    return op.emitOpError() << "expected an accumulator of rank 2 or 3, got rank " << sum.size();
  layout::MatrixProduct product = op.product();
  auto check = [&](Value tile, MmaOperand operand, StringRef name) -> LogicalResult {
    std::vector<int64_t> expected = product.shapeOf(operand);
    if (tile::shapeOf(tile.getType()) == ArrayRef(expected))
      return success();
    InFlightDiagnostic error = op.emitOpError() << "expected " << name << " of shape ";
    llvm::interleave(expected, error, "x");
    return error << ", got " << tile.getType();
  };
  return success(succeeded(check(op.getA(), MmaOperand::A, "a")) && succeeded(check(op.getB(), MmaOperand::B, "b")));
}

static LogicalResult verifyElements(MmaOp op) {
  Type a = getElementTypeOrSelf(op.getA().getType()), b = getElementTypeOrSelf(op.getB().getType());
  Type sum = getElementTypeOrSelf(op.getAccumulator().getType());
  if (a != b)
    return op.emitOpError() << "expected operands of one element type, got " << a << " and " << b;
  bool isFma = op.getInstruction() == ProductInstruction::Fma;
  bool isLegal = isFma            ? a.isF32() && sum.isF32()
                 : a.isInteger(8) ? sum.isInteger(32)
                 : a.isF64()      ? sum.isF64()
                 : a.isF16() ? sum.isF16() || sum.isF32()
                             : sum.isF32() && isa<BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(a);
  if (!isLegal)
    return op.emitOpError() << "has no product of " << a << " with sums in " << sum << " by "
                            << stringifyProductInstruction(op.getInstruction());
  if ((op.getUnsignedA() || op.getUnsignedB()) && !a.isInteger(8))
    return op.emitOpError() << "expected i8 operands with a sign, got " << a;
  return success();
}

LogicalResult MmaOp::verify() {
  if (failed(verifyShapes(*this)) || failed(verifyElements(*this)))
    return failure();
  LinearLayout sum = LayoutAttr::of(getAccumulator().getType());
  for (auto [tile, operand] : {std::pair(getA(), MmaOperand::A), std::pair(getB(), MmaOperand::B)}) {
    std::optional<LinearLayout> wanted = layout::operandLayout(product(), operand, sum);
    if (!wanted)
      return emitOpError() << "expected fragments of the instruction in the accumulator, got "
                           << getAccumulator().getType();
    RankedTensorType expected = withLayout(cast<RankedTensorType>(tile.getType()), *wanted);
    if (tile.getType() != expected)
      return emitOpError() << "expected an operand of type " << expected << ", got " << tile.getType();
  }
  return success();
}
