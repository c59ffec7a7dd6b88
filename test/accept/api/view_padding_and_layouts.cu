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
template <ct::view_padding P> __tile__ float edge(const float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  auto t = v.template load_masked<P>(n / 8);
  return float(ct::extract(t, ct::shape<1>{}, 7));
}
__tile_global__ void k(const float *p, float *o, int n) {
  o[0] = edge<ct::view_padding::zero>(p, n);
  o[1] = edge<ct::view_padding::negative_inf>(p, n);
  o[2] = edge<ct::view_padding::positive_inf>(p, n);
  o[3] = edge<ct::view_padding::nan>(p, n);
  o[4] = 1 / edge<ct::view_padding::negative_zero>(p, n);
  using Padded = ct::layout_right_padded_mapping<ct::extents<unsigned, ct::dynamic_extent, 3>, 4>;
  (void)sizeof(Padded *);
  auto left = ct::partition_view{ct::tensor_span{p, ct::extents{4, n / 4}, ct::layout_left{}}, ct::shape<2, 4>{}};
  auto t = left.load_masked(ct::view_padding_zero_t{}, 1, 0);
  o[5] = float(ct::extract(t, ct::shape<1, 1>{}, 1, 2));
  auto strided = ct::tensor_span(p, ct::layout_strided_mapping{ct::extents{2_ic, 4_ic}, ct::strides{7_ic, 2_ic}});
  ct::partition_view sv(strided, ct::shape<2, 4>{});
  o[6] = static_cast<float>(ct::sum<0>(ct::sum<1>(sv.load(0, 0))));
  auto w = ct::strided_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<4>{}, ct::strides{1_ic}};
  o[7] = (float)ct::sum(w.load(short(3)), 0_ic);
  ct::gather_scatter_view g{ct::tensor_span{p, ct::extents{n / 4, 4_ic}}, ct::shape<2, 4>{}, 0_ic};
  auto rows = ct::iota<ct::tile<unsigned char, ct::shape<2>>>() * (unsigned char)2;
  o[8] = float(ct::sum(ct::reshape(g.load(rows, 0u), ct::shape<8>{}), 0_ic));
  o[9] = w.span().extent(0) + strided.rank() + strided.extents().extent(1) + strided.static_extent(0) + strided.mapping().stride(0);
}
int main() {
  int n = 21;
  float *p = managed<float>(n), *o = managed<float>(10);
  for (int i = 0; i < n; ++i) p[i] = i + 1;
  k<<<1>>>(p, o, n);
  cudaDeviceSynchronize();
  expect("zero", 0, o[0], 0);
  expect("inf", 1, std::isinf(o[1]) && o[1] < 0, 1), expect("inf", 2, std::isinf(o[2]) && o[2] > 0, 1), expect("nan", 3, std::isnan(o[3]), 1), expect("-0", 4, o[4] < 0, 1);
  expect("left", 5, o[5], p[3 + 2 * 4]);
  expect("strided", 6, o[6], 1 + 3 + 5 + 7 + 8 + 10 + 12 + 14);
  expect("window", 7, o[7], 4 + 5 + 6 + 7);
  expect("rows", 8, o[8], 1 + 2 + 3 + 4 + 9 + 10 + 11 + 12);
  expect("facts", 9, o[9], 21 + 2 + 4 + 2 + 7);
  return done();
}
