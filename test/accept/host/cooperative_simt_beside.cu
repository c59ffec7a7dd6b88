// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cooperative SIMT kernel beside a tile kernel.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace cg = cooperative_groups;
namespace ct = cuda::tiles;

__global__ void grid_sum(const float* in, float* out, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  float v = 0;
  for (auto i = grid.thread_rank(); i < n; i += grid.size()) v += in[i];
  v = cg::reduce(warp, v, cg::plus<float>());
  if (warp.thread_rank() == 0) atomicAdd(out, v);
  grid.sync();
  if (grid.thread_rank() == 0) *out /= n;
}
__tile_global__ void prepare(float* in, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + (int)ct::bid().x * 256;
  ct::store_masked(in + i, ct::full<ct::tile<float, ct::shape<256>>>(1.f), i < n);
}
int main() {
  float *in, *out;
  int n = 4096;
  cudaMalloc(&in, n * 4); cudaMalloc(&out, 4);
  prepare<<<16, 1>>>(in, n);
  void* args[] = {&in, &out, &n};
  cudaLaunchCooperativeKernel((void*)grid_sum, dim3(8), dim3(128), args, 0, nullptr);
  return cudaDeviceSynchronize();
}
