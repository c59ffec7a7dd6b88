// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A batch of small half GEMMs as one rank-3 product.
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
#include <cuda_fp16.h>
template <int G, int M, int N, int K> __tile_global__ void bmm(const __half *a, const __half *b, float *c, int batch) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents<int, ct::dynamic_extent, M, K>{batch}}, ct::shape<G, M, K>{}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents<int, ct::dynamic_extent, N, K>{batch}}, ct::shape<G, N, K>{}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents<int, ct::dynamic_extent, M, N>{batch}}, ct::shape<G, M, N>{}};
  int g = ct::bid().x;
  auto bt = ct::permute(B.load_masked(g, 0, 0), ct::dimension_map<0, 2, 1>{});
  auto acc = ct::mma(A.load_masked(g, 0, 0), bt, ct::zeros<ct::tile<float, ct::shape<G, M, N>>>());
  C.store_masked(acc, g, 0, 0);
}
int main() {
  constexpr int M = 16, N = 8, K = 32;
  int batch = 6;
  auto *a = managed<__half>(batch * M * K), *b = managed<__half>(batch * N * K);
  float *c = managed<float>(batch * M * N);
  for (int i = 0; i < batch * M * K; ++i) a[i] = __half(float(i * 7 % 11 - 5));
  for (int i = 0; i < batch * N * K; ++i) b[i] = __float2half(i * 5 % 9 - 4);
  bmm<4, M, N, K><<<2>>>(a, b, c, batch);
  cudaDeviceSynchronize();
  for (int g = 0; g < batch; ++g)
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        double s = 0;
        for (int k = 0; k < K; ++k) s += double(float(a[(g * M + i) * K + k])) * float(b[(g * N + j) * K + k]);
        expect("c", (g * M + i) * N + j, c[(g * M + i) * N + j], s);
      }
  return done();
}
