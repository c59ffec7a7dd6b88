// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 2-D convolution as implicit GEMM, NHWC by KRSC, the gather in pointer tiles.
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
struct ConvShape { int N, H, W, C, K, R, S, pad, stride; int P() const { return (H + 2 * pad - R) / stride + 1; } int Q() const { return (W + 2 * pad - S) / stride + 1; } };
template <int TM, int TN, int TK>
__tile_global__ void conv(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int N, int H, int W, int C, int K, int R, int S, int pad, int stride, int P, int Q) {
  auto m = int(ct::bid().x) * TM + ct::iota<ct::tile<int, ct::shape<TM, 1>>>();
  auto n = int(ct::bid().y) * TN + ct::iota<ct::tile<int, ct::shape<1, TN>>>();
  auto q = m % Q, p = m / Q % P, img = m / (P * Q);
  auto acc = ct::zeros<ct::tile<float, ct::shape<TM, TN>>>();
  const int depth = R * S * C;
  for (int k0 : ct::irange(0, depth, TK)) {
    auto k = k0 + ct::iota<ct::tile<int, ct::shape<1, TK>>>();
    auto c = k % C, s = k / C % S, r = k / (C * S);
    auto h = p * stride + r - pad, ww = q * stride + s - pad;
    auto okA = (img < N) && (k < depth) && (h >= 0) && (h < H) && (ww >= 0) && (ww < W);
    auto a = ct::load_masked(x + (((img * H + h) * W + ww) * C + c), okA, 0.0f);
    auto kb = k0 + ct::iota<ct::tile<int, ct::shape<TK, 1>>>();
    auto b = ct::load_masked(w + (n * depth + kb), (n < K) && (kb < depth), 0.0f);
    acc = ct::mma(a, b, acc);
  }
  ct::store_masked(y + (m * K + n), acc, (m < N * P * Q) && (n < K));
}
int main() {
  ConvShape s{2, 7, 6, 5, 9, 3, 2, 1, 2};
  int P = s.P(), Q = s.Q();
  float *x = managed<float>(s.N * s.H * s.W * s.C), *w = managed<float>(s.K * s.R * s.S * s.C), *y = managed<float>(s.N * P * Q * s.K);
  for (int i = 0; i < s.N * s.H * s.W * s.C; ++i) x[i] = i * 3 % 7 - 3;
  for (int i = 0; i < s.K * s.R * s.S * s.C; ++i) w[i] = i * 5 % 9 - 4;
  conv<16, 16, 8><<<dim3((s.N * P * Q + 15) / 16, (s.K + 15) / 16), 1>>>(x, w, y, s.N, s.H, s.W, s.C, s.K, s.R, s.S, s.pad, s.stride, P, Q);
  cudaDeviceSynchronize();
  for (int n = 0; n < s.N; ++n) for (int p = 0; p < P; ++p) for (int q = 0; q < Q; ++q) for (int k = 0; k < s.K; ++k) {
    double t = 0;
    for (int r = 0; r < s.R; ++r) for (int u = 0; u < s.S; ++u) for (int c = 0; c < s.C; ++c) {
      int h = p * s.stride + r - s.pad, v = q * s.stride + u - s.pad;
      if (h >= 0 && h < s.H && v >= 0 && v < s.W) t += x[((n * s.H + h) * s.W + v) * s.C + c] * w[((k * s.R + r) * s.S + u) * s.C + c];
    }
    int i = ((n * P + p) * Q + q) * s.K + k;
    expect("y", i, y[i], t);
  }
  return done();
}
