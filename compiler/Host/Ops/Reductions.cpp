// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans.
//
// The combining region is decoded once, with each of its scalars standing for a run of elements, so that it works on
// whole runs. A reduction halves the axis again and again (element i with element i + half); a scan walks along it. A
// region with control flow is run for one pair of elements at a time.
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Ops/Families.h"
#include "dialects/Tile/IR/TileDialect.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// Elements that one run of the region handles: small enough to stay in the cache.
static constexpr size_t kLanes = 2048;

namespace {
/// A region and the places of what goes in and out.
struct Combiner {
  std::shared_ptr<Sequence> body;
  std::vector<Slot> earlier, later, yielded;
  size_t capacity;
};

/// A tensor seen as [outer, axis, inner].
struct AxisShape {
  size_t outer = 1, extent = 1, inner = 1;
};

/// A contiguous piece of a run: where its earlier elements, later elements and results lie in the working tile.
struct Piece {
  size_t lane, earlier, later, result, count;
};
} // namespace

static AxisShape shapeAround(ArrayRef<int64_t> shape, int64_t axis) {
  AxisShape around;
  for (auto [i, extent] : llvm::enumerate(shape))
    (int64_t(i) < axis ? around.outer : int64_t(i) == axis ? around.extent : around.inner) *= size_t(extent);
  return around;
}

/// Straight-line regions work on runs.
static bool worksOnRuns(Region &region) {
  return region.hasOneBlock() && llvm::all_of(region.front(), [](Operation &op) { return op.getNumRegions() == 0; });
}

static Combiner decodeCombiner(Region &region, Decoder &decoder, size_t most) {
  Combiner combiner;
  Block &block = region.front();
  combiner.capacity = worksOnRuns(region) ? std::max<size_t>(1, std::min(most, kLanes)) : 1;
  size_t n = block.getNumArguments() / 2;
  for (size_t i = 0; i < n; ++i) {
    Slot slot = decoder.temporary(*kindOf(block.getArgument(i).getType()), combiner.capacity);
    slot.perLane = true;
    combiner.yielded.push_back(slot);
  }
  auto outer =
      std::exchange(decoder.yieldTargets, llvm::SmallVector<Slot>(combiner.yielded.begin(), combiner.yielded.end()));
  combiner.body = decoder.decodeCombiner(region, combiner.capacity);
  decoder.yieldTargets = outer;
  for (size_t i = 0; i < n; ++i) {
    combiner.earlier.push_back(decoder.operand(block.getArgument(i)));
    combiner.later.push_back(decoder.operand(block.getArgument(n + i)));
  }
  return combiner;
}

/// Copies elements and their undefined flags.
static void move(Frame &frame, const Slot &to, size_t toIndex, const Slot &from, size_t fromIndex, size_t count) {
  size_t bytes = bytesOf(to.kind);
  std::memcpy(frame.at<char>(to) + toIndex * bytes, frame.at<char>(from) + fromIndex * bytes, count * bytes);
  if (frame.shadow)
    std::memcpy(frame.undefined(to) + toIndex, frame.undefined(from) + fromIndex, count);
}

/// Combines `total` pairs, in runs. `pieceAt(lane)` names the contiguous piece that starts at a lane; pieces are read
/// and written in the tiles `work`.
template <class Fn>
static void combineRuns(Frame &frame, const Combiner &combiner, const std::vector<Slot> &work, size_t total,
                        Fn pieceAt) {
  for (size_t start = 0; start < total && !frame.stopped; start += combiner.capacity) {
    size_t end = std::min(total, start + combiner.capacity);
    auto forEachPiece = [&](auto fn) {
      for (size_t lane = start; lane < end;) {
        Piece piece = pieceAt(lane);
        piece.count = std::min(piece.count, end - lane);
        fn(piece, lane - start);
        lane += piece.count;
      }
    };
    forEachPiece([&](const Piece &piece, size_t lane) {
      for (size_t i = 0; i < work.size(); ++i) {
        move(frame, combiner.earlier[i], lane, work[i], piece.earlier, piece.count);
        move(frame, combiner.later[i], lane, work[i], piece.later, piece.count);
      }
    });
    uint32_t outer = std::exchange(frame.lanes, uint32_t(end - start));
    combiner.body->run(frame);
    frame.lanes = outer;
    forEachPiece([&](const Piece &piece, size_t lane) {
      for (size_t i = 0; i < work.size(); ++i)
        move(frame, work[i], piece.result, combiner.yielded[i], lane, piece.count);
    });
  }
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
