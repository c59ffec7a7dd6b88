// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member functions of class templates that are never used hold errors that only appear on instantiation.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> struct Tensor {
  T* p;
  __tile__ T first() const { return p[0]; }
  __tile__ T bad() const { return p.nothing(); }
  __tile__ auto worse() const { return typename T::missing{}; }
  void host_only() const { static_assert(sizeof(T) == 3); }
};
template <class T> struct NeverUsed { typename T::type member; __tile__ void f() { member.go(); } };

__tile_global__ void k(float* p) { p[1] = Tensor<float>{p}.first(); }
