// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Philox-4x32-10 as tiles of counters, uniform and Box-Muller.
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
using U = ct::tile<uint32_t, ct::shape<64>>;
using U64 = ct::tile<uint64_t, ct::shape<64>>;
struct Philox {
  static constexpr uint32_t M0 = 0xD2511F53, M1 = 0xCD9E8D57, W0 = 0x9E3779B9, W1 = 0xBB67AE85;
  U c[4];
  uint32_t k0, k1;
  __tile__ void round() {
    U h0 = ct::mulhi(c[0], ct::full<U>(M0)), l0 = c[0] * M0, h1 = ct::mulhi(c[2], ct::full<U>(M1)), l1 = c[2] * M1;
    U n0 = h1 ^ c[1] ^ k0, n2 = h0 ^ c[3] ^ k1;
    c[0] = n0, c[1] = l1, c[2] = n2, c[3] = l0;
    k0 += W0, k1 += W1;
  }
};
__tile__ Philox philox(uint64_t seed, U counter) {
  Philox p{{counter, ct::zeros<U>(), ct::zeros<U>(), ct::zeros<U>()}, uint32_t(seed), uint32_t(seed >> 32)};
  for (int i = 0; i < 10; i++) p.round();
  return p;
}
__tile_global__ void generate(uint32_t *raw, float *normal, uint64_t seed) {
  U i = ct::bid().x * 64 + ct::iota<U>();
  Philox p = philox(seed, i);
  ct::store(raw + i, p.c[0] ^ p.c[3]);
  auto u1 = (ct::element_cast<float>(p.c[0] >> 8) + 1) * 0x1p-24f, u2 = ct::element_cast<float>(p.c[1] >> 8) * 0x1p-24f;
  auto r = ct::sqrt(-2 * ct::log(u1));
  ct::store(normal + i, r * ct::cos(u2 * 6.28318530718f));
}
int main() {
  const int n = 128;
  auto *raw = managed<uint32_t>(n);
  float *z = managed<float>(n);
  uint64_t seed = 0x123456789abcdefull;
  generate<<<n / 64, 1>>>(raw, z, seed);
  cudaDeviceSynchronize();
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t c[4] = {i, 0, 0, 0}, k0 = seed, k1 = seed >> 32;
    for (int r = 0; r < 10; ++r) {
      uint64_t a = uint64_t(c[0]) * Philox::M0, b = uint64_t(c[2]) * Philox::M1;
      uint32_t n0 = (b >> 32) ^ c[1] ^ k0, n2 = (a >> 32) ^ c[3] ^ k1;
      c[0] = n0, c[1] = b, c[2] = n2, c[3] = a;
      k0 += Philox::W0, k1 += Philox::W1;
    }
    expect("raw", i, raw[i], c[0] ^ c[3], 0);
    float u1 = ((c[0] >> 8) + 1) * 0x1p-24f, u2 = (c[1] >> 8) * 0x1p-24f;
    expect("normal", i, z[i], std::sqrt(-2 * std::log(u1)) * std::cos(u2 * 6.28318530718f), 1e-3);
  }
  return done();
}
