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
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <int B> __global__ void __launch_bounds__(B) blockSum(const float *in, float *out, int n) {
  __shared__ float warp[B / 32];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  float v = 0;
  for (int i = blockIdx.x * B + threadIdx.x; i < n; i += gridDim.x * B) v += in[i];
  v = cg::reduce(tile, v, cg::plus<float>());
  if (tile.thread_rank() == 0) warp[tile.meta_group_rank()] = v;
  block.sync();
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < B / 32; ++i) s += warp[i];
    atomicAdd(out, s);
  }
}
template <int N> __tile_global__ void scaleBy(float *p, const float *total, int n) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n, 0.f) / *total, i < n);
}
int main() {
  int n = 1000;
  float *p = managed<float>(n), *s = managed<float>(1);
  for (int i = 0; i < n; ++i) p[i] = i % 8;
  blockSum<128><<<4, 128>>>(p, s, n);
  scaleBy<64><<<(n + 63) / 64, 1>>>(p, s, n);
  cudaDeviceSynchronize();
  expect("sum", 0, *s, 3500);
  for (int i = 0; i < n; ++i) expect("p", i, p[i], i % 8 / 3500.);
  return done();
}
