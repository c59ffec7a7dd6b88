// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants of cuda_fp16.h and cuda_bf16.h as values.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__half* h, __nv_bfloat16* b) {
  h[0] = CUDART_INF_FP16; h[1] = CUDART_NAN_FP16; h[2] = CUDART_MIN_DENORM_FP16; h[3] = CUDART_MAX_NORMAL_FP16; h[4] = CUDART_NEG_ZERO_FP16; h[5] = CUDART_ZERO_FP16; h[6] = CUDART_ONE_FP16;
  b[0] = CUDART_INF_BF16; b[1] = CUDART_ONE_BF16;
  auto t = ct::full<ct::tile<__half, ct::shape<8>>>(-CUDART_INF_FP16);
  h[7] = static_cast<__half>(ct::reduce_max<0>(t));
}
