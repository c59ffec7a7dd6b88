// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- grid.h - where in the grid this tile block is ------------------------===//
#pragma once

#include "primitives.h"

namespace cuda::tiles {

/// The index of this tile block in the grid.
[[nodiscard]] __tile_api inline uint3 bid() {
  return uint3{detail::block_id<0>(), detail::block_id<1>(), detail::block_id<2>()};
}

/// The number of tile blocks in the grid, along each axis.
[[nodiscard]] __tile_api inline dim3 num_blocks() {
  return dim3(detail::num_blocks<0>(), detail::num_blocks<1>(), detail::num_blocks<2>());
}

} // namespace cuda::tiles
