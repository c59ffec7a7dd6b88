// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scalar __half, bf16 and fp8 values: construction, operators, comparison, conversion
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
template <class T> __tile__ T lowest() { return static_cast<T>(-1.0f / 0.0f); }
__tile_global__ void k(__half* h, __nv_bfloat16* b, __nv_fp8_e4m3* e, float* p, int n) {
  __half x = h[0]; x = x + x; x = ct::max(x, __half(1.5f)); if (x < __half(2.0f)) h[1] = x;
  h[2] = __float2half(1.5f); h[3] = static_cast<__half>(n); h[4] = lowest<__half>();
  __nv_bfloat16 y = b[0]; y += y; b[1] = -y;
  e[0] = __nv_fp8_e4m3(1.5f); p[0] = float(e[1]) + static_cast<float>(x);
}
