// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A proxy fence that needs no instruction.
//
// Reads of a stage may be under way behind an arrival that releases the stage; a proxy fence makes the lane wait for
// them, and for its stores besides. Where a lane has used all that it read, for what it told other lanes,
// stored or multiplied, the values have come: a `tile_gpu.proxy_fence` with this attribute (a unit) says so. On a
// `tile_gpu.mbarrier_arrive` by warps it asks for such a use: which lane arrives depends on what was read before.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::tile_gpu {
inline constexpr llvm::StringLiteral kUsedReadsAttr = "used";
} // namespace tilec::tile_gpu
