// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- grid.h - where in the grid this tile block is ------------------------===//
#pragma once

#include "primitives.h"

namespace cuda::tiles {

/// The index of this tile block in the grid.
[[nodiscard]] __tile_api inline uint3 bid() {
  return uint3{__detail::block_id<0>(), __detail::block_id<1>(), __detail::block_id<2>()};
}

/// What sources name `detail` that take the reference implementation's internals for the API's. Found by that name
/// where nothing else has it.
namespace __vendor_detail {
template <int Axis> [[nodiscard]] __tile_api unsigned bid() {
  return __detail::block_id<Axis>();
}
template <int Axis> [[nodiscard]] __tile_api unsigned num_blocks() {
  return __detail::num_blocks<Axis>();
}
} // namespace __vendor_detail

/// The number of tile blocks in the grid, along each axis.
[[nodiscard]] __tile_api inline dim3 num_blocks() {
  return dim3(__detail::num_blocks<0>(), __detail::num_blocks<1>(), __detail::num_blocks<2>());
}

} // namespace cuda::tiles
