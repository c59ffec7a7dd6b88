// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a layout takes part in a scan along an axis: which bits of places count along it, from near to far.
//
//     registers [1] [2]   lanes [4] [8] .. [64]   registers [128]   warps [256]
//     near: a lane's run  neighbours              far: stretches    further on
//
// A prefix runs through a lane's run, across the lanes, from stretch to stretch of the same warp, then across warps.
// Without far registers each lane holds one run, as `scanOrder` lays it out; with them lanes can hold what a memory
// access of the whole warp covers, at the price of a scan across lanes for each stretch.
#pragma once

#include "dialects/Layout/LinearLayout.h"

namespace tilec::layout {

/// Masks of place bits.
struct ScanBits {
  uint32_t nearRegisters = 0, lanes = 0, farRegisters = 0, warps = 0;

  unsigned numStretches() const;
  /// Lanes that are neighbours along the axis differ by a fixed number, which is this; none if they do not.
  std::optional<unsigned> laneStep() const;
};

/// None if the layout is not coordinate-wise or bits along the axis are not in the order above, lanes and warps rising.
std::optional<ScanBits> scanBits(const LinearLayout &layout, unsigned axis);

} // namespace tilec::layout
