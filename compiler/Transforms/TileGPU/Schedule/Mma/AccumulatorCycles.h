// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carried values of a loop that change places and come back to their own.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tilec::tile_gpu {

/// Carried values of which each continues, in the next iteration, what the one behind it is in this one; the last
/// continues the first.
using AccumulatorCycle = llvm::SmallVector<unsigned>;

/// The cycles of two values and more. `sources[i]`: the carried value of this iteration that becomes number i of the
/// next, if it is one.
llvm::SmallVector<AccumulatorCycle> findCycles(llvm::ArrayRef<std::optional<unsigned>> sources);

} // namespace tilec::tile_gpu
