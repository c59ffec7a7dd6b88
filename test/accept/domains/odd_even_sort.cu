// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bitonic sort of keys with values, a struct of two tiles carried through nested loops.
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
template <class K, class V, int N> struct Pairs {
  ct::tile<K, ct::shape<N>> keys;
  ct::tile<V, ct::shape<N>> values;
};
template <int D, int N, class T> __tile__ T partner(T t) {
  auto r = ct::reshape(t, ct::shape<N / (2 * D), 2, D>{});
  auto lo = ct::extract(r, ct::shape<N / (2 * D), 1, D>{}, 0, 0, 0), hi = ct::extract(r, ct::shape<N / (2 * D), 1, D>{}, 0, 1, 0);
  return ct::reshape(ct::cat<1>(hi, lo), ct::shape<N>{});
}
template <int S, int D, class K, class V, int N> __tile__ void step(Pairs<K, V, N> &p) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto ok = partner<D, N>(p.keys);
  auto ov = partner<D, N>(p.values);
  auto up = (i & S) == 0, low = (i & D) == 0;
  auto keepMin = up == low;
  auto take = ct::select(keepMin, ok < p.keys, ok > p.keys);
  p.keys = ct::select(take, ok, p.keys);
  p.values = ct::select(take, ov, p.values);
  if constexpr (D > 1) step<S, D / 2>(p);
}
template <int S, class K, class V, int N> __tile__ void merge(Pairs<K, V, N> &p) {
  step<S, S / 2>(p);
  if constexpr (S < N) merge<S * 2>(p);
}
template <int N> __tile_global__ void sortPairs(float *k, short *v) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  Pairs<float, short, N> p{ct::load(k + i), ct::load(v + i)};
  merge<2>(p);
  ct::store(k + i, p.keys), ct::store(v + i, p.values);
}
int main() {
  constexpr int N = 64;
  float *k = managed<float>(N), o[N];
  short *v = managed<short>(N);
  for (int i = 0; i < N; ++i) o[i] = k[i] = (i * 29) % 64 - 10.5f, v[i] = i;
  sortPairs<N><<<1, 1>>>(k, v);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i) {
    expect("value", i, o[v[i]], k[i]);
    if (i) expect("order", i, k[i - 1] <= k[i], 1);
  }
  return done();
}
