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
#include <cuda_fp16.h>
template <class T> struct Vec4; template <> struct Vec4<float> { using type = float4; }; template <> struct Vec4<int> { using type = int4; };
template <class T, int V = 4> __global__ void copyVec(const T *__restrict__ in, T *__restrict__ out, int n) { using V4 = typename Vec4<T>::type; int i = blockIdx.x * blockDim.x + threadIdx.x; if (i * V < n) reinterpret_cast<V4 *>(out)[i] = __ldg(reinterpret_cast<const V4 *>(in) + i); }
__device__ __forceinline__ float warpMax(float v) { for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o)); return v; }
__global__ void rowMax(const float *in, float *out, int cols) { extern __shared__ float s[]; float m = -INFINITY; for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, in[blockIdx.x * cols + c]); s[threadIdx.x] = m; __syncthreads(); if (threadIdx.x < 32) { m = warpMax(fmaxf(s[threadIdx.x], s[threadIdx.x + 32])); if (!threadIdx.x) out[blockIdx.x] = m; } }
__global__ void halves(const float *in, __half2 *out) { int i = threadIdx.x; out[i] = __floats2half2_rn(in[2 * i], in[2 * i + 1]); out[i] = __hadd2(out[i], __float2half2_rn(1.f)); }
__tile_global__ void addRow(float *p, const float *m, int cols) { auto i = ct::iota<ct::tile<int, ct::shape<64>>>(); auto q = p + int(ct::bid().x) * cols + i; ct::store_masked(q, ct::load_masked(q, i < cols) - m[ct::bid().x], i < cols); }
int main() {
  int r = 3, c = 60;
  float *a = managed<float>(r * c), *b = managed<float>(r * c), *m = managed<float>(r);
  auto *h = managed<__half2>(8);
  for (int i = 0; i < r * c; ++i) a[i] = i * 17 % 71;
  copyVec<<<2, 32>>>((const float *)a, b, r * c);
  rowMax<<<r, 64, 64 * sizeof(float)>>>(b, m, c);
  addRow<<<r, 1>>>(b, m, c);
  halves<<<1, 8>>>(a, h);
  cudaDeviceSynchronize();
  for (int i = 0; i < r; ++i) { float w = 0; for (int j = 0; j < c; ++j) w = a[i * c + j] > w ? a[i * c + j] : w; expect("m", i, m[i], w); for (int j = 0; j < c; ++j) expect("b", i * c + j, b[i * c + j], a[i * c + j] - w); }
  for (int i = 0; i < 8; ++i) expect("h", i, __half2float(__low2half(h[i])), a[2 * i] + 1);
  return done();
}
