// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How well a warp's access to shared memory uses its banks.
//
// Shared memory has 32 banks of four bytes. An access of a warp is served in phases: all 32 lanes at once for up to
// four bytes a lane, 16 lanes for eight, 8 lanes for sixteen. In a phase lanes that name one word share it; words of
// one bank that are not the same follow one another, and that is a conflict. A *wavefront* is one pass over the banks.
#pragma once

#include "dialects/Layout/LinearMap.h"

namespace tilec::layout {

inline constexpr unsigned kBankRowBytes = 128;
inline constexpr unsigned kBankWordBytes = 4;

/// Lanes of a warp, as a power of two, that one phase serves when each accesses `bytes`.
unsigned phaseLaneBits(unsigned bytes);

/// Wavefronts for each phase of an access: 1 is free of conflicts. `laneOffsets` maps lane bits to element offsets in
/// shared memory; each lane accesses `vector` elements of `elementBytes`, at an offset that is a multiple of `vector`.
unsigned bankConflicts(const LinearMap &laneOffsets, unsigned elementBytes, unsigned vector);

/// Wavefronts of the whole access.
unsigned wavefronts(const LinearMap &laneOffsets, unsigned elementBytes, unsigned vector);

} // namespace tilec::layout
