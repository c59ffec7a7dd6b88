// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as friends of a class, both plain and as templates.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> class Buffer;
template <class T> __tile_global__ void fill_kernel(T* p, T v, int n);

template <class T> class Buffer {
  T* ptr_ = nullptr;
  int n_ = 0;
  template <class U> friend __tile_global__ void fill_kernel(U*, U, int);
  friend __tile_global__ void touch(float*);

 public:
  explicit Buffer(int n) : n_(n) { cudaMalloc(&ptr_, n * sizeof(T)); }
  ~Buffer() { cudaFree(ptr_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void fill(T v) { fill_kernel<T><<<(n_ + 255) / 256, 1>>>(ptr_, v, n_); }
  T* get() const { return ptr_; }
};

template <class T> __tile_global__ void fill_kernel(T* p, T v, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + (int)ct::bid().x * 256;
  ct::store_masked(p + i, ct::full<ct::tile<T, ct::shape<256>>>(v), i < n);
}
__tile_global__ void touch(float* p) { p[0] = 1; }

int main() { Buffer<float> a(1000); a.fill(1.f); Buffer<int> b(10); b.fill(3); touch<<<1, 1>>>(a.get()); return 0; }
