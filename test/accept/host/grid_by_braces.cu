// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch configurations from run-time ints in braces, as users write them.
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
__tile_global__ void mark(int *p, int w) { auto b = ct::bid(); p[b.y * w + b.x] += 1 + b.z; }
struct Shape { unsigned rows, cols; float scale; };
int main(int argc, char **) {
  int w = 5 * argc, h = 3;
  size_t big = 2;
  int *p = managed<int>(w * h);
  dim3 grid{w, h}, one{1, 1, 1};
  mark<<<grid, one>>>(p, w);
  mark<<<{w, h, big}, 1>>>(p, w);
  auto cells = [](int r, int c) -> dim3 { return {r, c}; };
  mark<<<cells(w, h), {1}>>>(p, w);
  Shape s{h, w, 1.0 * w};
  unsigned counts[] = {w, h};
  float ratios[2] = {double(w) / h, s.scale};
  cudaLaunchConfig_t config{};
  config.gridDim = {s.cols, s.rows};
  config.blockDim = {1, 1, 1};
  cudaLaunchKernelEx(&config, mark, p, w);
  cudaDeviceSynchronize();
  for (int i = 0; i < w * h; ++i) expect("p", i, p[i], 6);
  expect("counts", 0, counts[0] + counts[1] + ratios[1], 13);
  return done();
}
