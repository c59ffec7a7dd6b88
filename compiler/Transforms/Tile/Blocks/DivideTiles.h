// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that works on one part of its tiles: of every tile that is divided it has 1/N along one dimension, part
// number `part`. What that changes is little, since everything else follows from the types:
//
//   loads, stores through views   index i of the view becomes index i * N + part of one with smaller tiles
//   iota                          starts at `part` times the part's extent
//   reductions along it           each part reduces its own, all CTAs of the cluster gather the results and reduce
//   those effects without such a tile   are the first part's; what they result in, all CTAs of the cluster gather from
//   it atomics of block scope        get device scope: the block is several CTAs
//
// So whatever comes later (layouts, widths of accesses, barriers, warps) sees an ordinary kernel with smaller tiles.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace tilec::tile {

/// Tiles, each with the dimension along which it is divided: members of classes of Analysis/DimensionClasses.
using DividedTiles = llvm::MapVector<mlir::Value, unsigned>;

/// Adapts `ops`, those of a kernel but for what computes `part` (i32) and `isFirst` (i1: whether `part` is 0).
void divideTiles(DividedTiles tiles, int64_t parts, mlir::Value part, mlir::Value isFirst,
                 llvm::ArrayRef<mlir::Operation *> ops);

} // namespace tilec::tile
