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
__tile_global__ void k(const int *p, float *o, float s) {
  auto i = ct::iota<ct::tile<int, ct::shape<4, 4>>>();
  auto v = ct::load(p + i);
  auto row = ct::iota<ct::tile<int, ct::shape<4, 1>>>();
  auto col = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto f = ct::element_cast<float>(v);
  auto a = ct::select(row > col, f, -f);
  auto b = ct::select(s, a, f);
  auto c = ct::select(v, b, ct::full<decltype(b)>(s));
  auto d = ct::select(row, c, a + c);
  float m = ct::select(s > 1, s, -s);
  ct::store_masked(o + i, d * m, (row != 3) & (col < 3 || !row));
  ct::store_masked(o + 16 + i, f, p[0] == 0);
  ct::store_masked(o + 32 + i, f, v);
  ct::store_masked(o + 48, s, false);
  auto x = ct::load_masked(p + i, col % 2, ct::full<ct::tile<short, ct::shape<4, 1>>>(7));
  ct::store(o + 64 + i, ct::element_cast<float>(x));
  ct::store(o + 80 + i, ct::element_cast<float>(!v) + ct::element_cast<float>(v && row) + ct::element_cast<float>(false || v));
}
int main() {
  int *p = managed<int>(16);
  float *o = managed<float>(96);
  for (int i = 0; i < 16; ++i) p[i] = i % 5;
  k<<<1>>>(p, o, 2.5f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) {
    int r = i / 4, c = i % 4, v = p[i];
    float a = r > c ? v : -v, cc = v ? a : 2.5f, d = (r ? cc : a + cc) * 2.5f;
    expect("d", i, o[i], r != 3 && (c < 3 || !r) ? d : 0);
    expect("all", i, o[16 + i], v), expect("nonzero", i, o[32 + i], v);
    expect("x", i, o[64 + i], c % 2 ? v : 7);
    expect("logic", i, o[80 + i], !v + (v && r) + (v != 0));
  }
  expect("masked", 48, o[48], 0);
  return done();
}
