// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __CUDA_ARCH__ chooses a block size in tile code.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
#define BLOCK 256
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define BLOCK 128
#else
#define BLOCK 64
#endif
__tile_global__ void k(float* p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::ones<ct::tile<float, ct::shape<128>>>()); }
__tile__ int block() {
#ifdef __CUDA_ARCH__
  static_assert(__CUDA_ARCH__ == 900 && BLOCK == 128);
  return BLOCK;
#else
  return -1;
#endif
}
__tile_global__ void j(int* p) { *p = block(); }
