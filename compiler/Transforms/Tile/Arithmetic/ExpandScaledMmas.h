// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block-scaled MMA as a plain one of scaled operands, for where that is found out late.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::tile {

/// See `tile-expand-scaled-mmas` in Passes.td. `op` is gone afterwards.
void expandScaledMma(ScaledMmaOp op);

} // namespace tilec::tile
