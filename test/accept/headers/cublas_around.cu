// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS between two tile kernels on one stream.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void fill(float* p, float v) { auto i = ct::iota<ct::tile<int, ct::shape<1024>>>() + (int)ct::bid().x * 1024; ct::store(p + i, ct::full<ct::tile<float, ct::shape<1024>>>(v)); }
__tile_global__ void bias_relu(float* c, const float* b, int n) {
  auto v = ct::partition_view{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<32, 32>{}};
  auto w = ct::partition_view{ct::tensor_span{b, ct::extents{n}}, ct::shape<32>{}};
  v.store_masked(ct::max(v.load_masked(ct::bid().y, ct::bid().x) + w.load_masked(ct::bid().x), 0.f), ct::bid().y, ct::bid().x);
}
int main() {
  constexpr int n = 256;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cublasHandle_t h;
  if (cublasCreate(&h) != CUBLAS_STATUS_SUCCESS) return 1;
  cublasSetStream(h, s);
  fill<<<n * n / 1024, 1, 0, s>>>(a, 1.f);
  fill<<<n * n / 1024, 1, 0, s>>>(b, 2.f);
  const float one = 1.f, zero = 0.f;
  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
  bias_relu<<<dim3(n / 32, n / 32), 1, 0, s>>>(c, b, n);
  cublasDestroy(h);
}
