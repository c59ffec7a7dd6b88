// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of products, as attention has them.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::tile {

/// An operand is computed from another product, in the same iteration.
bool multipliesAnother(MmaOp product);

} // namespace tilec::tile
