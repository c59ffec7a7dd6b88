// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels of one product have two blocks of a CTA in flight, where CTAs stay (MakePersistent.cpp).
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// No hint speaks against it.
bool mayGoByTensorMap(LoadViewOp load);

/// The sums of a block fit the registers of one warpgroup, with what loops carry beside them; and all blocks bring as
/// many tiles (tile-gpu-specialize-warps could not count otherwise, when layouts are for one warpgroup already).
bool mayPingPong(mlir::func::FuncOp kernel, MmaOp product);

/// It pays where one of the blocks alone keeps the tensor core busy between the waits of its iterations: by 128
/// registers of sums a lane. What it hides is what a block does beside its products. On an H200, bf16, ratio to the
/// library at 4096^3, 8192^3 and 8192x8192x512:
///
///   tile    one block               two in flight
///   128x128 1.017, 0.979, 0.878     1.028, 0.988, 0.992
///   64x256  0.977, 0.951, 0.768     0.999, 0.965, 0.887
///   64x128  0.930, 0.885, 0.724     0.845, 0.736, 0.689
///
/// For factors of 16 bits alone, which are multiplied however they lie, where the copy engine puts them; and where
/// loops bring nothing else, which would be waited for in turn, too.
bool isWorthPingPong(MmaOp product);

} // namespace tilec::tile
