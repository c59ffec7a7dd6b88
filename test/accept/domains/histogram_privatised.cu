// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram: each block counts bins by comparison in a matrix, then adds to the global bins.
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
template <int BINS, int CHUNK> [[cutile::hint(0, occupancy = 4)]] __tile_global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  auto bin = ct::reshape(ct::iota<ct::tile<int, ct::shape<BINS>>>(), ct::shape<BINS, 1>{});
  auto counts = ct::zeros<ct::tile<unsigned, ct::shape<BINS, 1>>>();
  int stride = int(ct::num_blocks().x) * CHUNK;
  for (int at = int(ct::bid().x) * CHUNK; at < n; at += stride) {
    auto i = at + ct::iota<ct::tile<int, ct::shape<1, CHUNK>>>();
    auto v = ct::element_cast<int>(ct::load_masked(data + i, i < n)) * BINS / 256;
    auto hit = (v == bin) && (i < n);
    counts = counts + ct::sum(ct::element_cast<unsigned>(hit), 1_ic);
  }
  auto flat = ct::reshape(counts, ct::shape<BINS>{});
  ct::atomic_add_masked(bins + ct::iota<ct::tile<int, ct::shape<BINS>>>(), flat, flat != 0u, ct::memory_order_relaxed_t{});
}
int main() {
  int n = 3000;
  auto *d = managed<unsigned char>(n);
  auto *b = managed<unsigned>(32);
  unsigned want[32] = {};
  for (int i = 0; i < n; ++i) d[i] = i * i / 7, want[d[i] / 8]++;
  histogram<32, 128><<<5, 1>>>(d, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) expect("bin", i, b[i], want[i]);
  return done();
}
