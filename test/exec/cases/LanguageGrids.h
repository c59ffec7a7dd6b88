// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the language's cases compute 64 elements a block: the same case on grids of several sizes.
#pragma once

#include "test/exec/harness/Cases.h"

namespace tilec::exec {

/// What a case runs on: blocks of `kLanes` elements.
inline constexpr int kLanes = 64;
/// Of the grid that is launched.
inline int blocks = 1;

inline int count() {
  return kLanes * blocks;
}
inline Grid grid() {
  return {uint32_t(blocks)};
}

/// `body` with a grid of each of `sizes`.
inline std::function<void(Run &)> onGrids(std::vector<int> sizes, std::function<void(Run &)> body) {
  return [sizes, body](Run &run) {
    for (int size : sizes) {
      blocks = size;
      body(run);
      run.clear();
    }
  };
}

} // namespace tilec::exec
