// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantisation to fp8 and int8 with scales per block.
#include <cuda_fp8.h>
#include <cstdint>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void quant(const float* x, __nv_fp8_e4m3* q, int8_t* i8, float* scales, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<128>>>() + static_cast<int>(ct::bid().x) * 128;
  auto v = ct::load_masked(x + i, i < n, 0.f);
  float amax = static_cast<float>(ct::reduce_max<0>(ct::abs(v)));
  float s = ct::max(amax / 448.f, 1e-12f);
  ct::store_masked(q + i, ct::element_cast<__nv_fp8_e4m3>(v / s), i < n);
  auto r = ct::floor(v * (127.f / ct::max(amax, 1e-12f)) + 0.5f);
  ct::store_masked(i8 + i, ct::element_cast<int8_t>(ct::max(ct::min(r, 127.f), -127.f)), i < n);
  scales[ct::bid().x] = s;
}
