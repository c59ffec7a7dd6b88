// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared memory transpose of every course, next to its tile form.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

constexpr int TILE_DIM = 32, BLOCK_ROWS = 8;
__global__ void transpose_simt(float* odata, const float* idata, int width) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__tile_global__ void transpose_tile(float* o, const float* i, int w) {
  auto a = ct::partition_view{ct::tensor_span{i, ct::extents{w, w}}, ct::shape<TILE_DIM, TILE_DIM>{}};
  auto b = ct::partition_view{ct::tensor_span{o, ct::extents{w, w}}, ct::shape<TILE_DIM, TILE_DIM>{}};
  b.store(ct::transpose(a.load(ct::bid().y, ct::bid().x)), ct::bid().x, ct::bid().y);
}
