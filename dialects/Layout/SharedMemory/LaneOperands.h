// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts in shared memory of the operands of FMA-based dots, which each lane reads by itself.
//
// In each step along K a lane reads its rows of A and its columns of B, 16 bytes at a time. Lanes with the same rows
// or columns read the same words. What decides is along which dimension neighbours lie:
//
// | neighbours along | 16 bytes are                  | no bank conflicts, because                               |
// |------------------|-------------------------------|----------------------------------------------------------|
// | M or N           | four rows or columns, one k   | lanes side by side read words side by side               |
// | K                | one row or column, four steps | rows of 32 to 128 bytes are swizzled, and lanes side by  |
// |                  |                               | side have rows side by side                              |
//
// So B's order decides the accumulator's layout (MmaLayouts.cpp). Four neighbours along N are in a lane's
// registers, or each in a lane of its own. Along M two lanes of a phase have rows four apart, which suits both.
#pragma once

#include "dialects/Layout/LinearLayout.h"

namespace tilec::layout {

/// The layout from element offsets to row-major element numbers, for an operand of `shape` with neighbours along
/// dimension `fastest`. It is swizzled where that is K.
LinearMap laneShared(const std::vector<int64_t> &shape, unsigned fastest, bool isAlongK, unsigned elementBytes);

/// The elements that one access of a lane moves, at most 16 bytes. `offsets` maps packed indices to element offsets;
/// the lowest `registerBits` bits of an index are registers. `usedRegisters` tells used registers apart.
unsigned sharedVector(const LinearMap &offsets, unsigned registerBits, uint64_t usedRegisters, unsigned elementBytes);

} // namespace tilec::layout
