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
__tile__ const float kCodebook[16] = {-1.0f, -0.6962f, -0.5251f, -0.3949f, -0.2844f, -0.1848f, -0.0911f, 0.f, 0.0796f, 0.1609f, 0.2461f, 0.3379f, 0.4407f, 0.5626f, 0.7230f, 1.f};
const float hostCodebook[16] = {-1.0f, -0.6962f, -0.5251f, -0.3949f, -0.2844f, -0.1848f, -0.0911f, 0.f, 0.0796f, 0.1609f, 0.2461f, 0.3379f, 0.4407f, 0.5626f, 0.7230f, 1.f};
__tile_global__ void nf4(const unsigned char *codes, const float *scale, float *out) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto b = ct::element_cast<int>(ct::load(codes + (int)ct::bid().x * 64 + i));
  float s = scale[ct::bid().x];
  const float *book = kCodebook;
  auto lo = ct::load(book + (b & 15)) * s, hi = ct::load(book + (b >> 4)) * s;
  auto pair = ct::cat<1>(ct::reshape(lo, ct::shape<64, 1>{}), ct::reshape(hi, ct::shape<64, 1>{}));
  ct::store(out + int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::reshape(pair, ct::shape<128>{}));
}
int main() {
  auto *c = managed<unsigned char>(128);
  float *s = managed<float>(2), *o = managed<float>(256);
  s[0] = 2, s[1] = .5;
  for (int i = 0; i < 128; ++i) c[i] = i * 77;
  nf4<<<2>>>(c, s, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) expect("o", i, o[i], hostCodebook[i % 2 ? c[i / 2] >> 4 : c[i / 2] & 15] * s[i / 128]);
  return done();
}
