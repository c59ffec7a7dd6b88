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
template <class T> __tile__ T *aligned(T *p) { return ct::assume_aligned<16>(p); }
__tile_global__ void k(const float *__restrict__ in, float *__restrict__ out, int n, int ld) {
  in = aligned(in);
  out = ct::assume_aligned(out, 32_ic);
  n = ct::assume_bounded<0, 4096>(n);
  ld = ct::assume_divisible(ld, 4_ic);
  ld = ct::assume_bounded_below<4>(ld);
  auto r = ct::iota<ct::tile<int, ct::shape<4, 1>>>();
  auto c = ct::iota<ct::tile<int, ct::shape<1, 8>>>();
  auto off = ct::assume_divisible_strided<4, 4, 1>(r * ld + c);
  auto ptr = in + off;
  auto x = ct::load_masked(ptr, c < n, 0.f);
  auto g = ct::assume_blocked<ct::shape<1, 8>>(ct::broadcast(r, ct::shape<4, 8>{}));
  ct::store_masked(out + off, x * ct::element_cast<float>(g), c < ct::assume_bounded_above<4096>(n));
}
int main() {
  float *a = managed<float>(64), *o = managed<float>(64);
  for (int i = 0; i < 64; ++i) a[i] = i;
  k<<<1>>>(a, o, 7, 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) expect("o", i, o[i], i % 8 < 7 ? a[i] * (i / 8) : 0);
  return done();
}
