// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates with all three execution spaces, called from each.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> __host__ __device__ __tile__ constexpr T lerp3(T a, T b, T t) { return a + t * (b - a); }
template <class T, int N> struct Poly {
  T c[N];
  __host__ __device__ __tile__ constexpr T operator()(T x) const { T r = 0; for (int i = N - 1; i >= 0; --i) r = r * x + c[i]; return r; }
};
__global__ void simt(float* p) { p[threadIdx.x] = lerp3(p[0], p[1], 0.5f) + Poly<float, 3>{{1, 2, 3}}(p[2]); }
__tile_global__ void tiled(float* p) { p[ct::bid().x] = lerp3(p[0], p[1], 0.5f) + Poly<float, 3>{{1, 2, 3}}(p[2]); }
int main() {
  constexpr float c = lerp3(1.f, 2.f, .25f);
  static_assert(c == 1.25f);
  Poly<double, 2> q{{1, 1}};
  float* d; cudaMalloc(&d, 128);
  simt<<<1, 32>>>(d); tiled<<<4, 1>>>(d);
  return (int)q(3.0) + (int)c;
}
