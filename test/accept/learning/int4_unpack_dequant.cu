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
#include <cuda_fp16.h>
#include <cstdint>
// Group-wise int4 weights, eight to a word, dequantised into half and multiplied.
template <int N, int K, int G> __tile_global__ void w4a16(const __half *x, const uint32_t *q, const __half *scale, float *y, int n) {
  auto rows = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N, 1>>>();
  auto words = ct::iota<ct::tile<int, ct::shape<1, K / 8>>>();
  auto packed = ct::reshape(ct::load_masked(q + rows * (K / 8) + words, rows < n, 0u), ct::shape<N, K / 8, 1>{});
  auto shift = ct::reshape(ct::iota<ct::tile<uint32_t, ct::shape<8>>>() * 4u, ct::shape<1, 1, 8>{});
  auto nib = ct::reshape((packed >> shift) & 0xfu, ct::shape<N, K>{});
  auto w = ct::element_cast<__half>(ct::element_cast<int>(nib) - 8);
  auto s = ct::load_masked(scale + rows * (K / G) + ct::iota<ct::tile<int, ct::shape<1, K / G>>>(), rows < n, __half(0.f));
  auto sw = ct::reshape(ct::reshape(w, ct::shape<N, K / G, G>{}) * ct::reshape(s, ct::shape<N, K / G, 1>{}), ct::shape<N, K>{});
  auto xv = ct::load(x + ct::iota<ct::tile<int, ct::shape<1, K>>>());
  auto r = ct::sum(ct::element_cast<float>(sw) * ct::element_cast<float>(xv), 1_ic);
  ct::store_masked(y + rows, r, rows < n);
}
int main() {
  constexpr int K = 64, G = 16;
  int n = 20;
  auto *x = managed<__half>(K), *s = managed<__half>(n * K / G);
  auto *q = managed<uint32_t>(n * K / 8);
  float *y = managed<float>(n);
  for (int i = 0; i < K; ++i) x[i] = float(i % 5 - 2);
  for (int i = 0; i < n * K / G; ++i) s[i] = .25f * (1 + i % 4);
  for (int i = 0; i < n * K / 8; ++i) q[i] = 2654435761u * (i + 1);
  w4a16<16, K, G><<<2, 1>>>(x, q, s, y, n);
  cudaDeviceSynchronize();
  for (int r = 0; r < n; ++r) {
    double t = 0;
    for (int k = 0; k < K; ++k) t += (int((q[r * K / 8 + k / 8] >> (k % 8 * 4)) & 15) - 8) * float(s[r * K / G + k / G]) * float(x[k]);
    expect("y", r, y[r], t);
  }
  return done();
}
