// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes through views that `--bounds` masks, where the source has no mask.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::tile {

/// Name of the attribute (a unit) of such a write: tiles that are wholly outside are no mistake of the source's.
inline constexpr llvm::StringLiteral kClippedAttr = "tile.clipped";

} // namespace tilec::tile
