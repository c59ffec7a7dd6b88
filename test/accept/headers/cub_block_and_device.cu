// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's block and device algorithms in SIMT code beside a tile kernel.
#include <cub/cub.cuh>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int THREADS> __global__ void block_sum(const int* in, int* out) {
  using BlockReduce = cub::BlockReduce<int, THREADS>;
  __shared__ typename BlockReduce::TempStorage temp;
  int v = in[blockIdx.x * THREADS + threadIdx.x];
  int s = BlockReduce(temp).Sum(v);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__tile_global__ void tile_sum(const int* in, int* out) { auto i = ct::iota<ct::tile<int, ct::shape<128>>>(); *out = (int)ct::sum<0>(ct::load(in + i)); }

void run(const int* in, int* out, int n) {
  void* temp = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cudaMalloc(&temp, bytes);
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  block_sum<128><<<n / 128, 128>>>(in, out);
  tile_sum<<<1, 1>>>(in, out);
}
