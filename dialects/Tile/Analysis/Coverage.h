// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When an access needs no mask: what must hold of the arguments and the grid for all its elements to lie inside, in
// every block.
//
// Indices are bounded by numbers of the form  c + a * block id + b * loop counter,  none negative. The largest block id
// is the grid's extent less one, the largest counter follows from the loop's bound. So, with e an extent (an argument
// or a constant):
//
// | the access                                            | lies inside if                       |
// |-------------------------------------------------------|--------------------------------------|
// | tile `bid.x` of a partition of e into tiles of 256    | 256 * grid.x <= e                    |
// | pointers masked by `bid.x * 256 + iota(256) < e`      | 256 * grid.x <= e                    |
// | tile 0 of a row of e elements, tiles of 1024          | 1024 <= e                            |
// | tile i, i from 0 to ceil(e / 128), tiles of 128       | 128 divides e                        |
// | masked by `i + iota(128) < e`, i from 0 to e by 128   | 128 divides e                        |
// | row i of e rows, i up to e, from and by any numbers   | always                               |
//
// Nothing in these sums can wrap if the result is at most e. What has another form is given up.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include <optional>

namespace tilec::tile {

/// What makes the masked load or store `op` whole: all elements of a view's tile inside the tensor, every mask true.
/// Nothing if `op` has no mask, or no facts about a launch would do. Facts may be none: then it is whole in any case.
std::optional<llvm::SmallVector<FactAttr>> factsForWholeAccess(mlir::Operation *op);

/// What makes every element of `mask` true.
std::optional<llvm::SmallVector<FactAttr>> factsForTrue(mlir::Value mask);

} // namespace tilec::tile
