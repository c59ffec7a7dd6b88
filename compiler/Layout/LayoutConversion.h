// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has to move when a tile changes its layout.
//
// For every place of the destination some place of the source that holds the same element is chosen, as a linear map. A
// place prefers its own lane, then its own warp: a replicated source is read locally. How far the elements travel
// decides the instructions:
//
// | kind         | every element comes from | costs                                                    |
// |--------------|--------------------------|----------------------------------------------------------|
// | Registers    | the lane's own registers | nothing                                                  |
// | Shuffles     | a lane of the same warp  | one shuffle for each result register (or a few selects)  |
// | SharedMemory | anywhere                 | a store, a barrier and a load of each element            |
#pragma once

#include "compiler/Layout/LinearLayout.h"

namespace tilec::layout {

struct LayoutConversion {
  enum class Kind { Registers, Shuffles, SharedMemory };
  Kind kind = Kind::Registers;
  /// From packed destination places to packed source places.
  LinearMap sourceOf;
};

/// Both layouts have one shape and the same numbers of lanes, warps and CTAs, and are surjective.
LayoutConversion planConversion(const LinearLayout &source, const LinearLayout &destination);

} // namespace tilec::layout
