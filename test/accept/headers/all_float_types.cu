// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All headers of small types at once, after the tile header.
#include <cuda_tile.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_fp6.h>
#include <cuda_fp4.h>

namespace ct = cuda::tiles;

template <class T> __tile_global__ void to_float(const T* in, float* out) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(out + i, ct::element_cast<float>(ct::load(in + i)));
}
template __tile_global__ void to_float<__half>(const __half*, float*);
template __tile_global__ void to_float<__nv_bfloat16>(const __nv_bfloat16*, float*);
template __tile_global__ void to_float<__nv_fp8_e4m3>(const __nv_fp8_e4m3*, float*);
template __tile_global__ void to_float<__nv_fp8_e5m2>(const __nv_fp8_e5m2*, float*);
