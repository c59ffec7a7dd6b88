// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scaled MMAs: shapes, element types, and the layouts that belong together.
#include "dialects/Layout/PackedPairs.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

layout::TileMma ScaledMmaOp::mma() {
  ArrayRef<int64_t> sum = tile::shapeOf(getType());
  constexpr unsigned kFp4Bits = 4, kFp8Bits = 8;
  unsigned bits = isa<Float4E2M1FNType>(getElementTypeOrSelf(getA().getType())) ? kFp4Bits : kFp8Bits;
  std::optional<int64_t> batch = sum.size() == 3 ? std::optional(sum.front()) : std::nullopt;
  auto instruction = getIntoTensorMemory() ? layout::MmaInstruction::Tcgen05 : layout::MmaInstruction::MmaSync;
  return {instruction, bits, batch, sum[sum.size() - 2], sum.back(), tile::shapeOf(getA().getType()).back()};
}

int64_t ScaledMmaOp::elementsOfScale() {
  return tile::shapeOf(getA().getType()).back() / tile::shapeOf(getAScale().getType()).back();
}

std::optional<LinearLayout> ScaledMmaOp::operandLayout(unsigned operand, const LinearLayout &sum) {
  if (getIntoTensorMemory())
    return std::nullopt;
  MmaOperand of = operand < 2 ? MmaOperand::A : MmaOperand::B;
  int64_t scales = tile::shapeOf(getAScale().getType()).back();
  return operand % 2 ? layout::scaleLayout(mma(), of, scales, sum) : layout::operandLayout(mma(), of, sum);
}

/// One of the instructions'; tcgen05 has besides e2m1 with e8m0 scales of 16 elements.
static bool isLegal(Type mmaOperand, Type scale, int64_t elementsOfScale, bool isTensor) {
  if (isa<Float4E2M1FNType>(mmaOperand))
    return (isa<Float8E8M0FNUType>(scale) && (elementsOfScale == 32 || (isTensor && elementsOfScale == 16))) ||
           (isa<Float8E4M3FNType>(scale) && elementsOfScale == 16);
  return isa<Float8E4M3FNType, Float8E5M2Type>(mmaOperand) && isa<Float8E8M0FNUType>(scale) && elementsOfScale == 32;
}

static LogicalResult verifyShapes(ScaledMmaOp op) {
  ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
  int64_t scales = tile::shapeOf(op.getAScale().getType()).back();
  bool hasRank = (sum.size() == 2 || sum.size() == 3) && a.size() == sum.size();
  if (!hasRank || scales == 0 || a.back() % scales)
    return op.emitOpError() << "expected tiles of rank 2 or 3 whose depth is a multiple of the scales', got "
                            << op.getA().getType() << " and " << op.getAScale().getType();
  layout::TileMma mma = op.mma(), ofScales = mma;
  ofScales.k = scales;
  for (unsigned i = 0; i < 4; ++i) {
    std::vector<int64_t> expected = (i % 2 ? ofScales : mma).shapeOf(i < 2 ? MmaOperand::A : MmaOperand::B);
    if (tile::shapeOf(op->getOperand(i).getType()) == ArrayRef(expected))
      continue;
    InFlightDiagnostic error = op.emitOpError() << "expected operand " << i << " of shape ";
    llvm::interleave(expected, error, "x");
    return error << ", got " << op->getOperand(i).getType();
  }
  return success();
}

/// What tcgen05 multiplies: whole instructions.
static LogicalResult verifyTensorForm(ScaledMmaOp op) {
  layout::TileMma mma = op.mma();
  constexpr int64_t kRows = 128, kDepthBits = 8 * layout::kWarpgroupDepthBytes;
  if (mma.m % kRows || mma.k * mma.elementBits < kDepthBits)
    return op.emitOpError() << "expected a multiple of " << kRows << " rows and " << kDepthBits / mma.elementBits
                            << " elements or more along K, got " << mma.m << " and " << mma.k;
  if (!layout::accumulatorFragments(mma, LayoutAttr::of(op.getType())))
    return op.emitOpError() << "expected a layout of accumulators of tcgen05, got " << op.getType();
  return verifyTcgen05Mma(op, mma);
}

LogicalResult ScaledMmaOp::verify() {
  if (failed(verifyShapes(*this)))
    return failure();
  Type mmaOperand = getElementTypeOrSelf(getA().getType()), scale = getElementTypeOrSelf(getAScale().getType());
  if (mmaOperand != getElementTypeOrSelf(getB().getType()) || scale != getElementTypeOrSelf(getBScale().getType()) ||
      !getElementTypeOrSelf(getType()).isF32() || !isLegal(mmaOperand, scale, elementsOfScale(), getIntoTensorMemory()))
    return emitOpError() << "has no MMA of " << mmaOperand << " and " << getElementTypeOrSelf(getB().getType())
                         << " with one " << scale << " scale for " << elementsOfScale() << " elements";
  if (getIntoTensorMemory())
    return verifyTensorForm(*this);
  LinearLayout sum = LayoutAttr::of(getType());
  for (unsigned i = 0; i < 4; ++i) {
    std::optional<LinearLayout> wanted = operandLayout(i, sum);
    if (!wanted)
      return emitOpError() << "expected fragments of the instruction in the accumulator, got " << getType();
    RankedTensorType expected = withLayout(cast<RankedTensorType>(getOperand(i).getType()), *wanted);
    if (getOperand(i).getType() != expected)
      return emitOpError() << "expected an operand of type " << expected << ", got " << getOperand(i).getType();
  }
  return success();
}

//===- Pairs -----------------------------------------------------------------------------------------------------===//

LogicalResult PackFoursOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType()), result = cast<RankedTensorType>(getType());
  int64_t dimension = int64_t(getDimension());
  if (!isa<Float4E2M1FNType>(source.getElementType()))
    return emitOpError() << "expected elements of 4 bits, got " << source.getElementType();
  if (dimension < 0 || dimension >= source.getRank() || source.getDimSize(dimension) < 2)
    return emitOpError() << "expected a dimension of " << source << " with two elements or more, got " << dimension;
  std::optional<LinearLayout> packed = layout::packedPairs(LayoutAttr::of(source), unsigned(dimension));
  if (!packed)
    return emitOpError() << "expected adjacent elements along dimension " << dimension
                         << " in registers of one lane, got " << source;
  auto plain = RankedTensorType::get(packed->shape(), result.getElementType());
  if (RankedTensorType expected = withLayout(plain, *packed); result != expected)
    return emitOpError() << "expected a result of type " << expected << ", got " << result;
  return success();
}
