// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combining regions of reductions and scans.
//
// A region is decoded once, with each of its scalars standing for a contiguous range of elements, so that it works on
// whole runs. A region with control flow is run for one pair of elements at a time.
#pragma once

#include "compiler/Host/Decoder.h"

namespace tilec::host {

/// A region and the places of what goes in and out.
struct Combiner {
  std::shared_ptr<Sequence> body;
  std::vector<Slot> earlier, later, yielded;
  size_t capacity;
};

/// `most`: pairs that are combined at a time, at most.
Combiner decodeCombiner(mlir::Region &region, Decoder &decoder, size_t most);

/// A contiguous piece of a run: where its earlier elements, later elements and results lie in the working tile.
struct Piece {
  size_t lane, earlier, later, result, count;
};

/// Combines `total` pairs, in runs. `pieceAt(lane)` names the contiguous piece that starts at a lane; pieces are read
/// and written in the tiles `work`. No run may write what a later one reads.
void combineRuns(Frame &frame, const Combiner &combiner, const std::vector<Slot> &work, size_t total,
                 llvm::function_ref<Piece(size_t lane)> pieceAt);

} // namespace tilec::host
