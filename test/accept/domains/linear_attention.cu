// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Causal linear attention, chunk by chunk, with a carried state matrix.
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
#include <cuda_bf16.h>
template <int T, int D> __tile_global__ void linearAttention(const __nv_bfloat16 *q, const __nv_bfloat16 *k, const __nv_bfloat16 *v, float *o, int n) {
  using bf = __nv_bfloat16;
  auto view = [&](const bf *p) { return ct::partition_view{ct::tensor_span{p + size_t(ct::bid().x) * n * D, ct::extents<int, ct::dynamic_extent, D>{n}}, ct::shape<T, D>{}}; };
  auto Q = view(q), K = view(k), V = view(v);
  auto O = ct::partition_view{ct::tensor_span{o + size_t(ct::bid().x) * n * D, ct::extents<int, ct::dynamic_extent, D>{n}}, ct::shape<T, D>{}};
  auto state = ct::zeros<ct::tile<float, ct::shape<D, D>>>();
  auto row = ct::iota<ct::tile<int, ct::shape<T, 1>>>();
  auto col = ct::iota<ct::tile<int, ct::shape<1, T>>>();
  for (auto i : ct::irange(0, n / T)) {
    auto qi = Q.load(i, 0), ki = K.load(i, 0), vi = V.load(i, 0);
    auto s = ct::mma(qi, ct::transpose(ki), ct::zeros<ct::tile<float, ct::shape<T, T>>>());
    s = ct::select(row >= col, s, ct::zeros<decltype(s)>());
    auto out = ct::mma(qi, ct::element_cast<bf>(state), ct::zeros<ct::tile<float, ct::shape<T, D>>>());
    out = ct::mma(ct::element_cast<bf>(s), vi, out);
    O.store(out, i, 0);
    state = ct::mma(ct::transpose(ki), vi, state);
  }
}
int main() {
  constexpr int T = 16, D = 16;
  int n = 48, h = 2;
  auto *q = managed<__nv_bfloat16>(h * n * D), *k = managed<__nv_bfloat16>(h * n * D), *v = managed<__nv_bfloat16>(h * n * D);
  float *o = managed<float>(h * n * D);
  for (int i = 0; i < h * n * D; ++i) q[i] = __float2bfloat16(i % 3 - 1), k[i] = __float2bfloat16(i / 3 % 3 - 1), v[i] = __float2bfloat16(i % 5 - 2);
  linearAttention<T, D><<<h>>>(q, k, v, o, n);
  cudaDeviceSynchronize();
  for (int b = 0; b < h; ++b) for (int i = 0; i < n; ++i) for (int d = 0; d < D; ++d) {
    double s = 0;
    for (int j = 0; j <= i; ++j) {
      double w = 0;
      for (int e = 0; e < D; ++e) w += float(q[(b * n + i) * D + e]) * float(k[(b * n + j) * D + e]);
      s += w * float(v[(b * n + j) * D + d]);
    }
    expect("o", (b * n + i) * D + d, o[(b * n + i) * D + d], s, 2e-2);
  }
  return done();
}
