// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has to move when a tile changes its layout, or when part of a tile is wanted elsewhere.
//
// For every place of the destination some place of the source that holds the same element is chosen, as a linear map. A
// place prefers its own lane, then its own warp: a replicated source is read locally. How far the elements travel
// decides what can be done, and a cost what is done:
//
// | kind         | every element comes from | instructions                                                  |
// |--------------|--------------------------|---------------------------------------------------------------|
// | Registers    | the lane's own registers | none                                                          |
// | Shuffles     | a lane of the same warp  | ShufflePlan.h: shuffles and selects (or selects alone)        |
// | SharedMemory | anywhere                 | SharedTransferPlan.h: stores, a barrier, loads                  |
//
// The cost is in cycles of one of the four parts of a multiprocessor, for a warp: a shuffle takes 4 and so does each
// pass over the banks of shared memory (both serve 32 lanes a cycle for all four parts), a select 2. Shared memory adds
// an instruction each, its latency and a barrier, which is far cheaper if warps need not wait for each other.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include "dialects/Layout/SharedMemory/SharedTransferPlan.h"
#include "dialects/Layout/ShufflePlan.h"

namespace tilec::layout {

/// Elements on their way: destination place p wants the source's element `destination(p) ^ start ^ (run-time number)`.
struct Transfer {
  LinearLayout source;
  /// Over the source's shape; need not have every element.
  LinearLayout destination;
  /// In storage: 8, 16, 32 or 64.
  unsigned elementBits = 32;
  uint64_t start = 0;
  /// Bits of element numbers that the run-time number may have.
  uint64_t varying = 0;
  int64_t maxScratchBytes = kAnyScratch;
};

struct LayoutConversion {
  enum class Kind { Registers, Shuffles, SharedMemory };
  Kind kind = Kind::Registers;
  unsigned cost = 0;
  /// From packed destination places to packed source places.
  LinearMap sourceOf;
  /// Places with all they need to be used; the run-time number's bits are those of element numbers.
  SourcePlaces places;
  /// For Registers and Shuffles.
  ShufflePlan shuffles;
  /// For SharedMemory.
  SharedTransferPlan sharedMemory;
};

/// The cheapest way. Both layouts have the same numbers of lanes, warps and CTAs; the source is surjective.
LayoutConversion planTransfer(const Transfer &transfer);

/// The change of a whole tile to another layout of its shape.
LayoutConversion planConversion(const LinearLayout &source, const LinearLayout &destination, unsigned elementBits = 32,
                                int64_t maxScratchBytes = kAnyScratch);

} // namespace tilec::layout
