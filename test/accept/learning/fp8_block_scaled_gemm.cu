// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
#include <cuda_fp8.h>
template <int M, int N, int K> __tile_global__ void gemm(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, const float *sa, const float *sb, float *c, int m, int n, int k) {
  int bm = ct::bid().x, bn = ct::bid().y, kb = k / K;
  auto A = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(a), ct::extents{m, k}}, ct::shape<M, K>{}};
  auto B = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(b), ct::extents{n, k}}, ct::shape<N, K>{}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (auto i : ct::irange(0, kb)) {
    auto part = ct::mma(A.load(bm, i), ct::transpose(B.load(bn, i)), ct::zeros<decltype(acc)>());
    auto r = ct::load(sa + (bm * M + ct::iota<ct::tile<int, ct::shape<M, 1>>>()) * kb + i);
    acc = acc + part * r * sb[bn * kb + i];
  }
  C.store(acc, bm, bn);
}
int main() {
  constexpr int M = 32, N = 32, K = 64;
  int m = 64, n = 32, k = 128, kb = k / K;
  auto *a = managed<__nv_fp8_e4m3>(m * k), *b = managed<__nv_fp8_e4m3>(n * k);
  float *sa = managed<float>(m * kb), *sb = managed<float>(n / N * kb), *c = managed<float>(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = __nv_fp8_e4m3(float(i % 9 - 4));
  for (int i = 0; i < n * k; ++i) b[i] = __nv_fp8_e4m3(float(i % 5 - 2));
  for (int i = 0; i < m * kb; ++i) sa[i] = 1 + i % 3;
  for (int i = 0; i < n / N * kb; ++i) sb[i] = .5f + i;
  gemm<M, N, K><<<dim3(m / M, n / N), 1>>>(a, b, sa, sb, c, m, n, k);
  cudaDeviceSynchronize();
  for (int i = 0; i < m; ++i) for (int j = 0; j < n; ++j) {
    double s = 0;
    for (int x = 0; x < k; ++x) s += float(a[i * k + x]) * float(b[j * k + x]) * sa[i * kb + x / K] * sb[j / N * kb + x / K];
    expect("c", i * n + j, c[i * n + j], s);
  }
  return done();
}
