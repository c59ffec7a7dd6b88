// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix product of halves with ragged extents, compared with integers that halves hold.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <cuda_fp16.h>

template <int M, int N, int K>
__tile_global__ void product(float *c, const __half *a, const __half *b, int m, int n, int k) {
  auto view = [](auto *p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  auto va = view(a, m, k, ct::shape<M, K>{});
  auto vb = view(b, k, n, ct::shape<K, N>{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t = 0; t < ct::ceildiv(k, K); ++t)
    sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  view(c, m, n, ct::shape<M, N>{}).store_masked(sum, i, j);
}

int main() {
  const int m = 100, n = 70, k = 50;
  auto a = [](int i, int t) { return (i * 7 + t * 3) % 11 - 5; };
  auto b = [](int t, int j) { return (t * 5 + j) % 7 - 3; };
  std::vector<__half> left(m * k), right(k * n);
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < k; ++t)
      left[i * k + t] = __float2half(float(a(i, t)));
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < n; ++j)
      right[t * n + j] = __float2half(float(b(t, j)));
  Array<__half> x(left), y(right);
  Array<float> z(m * n);
  product<32, 32, 16><<<dim3((m + 31) / 32, (n + 31) / 32), 1>>>(z.data, x.data, y.data, m, n, k);
  CHECK(cudaGetLastError());
  std::vector<float> out = z.get();
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int t = 0; t < k; ++t)
        sum += a(i, t) * b(t, j);
      wrong += out[i * n + j] != float(sum);
    }
  std::printf("%d x %d x %d: %d wrong, corner %.0f\n", m, n, k, wrong, out[m * n - 1]);
}
