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
#include <cstdint>
template <int M, int N, int K> __tile_global__ void qgemm(const int8_t *a, const int8_t *b, const float *sa, const float *sb, const int *zero, float *c, int m, int n, int k) {
  const auto [bn, bm, _] = ct::bid();
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<M, K>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::layout_left_mapping{ct::extents{k, n}}}, ct::shape<K, N>{}};
  auto acc = ct::zeros<ct::tile<int32_t, ct::shape<M, N>>>();
  auto rowSum = ct::zeros<ct::tile<int32_t, ct::shape<1, N>>>();
  for (auto i : ct::irange(0, ct::ceildiv(k, K))) {
    auto tb = vb.load_masked(i, bn);
    acc = ct::mma(va.load_masked(bm, i), tb, acc);
    rowSum = rowSum + ct::sum(ct::element_cast<int32_t>(tb), 0_ic);
  }
  auto r = int(bm) * M + ct::iota<ct::tile<int, ct::shape<M, 1>>>();
  auto j = int(bn) * N + ct::iota<ct::tile<int, ct::shape<1, N>>>();
  auto z = ct::load_masked(zero + r, r < m, 0);
  auto f = ct::element_cast<float>(acc - z * rowSum) * ct::load_masked(sa + r, r < m, 0.f) * ct::load_masked(sb + j, j < n, 0.f);
  ct::store_masked(c + r * n + j, f, (r < m) & (j < n));
}
int main() {
  int m = 40, n = 24, k = 72;
  auto *a = managed<int8_t>(m * k), *b = managed<int8_t>(n * k);
  float *sa = managed<float>(m), *sb = managed<float>(n), *c = managed<float>(m * n);
  int *z = managed<int>(m);
  for (int i = 0; i < m * k; ++i) a[i] = i * 37 % 255 - 127;
  for (int i = 0; i < n * k; ++i) b[i] = i * 11 % 251 - 125;
  for (int i = 0; i < m; ++i) sa[i] = .01f * (i + 1), z[i] = i - 20;
  for (int i = 0; i < n; ++i) sb[i] = .5f / (i + 1);
  qgemm<32, 16, 32><<<dim3((n + 15) / 16, (m + 31) / 32), 1>>>(a, b, sa, sb, z, c, m, n, k);
  cudaDeviceSynchronize();
  for (int i = 0; i < m; ++i) for (int j = 0; j < n; ++j) {
    long s = 0;
    for (int x = 0; x < k; ++x) s += (a[i * k + x] - z[i]) * b[j * k + x];
    expect("c", i * n + j, c[i * n + j], double(s) * sa[i] * sb[j]);
  }
  return done();
}
