// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier of a cluster that only waits until all its CTAs have begun.
//
// A CTA must not write the shared memory of one that has not begun. Nothing else is ordered by that wait, so CTAs say
// that they have begun as the first thing they do, or once their mbarriers are ready, and by the time of the wait the
// others long have. A
// `tile_gpu.memory_barrier cluster` with this attribute (a unit) stands for the wait; at most one, in the kernel's own
// block, and no other barrier of the cluster before it.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::tile_gpu {
inline constexpr llvm::StringLiteral kBeginAttr = "begin";
} // namespace tilec::tile_gpu
