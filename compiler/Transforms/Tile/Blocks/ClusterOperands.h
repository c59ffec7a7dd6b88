// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CTAs of a cluster with blocks next to each other along x can load for each other, where a hint asks for it: the
// operand of an MMA that does not depend on x, each an equal part.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::tile {

struct SharedOperands {
  std::string obstacle; ///< that keeps all of them from it; empty if nothing does
  int64_t ctas = 1;     ///< the most of those asked for that can
};

/// For `ctas`, a power of two.
SharedOperands sharedOperands(MmaOp mma, int64_t ctas);

} // namespace tilec::tile
