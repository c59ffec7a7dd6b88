// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many elements one atomic instruction of a lane may update, and where lanes of a warp send one update for many.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace tilec::tile_gpu {

/// Sets `vector` of each `atomic_rmw` in `kernel` that has wide forms: its registers' neighbours in memory, aligned and
/// masked alike. Layouts and pointers must be final.
void chooseAtomicWidths(mlir::func::FuncOp kernel);

/// Whether lanes could meet in a cell: neighbours in the tile are not known to be neighbours in memory.
bool mayMeet(AtomicRmwOp update);

/// Why lanes of a warp that meet in a cell do not join what they add to it (JoinAtomicLanes.h); empty if they do.
/// `isShared`: the cells are known to be the block's own.
std::string whyNotJoined(AtomicRmwOp update, bool isShared);

} // namespace tilec::tile_gpu
