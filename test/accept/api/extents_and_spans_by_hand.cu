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
template <class Span> __tile__ auto rowSum(const Span &s, int r) {
  static_assert(ct::tensor_span_like<Span>);
  auto v = ct::partition_view(s, ct::shape<1, 8>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<1, 8>>>();
  for (auto j : ct::irange(0u, (s.extents().extent(1) + 7) / 8)) acc = acc + v.load_masked(r, j);
  return static_cast<float>(ct::sum(acc, 1_ic));
}
__tile_global__ void k(const float *p, float *o, long rows, long cols) {
  ct::extents e{rows, cols};
  static_assert(sizeof(e.extent(0)) == 4 && decltype(e)::rank() == 2 && decltype(e)::rank_dynamic() == 2);
  ct::extents<long, 5, ct::dynamic_extent> big{cols};
  ct::tensor_span a{p, e};
  ct::tensor_span<const float, decltype(big)> b{p, big};
  using L = ct::layout_left::mapping<decltype(e)>;
  ct::tensor_span c{p, L{ct::extents{cols, rows}}};
  int r = ct::bid().x;
  o[r * 4] = rowSum(a, r);
  o[r * 4 + 1] = rowSum(b, r);
  auto cv = ct::partition_view{c, ct::shape<8, 1>{}};
  auto t = ct::zeros<ct::tile<float, ct::shape<8, 1>>>();
  for (long j = 0; j < cols; j += 8) t = t + cv.load_masked((int)j / 8, r);
  o[r * 4 + 2] = float(ct::sum(t, 0_ic));
  o[r * 4 + 3] = ct::extents_equal(e, ct::extents{rows, cols}) + 2 * (a.mapping().stride(0) == cols) + 4 * (c.mapping().stride(1) == cols);
}
int main() {
  long rows = 5, cols = 13;
  float *p = managed<float>(rows * cols), *o = managed<float>(rows * 4);
  for (int i = 0; i < rows * cols; ++i) p[i] = i;
  k<<<rows>>>(p, o, rows, cols);
  cudaDeviceSynchronize();
  for (int r = 0; r < rows; ++r) {
    double s = 0;
    for (int c = 0; c < cols; ++c) s += p[r * cols + c];
    expect("a", r, o[4 * r], s), expect("b", r, o[4 * r + 1], s), expect("c", r, o[4 * r + 2], s), expect("facts", r, o[4 * r + 3], 7);
  }
  return done();
}
