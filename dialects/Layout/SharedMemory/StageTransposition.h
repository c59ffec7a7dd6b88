// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that lanes move from one stage of shared memory to another in which other elements lie side by side: an operand
// that wgmma reads along K only, and that came with neighbours along M or N.
//
// Lanes load and store 16 bytes at once. A lane then has a square of elements, and what turns it is the order of its
// registers; with bytes, transposed 8x8 matrices of pairs do most of it (PairedBytes.h):
//
// | bytes of an element | registers                                      | lanes 2 to 4                     |
// |---------------------|------------------------------------------------|----------------------------------|
// | 4                   | 2 bits of the source's, 2 of the target's side | free                             |
// | 1                   | 1 bit of the source's, 4 of the target's side  | 3 bits of the source's side      |
//
// Lanes that access memory at one time must be in all banks on both sides. Both stages are swizzled, so that a bank
// depends on bits along both dimensions; where single bits do not suffice, a lane bit goes along both at once.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include <optional>

namespace tilec::layout {

/// Maps from elements of a tile of `shape` to offsets in elements, of both stages. None where the same elements lie
/// side by side in both, or where the tile has too few elements for the lanes.
std::optional<LinearLayout> layoutBetweenStages(const LinearMap &sourceOffsets, const LinearMap &targetOffsets,
                                                const std::vector<int64_t> &shape, unsigned elementBytes,
                                                unsigned numWarps);

} // namespace tilec::layout
