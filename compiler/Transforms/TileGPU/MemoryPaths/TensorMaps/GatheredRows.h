// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of gather/scatter views by tensor map: the copy engine moves four at a time, by their numbers.
//
//     %x = tile_gpu.load_view %v[%indices, %column]     =>     tile_gpu.tma_load %map[%c] rows %numbers into ..
//
// | the copy engine wants                        | so                                                        |
// |----------------------------------------------|-----------------------------------------------------------|
// | a matrix of which rows are named             | views of rank 2 that name the other dimension than the    |
// |                                              | contiguous one, at an address that the launcher computes   |
// | four numbers for each copy, in one lane      | the indices change layout: every warp has all of them     |
// | signed numbers of 32 bits                    | those too large, or "negative", become one that is outside |
// | four rows at a multiple of 128 bytes         | rows of 32 bytes or more                                   |
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <string>

namespace tilec::tile_gpu {

/// What stands against a tensor map of the rows of `view`, whose dimension `inner` is contiguous; empty if nothing
/// does.
std::string whyNotGathered(tile::GatherScatterViewType view, int64_t inner);

/// The numbers of the rows that `access` names, as tma_load and tma_store take them; null where the view names none.
mlir::Value createRows(mlir::ImplicitLocOpBuilder &builder, mlir::Operation *access, mlir::Value view,
                       mlir::ValueRange indices);

} // namespace tilec::tile_gpu
