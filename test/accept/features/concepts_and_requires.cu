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
template <class T> concept FloatTile = ct::basic_floating_point_tile<T> && (T::shape_type::rank() == 1);
template <class F, class T> concept Activation = requires(F f, T t) { { f(t) } -> ct::floating_point_tile; };
struct Relu { template <FloatTile T> __tile__ T operator()(T x) const { return ct::max(x, 0); } };
struct Silu { __tile__ auto operator()(FloatTile auto x) const { return x / (1 + ct::exp(-x)); } };
template <class Act, FloatTile T> requires Activation<Act, T> __tile__ T apply(T x, Act act = {}) { return act(x); }
template <class Act, int N> __tile_global__ void activate(float *p) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(p + i, apply<Act>(ct::load(p + i)));
}
int main() {
  float *p = managed<float>(64), *q = managed<float>(64);
  for (int i = 0; i < 64; ++i) p[i] = q[i] = i * .1f - 3;
  activate<Relu, 32><<<2>>>(p);
  activate<Silu, 64><<<1>>>(q);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    float x = i * .1f - 3;
    expect("relu", i, p[i], x > 0 ? x : 0);
    expect("silu", i, q[i], x / (1 + std::exp(-x)));
  }
  return done();
}
