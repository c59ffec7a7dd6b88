// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels of one MMA have two blocks of a CTA in flight, where CTAs stay (MakePersistent.cpp).
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// No hint speaks against it.
bool mayGoByTensorMap(LoadViewOp load);

/// The accumulators of a block fit the registers of one warpgroup, with what loops carry beside them; and all blocks
/// bring as many tiles (tile-gpu-specialize-warps could not count otherwise, when layouts are for one warpgroup
/// already).
bool mayPingPong(mlir::func::FuncOp kernel, MmaOp mma);

/// Whether ping-pong pays: one of the blocks alone keeps the tensor core busy between the waits of its iterations, by
/// 128 registers of accumulators a lane. Ping-pong hides what a block does beside its MMAs (docs/Experiments.md, "Two
/// tile blocks in flight").
///
/// For factors of 16 bits alone, which are multiplied however they lie, where the copy engine puts them; and where
/// loops bring nothing else, which would be waited for in turn, too.
bool isWorthPingPong(MmaOp mma);

} // namespace tilec::tile
