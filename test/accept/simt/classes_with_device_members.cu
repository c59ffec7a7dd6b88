// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes with host and device members, a device allocator, operators, constructors.
#include <cassert>
#include <cstdio>
#include <cuda_tile.h>

template <class T, int R> class Matrix {
 public:
  __host__ __device__ Matrix(T* p, const int (&s)[R]) : p_(p) { for (int i = 0; i < R; ++i) s_[i] = s[i]; }
  template <class... I> __host__ __device__ T& operator()(I... i) { int k = 0, d = 0; ((k = k * s_[d++] + i), ...); return p_[k]; }
  __device__ T warp_sum() const { T v = p_[threadIdx.x]; for (int o = 16; o; o /= 2) v += __shfl_down_sync(~0u, v, o); return v; }
  __host__ int size() const { int n = 1; for (int s : s_) n *= s; return n; }
 private:
  T* p_;
  int s_[R];
};
__global__ void simt(Matrix<float, 2> m, const __grid_constant__ Matrix<float, 1> c) { m(threadIdx.x, 0) = m.warp_sum() + c.warp_sum(); }
__global__ void allocs() { int* p = new int[4]; p[0] = 1; delete[] p; void* q = malloc(16); free(q); printf("%d %p\n", threadIdx.x, q); assert(q == nullptr); }
__tile_global__ void k(float* p) { p[0] = 1; }
int main() { float* p = nullptr; Matrix<float, 2> m(p, {4, 4}); Matrix<float, 1> c(p, {16}); simt<<<1, 32>>>(m, c); return m.size(); }
