// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block-scaled product as a plain one of scaled factors, for where that is found out late.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::tile {

/// See `tile-expand-scaled-products` in Passes.td. `op` is gone afterwards.
void expandScaledProduct(ScaledMmaOp op);

} // namespace tilec::tile
