// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs: shapes and the table of element types; integer sums that need no op of their own.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

static bool isLegalMma(Type a, Type b, Type sum) {
  if (a != b)
    return false;
  if (a.isInteger(8))
    return sum.isInteger(32);
  if (a.isF64())
    return sum.isF64();
  if (a.isF16() || isFloat8(a))
    return sum.isF16() || sum.isF32();
  return (a.isBF16() || a.isF32() || isa<FloatTF32Type>(a)) && sum.isF32();
}

/// [batch,] MxK times [batch,] KxN gives [batch,] MxN.
static LogicalResult verifyMmaShape(Operation *op, Type a, Type b, Type sum) {
  ArrayRef<int64_t> sa = shapeOf(a), sb = shapeOf(b), ss = shapeOf(sum);
  size_t rank = sa.size();
  if (rank != sb.size() || rank != ss.size() || rank < 2 || rank > 3)
    return op->emitOpError() << "expected three tiles of rank 2 or of rank 3, got ranks " << rank << ", " << sb.size()
                             << " and " << ss.size();
  if (rank == 3 && (sa[0] != sb[0] || sa[0] != ss[0]))
    return op->emitOpError() << "expected equal batch extents, got " << sa[0] << ", " << sb[0] << " and " << ss[0];
  auto last = [](ArrayRef<int64_t> shape, int back) { return shape[shape.size() - back]; };
  if (last(sa, 1) != last(sb, 2))
    return op->emitOpError() << "expected " << last(sa, 1) << " rows of b, got " << last(sb, 2);
  if (last(ss, 2) != last(sa, 2) || last(ss, 1) != last(sb, 1))
    return op->emitOpError() << "expected an accumulator of " << last(sa, 2) << "x" << last(sb, 1) << ", got "
                             << last(ss, 2) << "x" << last(ss, 1);
  return success();
}

LogicalResult MmaOp::verify() {
  Type a = getElementTypeOrSelf(getA().getType()), b = getElementTypeOrSelf(getB().getType());
  Type sum = getElementTypeOrSelf(getAccumulator().getType());
  if (!isLegalMma(a, b, sum))
    return emitOpError() << "has no MMA of " << a << " and " << b << " with sums in " << sum;
  if ((getUnsignedA() || getUnsignedB()) && !a.isInteger(8))
    return emitOpError() << "expected i8 operands with a sign, got " << a;
  return verifyMmaShape(*this, getA().getType(), getB().getType(), getAccumulator().getType());
}

/// The only reader of an MMA, if it adds a tile that is there, to integers: their sums are exact in any order.
static Operation *addOnlyReader(MmaOp op) {
  if (!op->hasOneUse() || !isa<IntegerType>(getElementTypeOrSelf(op.getType())))
    return nullptr;
  auto sum = dyn_cast<arith::AddIOp>(*op->user_begin());
  return sum && sum->getBlock() == op->getBlock() ? sum : nullptr;
}

/// Integers: an operand of zeros leaves the accumulator; what is added to an MMA is its accumulator.
LogicalResult MmaOp::canonicalize(MmaOp op, PatternRewriter &rewriter) {
  bool isInteger = isa<IntegerType>(getElementTypeOrSelf(op.getType()));
  if (isInteger && (matchPattern(op.getA(), m_Zero()) || matchPattern(op.getB(), m_Zero()))) {
    rewriter.replaceOp(op, op.getAccumulator());
    return success();
  }
  Operation *sum = addOnlyReader(op);
  if (!sum || !matchPattern(op.getAccumulator(), m_Zero()))
    return failure();
  Value added = sum->getOperand(sum->getOperand(0) == op.getResult() ? 1 : 0);
  rewriter.setInsertionPoint(sum);
  rewriter.replaceOpWithNewOp<MmaOp>(sum, op.getType(), op.getA(), op.getB(), added, op.getUnsignedA(),
                                     op.getUnsignedB());
  rewriter.eraseOp(op);
  return success();
}

/// Elements that share one scale, or 0 when the extents do not divide.
static int64_t scaleBlock(int64_t extent, int64_t scales) {
  return scales > 0 && extent % scales == 0 ? extent / scales : 0;
}

LogicalResult ScaledMmaOp::verify() {
  if (failed(verifyMmaShape(*this, getA().getType(), getB().getType(), getAccumulator().getType())))
    return failure();
  Type a = getElementTypeOrSelf(getA().getType()), b = getElementTypeOrSelf(getB().getType());
  Type scale = getElementTypeOrSelf(getAScale().getType());
  ArrayRef<int64_t> shape = shapeOf(getA().getType()), scaleShape = shapeOf(getAScale().getType());
  if (a != b || scale != getElementTypeOrSelf(getBScale().getType()))
    return emitOpError() << "expected equal element types on both sides";
  if (scaleShape.size() != shape.size() || shapeOf(getBScale().getType()).size() != shape.size())
    return emitOpError() << "expected scales of rank " << shape.size();
  SmallVector<int64_t> scalesOfA(shape), scalesOfB(shapeOf(getB().getType()));
  scalesOfA.back() = scalesOfB[scalesOfB.size() - 2] = scaleShape.back();
  if (scaleShape != ArrayRef<int64_t>(scalesOfA) || shapeOf(getBScale().getType()) != ArrayRef<int64_t>(scalesOfB))
    return emitOpError() << "expected scales of one depth for each row of a and column of b, got "
                         << getAScale().getType() << " and " << getBScale().getType();
  int64_t block = scaleBlock(shape.back(), scaleShape.back());
  bool e8 = isa<Float8E8M0FNUType>(scale), e4 = isa<Float8E4M3FNType>(scale), narrow = isa<Float4E2M1FNType>(a);
  bool legal = (isFloat8(a) && e8 && block == 32) || (narrow && e8 && (block == 16 || block == 32)) ||
               (narrow && e4 && block == 16);
  if (!legal)
    return emitOpError() << "has no MMA of " << a << " with one " << scale << " scale for " << block << " elements";
  return success();
}
