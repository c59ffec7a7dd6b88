// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Ops/Combiner.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// Elements that one run of the region handles: small enough to stay in the cache.
static constexpr size_t kLanes = 2048;

/// Straight-line regions work on runs.
static bool worksOnRuns(Region &region) {
  return region.hasOneBlock() && llvm::all_of(region.front(), [](Operation &op) { return op.getNumRegions() == 0; });
}

Combiner decodeCombiner(Region &region, Decoder &decoder, size_t most) {
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

void combineRuns(Frame &frame, const Combiner &combiner, const std::vector<Slot> &work, size_t total,
                 llvm::function_ref<Piece(size_t lane)> pieceAt) {
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

} // namespace tilec::host
