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
template <int N> __tile__ auto hashBits(ct::tile<uint32_t, ct::shape<N>> x) { x = x ^ (x >> 16); x = x * 0x7feb352du; x = x ^ x >> 15; x = x * 0x846ca68bu; return x ^ x >> 16; }
template <int N> __tile_global__ void dropout(const float *x, float *y, uint8_t *mask, uint32_t seed, float p, float cap) {
  auto i = ct::bid().x * unsigned(N) + ct::iota<ct::tile<uint32_t, ct::shape<N>>>();
  auto keep = ct::element_cast<float>(hashBits<N>(i ^ seed) >> 8) * 0x1p-24f >= p;
  auto v = cap * ct::tanh(ct::load(x + i) / cap);
  ct::store(y + i, ct::select(keep, v / (1 - p), ct::zeros<decltype(v)>()));
  auto bits = ct::reshape(ct::element_cast<uint8_t>(keep), ct::shape<N / 8, 8>{}) << ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(mask + ct::bid().x * (N / 8) + ct::iota<ct::tile<int, ct::shape<N / 8, 1>>>(), ct::reduce_bitor(bits, 1_ic));
}
int main() {
  int n = 256;
  float *x = managed<float>(n), *y = managed<float>(n);
  auto *m = managed<uint8_t>(n / 8);
  for (int i = 0; i < n; ++i) x[i] = i * .25f - 30;
  dropout<128><<<2, 1>>>(x, y, m, 99u, .3f, 20.f);
  cudaDeviceSynchronize();
  int kept = 0;
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t h = i ^ 99u;
    h ^= h >> 16, h *= 0x7feb352du, h ^= h >> 15, h *= 0x846ca68bu, h ^= h >> 16;
    bool keep = (h >> 8) * 0x1p-24f >= .3f;
    kept += keep;
    expect("mask", i, m[i / 8] >> i % 8 & 1, keep);
    expect("y", i, y[i], keep ? 20 * tanh(x[i] / 20) / .7 : 0, 1e-3);
  }
  expect("share", 0, kept > 140 && kept < 220, 1);
  return done();
}
