// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked memory, pitched arrays, peer attributes, host functions in a stream.
#include <algorithm>
#include <numeric>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void add_rows(float* p, size_t pitch, int rows, int cols) {
  auto e = ct::extents{rows, cols};
  ct::tensor_span s{p, ct::layout_strided_mapping{e, ct::strides{static_cast<int>(pitch / sizeof(float)), ct::integral_constant<1>{}}}};
  ct::partition_view v{s, ct::shape<8, 64>{}};
  v.store_masked(v.load_masked(ct::bid().y, ct::bid().x) + 1.f, ct::bid().y, ct::bid().x);
}

static void CUDART_CB done(void* flag) { *static_cast<bool*>(flag) = true; }

int main() {
  int rows = 100, cols = 333;
  float *h, *d;
  size_t pitch;
  cudaHostAlloc((void**)&h, rows * cols * sizeof(float), cudaHostAllocDefault);
  std::iota(h, h + rows * cols, 0.f);
  cudaMallocPitch((void**)&d, &pitch, cols * sizeof(float), rows);
  cudaMemcpy2DAsync(d, pitch, h, cols * sizeof(float), cols * sizeof(float), rows, cudaMemcpyHostToDevice, 0);
  add_rows<<<dim3((cols + 63) / 64, (rows + 7) / 8), 1>>>(d, pitch, rows, cols);
  cudaMemcpy2D(h, cols * sizeof(float), d, pitch, cols * sizeof(float), rows, cudaMemcpyDeviceToHost);
  bool flag = false;
  cudaLaunchHostFunc(0, done, &flag);
  cudaStreamSynchronize(0);
  float biggest = *std::max_element(h, h + rows * cols);
  cudaFreeHost(h);
  cudaFree(d);
  return flag && biggest > 0 ? 0 : 1;
}
