// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type traits and concepts of libcu++ decide in templates.
#include <cuda/std/concepts>
#include <cuda/std/type_traits>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <cuda::std::floating_point T> __tile__ T half_of(T x) { return x * T(0.5); }
template <cuda::std::integral T> __tile__ T half_of(T x) { return x / 2; }
template <class T> using acc_t = cuda::std::conditional_t<cuda::std::is_integral_v<T>, long long, double>;
template <class T> __tile_global__ void k(T* p) {
  using A = acc_t<cuda::std::remove_cv_t<T>>;
  A a = static_cast<A>(half_of(p[0]));
  p[1] = static_cast<T>(a);
  static_assert(cuda::std::is_same_v<A, double> == cuda::std::is_floating_point_v<T>);
}
template __tile_global__ void k<float>(float*);
template __tile_global__ void k<int>(int*);
