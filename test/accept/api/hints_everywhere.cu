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
template <int Ctas, int Occ> [[using cutile: hint(0, occupancy = Occ), hint(900, num_cta_in_cga = Ctas, num_worker_warps_per_cta = 4), hint(1000, num_cta_in_cga = 2 * Ctas)]]
__tile_global__ void k(const float *a, float *o, int n) {
  auto A = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(a), ct::extents{n, 32_ic}}, ct::shape<16, 32>{}};
  auto O = ct::partition_view{ct::tensor_span{o, ct::extents{n, 32_ic}}, ct::shape<16, 32>{}};
  constexpr int Late = 3;
  [[cutile::hint(0, latency = Late, allow_tma = true)]] auto t = A.load_masked(ct::bid().x, 0);
  if (n > 3)
    [[using cutile : hint(900, allow_tma = false)]] O.store_masked(t + t, ct::bid().x, 0);
  auto f = [&](int j) { [[cutile::hint(0, latency = 8)]] return ct::load(a + j + ct::iota<ct::tile<int, ct::shape<32>>>()); };
  [[cutile::hint(0, latency = 1)]] ct::store(o + n * 32 + ct::iota<ct::tile<int, ct::shape<32>>>(), f(32));
}
int main() {
  int n = 20;
  float *a = managed<float>(32 * n), *o = managed<float>(32 * n + 32);
  for (int i = 0; i < 32 * n; ++i) a[i] = i;
  k<1, 2><<<2>>>(a, o, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32 * n; ++i) expect("o", i, o[i], 2 * a[i]);
  for (int i = 0; i < 32; ++i) expect("tail", i, o[32 * n + i], a[32 + i]);
  return done();
}
