// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans. A reduction halves the axis again and again (element i with element i + half); a scan walks
// along it.
#include "compiler/Host/Ops/Combiner.h"
#include "compiler/Host/Ops/Families.h"
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;

namespace tilec::host {

namespace {
/// A tensor seen as [outer, axis, inner].
struct AxisShape {
  size_t outer = 1, extent = 1, inner = 1;
};
} // namespace

static AxisShape shapeAround(ArrayRef<int64_t> shape, int64_t axis) {
  AxisShape around;
  for (auto [i, extent] : llvm::enumerate(shape))
    (int64_t(i) < axis ? around.outer : int64_t(i) == axis ? around.extent : around.inner) *= size_t(extent);
  return around;
}

/// One halving of [outer, extent, inner] in place; results are packed at the front, never over what is still to be
/// read.
static void halve(Frame &frame, const Combiner &combiner, const std::vector<Slot> &work, AxisShape shape) {
  size_t half = shape.extent / 2 * shape.inner;
  combineRuns(frame, combiner, work, shape.outer * half, [&](size_t lane) {
    size_t outer = lane / half, rest = lane % half, earlier = outer * 2 * half + rest;
    return Piece{lane, earlier, earlier + half, lane, half - rest};
  });
}

static std::vector<Slot> copyOfSources(Operation *op, Decoder &decoder, bool asResults) {
  std::vector<Slot> work;
  for (auto [source, result] : llvm::zip(op->getOperands(), op->getResults())) {
    Slot from = decoder.operand(source);
    work.push_back(asResults ? decoder.define(result) : decoder.temporary(from.kind, from.count));
    decoder.emitCopy(work.back(), from);
  }
  return work;
}

static bool reduce(tile::ReduceOp op, Decoder &decoder) {
  AxisShape shape = shapeAround(tile::shapeOf(op.getSources().front().getType()), op.getAxis());
  std::vector<Slot> work = copyOfSources(op, decoder, false);
  Combiner combiner = decodeCombiner(op.getCombiner(), decoder, shape.outer * shape.extent * shape.inner / 2);
  decoder.emit([=](Frame &frame) {
    for (AxisShape left = shape; left.extent > 1; left.extent /= 2)
      halve(frame, combiner, work, left);
  });
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Slot to = decoder.define(result), from = work[i];
    from.count = to.count;
    decoder.emitCopy(to, from);
    decoder.release(work[i]);
  }
  return true;
}

static bool scan(tile::ScanOp op, Decoder &decoder) {
  AxisShape shape = shapeAround(tile::shapeOf(op.getSources().front().getType()), op.getAxis());
  std::vector<Slot> work = copyOfSources(op, decoder, true);
  Combiner combiner = decodeCombiner(op.getCombiner(), decoder, shape.outer * shape.inner);
  bool reverse = op.getReverse();
  decoder.emit([=](Frame &frame) {
    for (size_t step = 1; step < shape.extent; ++step) {
      size_t here = reverse ? shape.extent - 1 - step : step, before = reverse ? here + 1 : here - 1;
      combineRuns(frame, combiner, work, shape.outer * shape.inner, [&](size_t lane) {
        size_t outer = lane / shape.inner, rest = lane % shape.inner;
        auto at = [&](size_t i) { return (outer * shape.extent + i) * shape.inner + rest; };
        return Piece{lane, at(before), at(here), at(here), shape.inner - rest};
      });
    }
  });
  return true;
}

bool decodeReductions(Operation *op, Decoder &decoder) {
  if (auto reduction = dyn_cast<tile::ReduceOp>(op))
    return reduce(reduction, decoder);
  if (auto prefix = dyn_cast<tile::ScanOp>(op))
    return scan(prefix, decoder);
  if (!isa<tile::YieldOp>(op))
    return false;
  llvm::SmallVector<Slot> values;
  for (Value value : op->getOperands())
    values.push_back(decoder.operand(value));
  decoder.emitParallelCopy(decoder.yieldTargets, values);
  return true;
}

} // namespace tilec::host
