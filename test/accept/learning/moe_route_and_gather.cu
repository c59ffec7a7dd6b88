// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routing: counts per expert, offsets by a scan, then rows gathered through a gather_scatter_view.
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
template <int T, int E> __tile_global__ void route(const int *expert, int *offset, int *order, int tokens) {
  auto t = ct::iota<ct::tile<int, ct::shape<T, 1>>>();
  auto e = ct::iota<ct::tile<int, ct::shape<1, E>>>();
  auto mine = ct::load_masked(expert + t, t < tokens, -1);
  auto hit = ct::element_cast<int>(mine == e);
  auto before = ct::partial_sum(hit, 0_ic) - hit;
  auto count = ct::sum(hit, 0_ic);
  auto start = ct::partial_sum(count, 1_ic) - count;
  ct::store(offset + e, start);
  auto place = ct::sum((before + start) * hit, 1_ic);
  ct::store_masked(order + place, t, t < tokens);
}
template <int R, int D> __tile_global__ void gatherRows(const float *x, const int *order, float *y, int tokens) {
  auto X = ct::gather_scatter_view{ct::tensor_span{x, ct::extents{tokens, ct::integral_constant<D>{}}}, ct::shape<R, D>{}, 0_ic};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{tokens, ct::integral_constant<D>{}}}, ct::shape<R, D>{}};
  int b = ct::bid().x;
  auto i = b * R + ct::iota<ct::tile<int, ct::shape<R>>>();
  auto rows = ct::load_masked(order + i, i < tokens, 0);
  Y.store_masked(X.load_masked(rows, 0), b, 0);
}
int main() {
  constexpr int D = 32, E = 8;
  int tokens = 50;
  int *ex = managed<int>(tokens), *off = managed<int>(E), *ord = managed<int>(tokens);
  float *x = managed<float>(tokens * D), *y = managed<float>(tokens * D);
  for (int i = 0; i < tokens; ++i) ex[i] = i * i % E;
  for (int i = 0; i < tokens * D; ++i) x[i] = i;
  route<64, E><<<1, 1>>>(ex, off, ord, tokens);
  gatherRows<16, D><<<4, 1>>>(x, ord, y, tokens);
  cudaDeviceSynchronize();
  int at = 0;
  for (int e = 0; e < E; ++e) {
    expect("offset", e, off[e], at);
    for (int t = 0; t < tokens; ++t) if (ex[t] == e) { expect("order", at, ord[at], t); for (int d = 0; d < D; ++d) expect("y", at * D + d, y[at * D + d], x[t * D + d]); ++at; }
  }
  return done();
}
