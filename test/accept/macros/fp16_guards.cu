// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards of the 16-bit headers that libraries define and test.
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF2_OPERATORS__
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#ifndef __CUDA_FP16_TYPES_EXIST__
#error "types"
#endif
__tile_global__ void k(__half* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  ct::store(p + i, x * x + __float2half(1.f));
}
