// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels declared before they are defined, overloaded, with default arguments, explicit instantiations at the end.
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T, int N = 16> __tile_global__ void scale(T *p, T by);
__tile_global__ void scale_one(float *p, float by = 2.0f);
static __tile_global__ void internal(int *p);
namespace lib { extern "C++" { template <class T> __tile_global__ void twice(T *); } }
template <class T> struct Runner {
  static void go(T *p) { scale<T><<<1, 1>>>(p, T(3)); lib::twice<<<1, 1>>>(p); }
  static void small(T *p);
};
int main() {
  float *p; int *q;
  cudaMallocManaged(&p, 64), cudaMallocManaged(&q, 64);
  for (int i = 0; i < 16; ++i) p[i] = 1, q[i] = 1;
  Runner<float>::go(p);
  Runner<int>::small(q);
  scale_one<<<1, 1>>>(p);
  scale_one<<<1, 1>>>(p, 0.5f);
  internal<<<1, 1>>>(q);
  cudaDeviceSynchronize();
  bool ok = p[3] == 6 && q[15] == 1 * 5 + 1;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
template <class T> void Runner<T>::small(T *p) { scale<T, 16><<<dim3(1), 1>>>(p, 5); }
template <class T, int N> __tile_global__ void scale(T *p, T by) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(p + i, ct::load(p + i) * by);
}
__tile_global__ void scale_one(float *p, float by) { scale_helper: p[3] = p[3] * by; }
static __tile_global__ void internal(int *p) { p[15] += 1; }
template <class T> __tile_global__ void lib::twice(T *p) { p[3] += p[3]; }
template __tile_global__ void scale<double, 8>(double *, double);
template struct Runner<double>;
