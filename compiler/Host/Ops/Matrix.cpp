// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products. Float operands are exact in double; products and sums are double, in order of k, and each result is
// rounded once to its element type. (So a f32 or f16 result is more exact than any hardware's.) Integers wrap in 32
// bits.
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Ops/Families.h"
#include "compiler/Host/Ops/MatrixElements.h"
#include "dialects/Tile/IR/TileDialect.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

namespace {
struct Extents {
  size_t batch = 1, m, n, k;
};
} // namespace

static Extents extentsOf(Type a, Type b) {
  ArrayRef<int64_t> left = tile::shapeOf(a), right = tile::shapeOf(b);
  Extents extents;
  extents.batch = left.size() == 3 ? size_t(left[0]) : 1;
  extents.m = size_t(left[left.size() - 2]);
  extents.k = size_t(left.back());
  extents.n = size_t(right.back());
  return extents;
}

/// sums[i, j] += a[i, k] * b[k, j], row by row so that the inner loop runs along memory.
template <class T> static void multiply(const Extents &e, const T *a, const T *b, T *sums) {
  for (size_t batch = 0; batch < e.batch; ++batch)
    for (size_t i = 0; i < e.m; ++i) {
      const T *row = a + (batch * e.m + i) * e.k;
      T *__restrict out = sums + (batch * e.m + i) * e.n;
      for (size_t k = 0; k < e.k; ++k) {
        const T *other = b + (batch * e.k + k) * e.n;
        for (size_t j = 0; j < e.n; ++j)
          out[j] += row[k] * other[j];
      }
    }
}

/// result[i, j] is undefined if anything in row i of `a`, column j of `b`, or the accumulator's element is.
static void emitUndefined(Decoder &decoder, Extents e, Slot a, Slot b, Slot accumulator, Slot result) {
  if (!decoder.checking())
    return;
  decoder.emit([=](Frame &frame) {
    const uint8_t *ua = frame.undefined(a), *ub = frame.undefined(b);
    std::vector<uint8_t> rows(e.batch * e.m, 0), columns(e.batch * e.n, 0);
    for (size_t i = 0; i < a.count; ++i)
      rows[i / e.k] |= ua[i];
    for (size_t i = 0; i < b.count; ++i)
      columns[i / (e.k * e.n) * e.n + i % e.n] |= ub[i];
    for (size_t i = 0; i < result.count; ++i)
      frame.undefined(result)[i] =
          frame.undefined(accumulator)[i] | rows[i / e.n] | columns[i / (e.m * e.n) * e.n + i % e.n];
  });
}

static bool mma(tile::MmaOp op, Decoder &decoder) {
  Slot a = decoder.operand(op.getA()), b = decoder.operand(op.getB()),
       accumulator = decoder.operand(op.getAccumulator());
  Slot result = decoder.define(op.getResult());
  Extents extents = extentsOf(op.getA().getType(), op.getB().getType());
  bool unsignedA = op.getUnsignedA(), unsignedB = op.getUnsignedB();
  if (isInteger(result.kind))
    decoder.emit([=](Frame &frame) {
      std::vector<uint32_t> x = extendedOperand(frame, a, unsignedA), y = extendedOperand(frame, b, unsignedB);
      std::memcpy(frame.at<char>(result), frame.at<char>(accumulator), result.bytes());
      multiply(extents, x.data(), y.data(), frame.at<uint32_t>(result));
    });
  else
    decoder.emit([=](Frame &frame) {
      std::vector<double> x = widenedOperand(frame, a), y = widenedOperand(frame, b),
                          sums = widened(frame, accumulator);
      multiply(extents, x.data(), y.data(), sums.data());
      narrowAccumulators(frame, result, sums);
    });
  emitUndefined(decoder, extents, a, b, accumulator, result);
  return true;
}

/// Scales cover `block` neighbours along k.
static void scaleRows(std::vector<double> &a, const std::vector<double> &scale, size_t block) {
  for (size_t i = 0; i < a.size(); ++i)
    a[i] *= scale[i / block];
}
static void scaleColumns(std::vector<double> &b, const std::vector<double> &scale, size_t block, size_t n) {
  for (size_t i = 0; i < b.size(); ++i)
    b[i] *= scale[i / n / block * n + i % n];
}

static bool scaledMma(tile::ScaledMmaOp op, Decoder &decoder) {
  Slot a = decoder.operand(op.getA()), b = decoder.operand(op.getB()),
       accumulator = decoder.operand(op.getAccumulator());
  Slot aScale = decoder.operand(op.getAScale()), bScale = decoder.operand(op.getBScale());
  Slot result = decoder.define(op.getResult());
  Extents extents = extentsOf(op.getA().getType(), op.getB().getType());
  decoder.emit([=](Frame &frame) {
    std::vector<double> x = widened(frame, a), y = widened(frame, b), sums = widened(frame, accumulator);
    scaleRows(x, widened(frame, aScale), a.count / aScale.count);
    scaleColumns(y, widened(frame, bScale), b.count / bScale.count, extents.n);
    multiply(extents, x.data(), y.data(), sums.data());
    narrowAccumulators(frame, result, sums);
  });
  if (decoder.checking())
    for (Slot scale : {aScale, bScale})
      decoder.emitUseCheck(decoder.site(op), scale, "scale");
  emitUndefined(decoder, extents, a, b, accumulator, result);
  return true;
}

bool decodeMatrix(Operation *op, Decoder &decoder) {
  if (auto product = dyn_cast<tile::MmaOp>(op))
    return mma(product, decoder);
  if (auto product = dyn_cast<tile::ScaledMmaOp>(op))
    return scaledMma(product, decoder);
  return false;
}

} // namespace tilec::host
