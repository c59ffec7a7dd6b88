// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header lives beside the standard library and the CUDA runtime, with every name of `cuda::tiles` in scope.
// RUN: check-source %s
// RUN: check-source %s -DLATE
#ifdef LATE
#include <cuda_tile.h>
#endif
#include <array>
#include <cmath>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
using namespace cuda::tiles;

static_assert(std::is_same_v<decltype(bid()), uint3> && std::is_same_v<decltype(num_blocks()), dim3>);

template <class T> __tile__ auto twice(T value) {
  return add(value, value);
}
__tile_global__ void k(float *p, __half *h, int n) {
  auto i = iota<tile<int, shape<8>>>() + static_cast<int>(bid().x) * 8;
  auto [x, y, z] = bid();
  store_masked(p + i, twice(load_masked(p + i, i < n)) * cuda::tiles::max(1, n) + element_cast<float>(load(h + i)), i < n);
  p[0] = x + y + z + num_blocks().x;
}

// Host code is none of the header's business.
int host(std::vector<float> &values) {
  std::array<int, 3> a = {1, 2, 3};
  auto [first, second] = std::pair(std::sqrt(values[0]), std::max(1, 2));
  return a[0] + static_cast<int>(first) + second;
}
