// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours along a dimension that a lane packs into one element: elements of four bits, two to a byte.
//
//     8x8 elements, pairs along dimension 1        registers [0,1] [2,0]   lanes [0,2] [0,4] [1,0] [4,0] [0,0]
//     packed: 8x4                                  registers       [2,0]   lanes [0,1] [0,2] [1,0] [4,0] [0,0]
#pragma once

#include "dialects/Layout/LinearLayout.h"

namespace tilec::layout {

/// The register bit that alone tells elements 2i and 2i + 1 along `dimension` apart, in every lane; none if there is no
/// such bit.
std::optional<unsigned> pairBit(const LinearLayout &layout, unsigned dimension);

/// The layout of the pairs; none if lanes do not have them.
std::optional<LinearLayout> packedPairs(const LinearLayout &layout, unsigned dimension);

/// A layout of the same tile, near `layout`, in which lanes have pairs. The extent is 2 or more.
LinearLayout withPairs(const LinearLayout &layout, unsigned dimension);

} // namespace tilec::layout
