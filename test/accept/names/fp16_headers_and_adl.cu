// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision with unqualified calls: hexp and friends of the header beside the tile functions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>

using namespace cuda::tiles;
using namespace cuda::tiles::literals;

template <class T> __tile_global__ void rmsnorm(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, int n, float eps) {
  auto i = iota<tile<int, shape<1024>>>();
  auto keep = i < n;
  auto base = x + static_cast<long long>(bid().x) * n;
  auto v = element_cast<float>(load_masked(base + i, keep, T(0.f)));
  auto r = rsqrt(sum(v * v, 0_ic) / static_cast<float>(n) + eps);
  auto g = element_cast<float>(load_masked(w + i, keep, T(0.f)));
  store_masked(y + static_cast<long long>(bid().x) * n + i, element_cast<T>(v * r * g), keep);
}
template __tile_global__ void rmsnorm<__half>(const __half*, const __half*, __half*, int, float);
template __tile_global__ void rmsnorm<__nv_bfloat16>(const __nv_bfloat16*, const __nv_bfloat16*, __nv_bfloat16*, int, float);
