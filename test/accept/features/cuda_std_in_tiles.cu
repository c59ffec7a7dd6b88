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
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
template <class T> __tile__ T lowest() { constexpr T v = cuda::std::numeric_limits<T>::lowest(); return v; }
template <class F, int... I> __tile__ void each(F f, cuda::std::integer_sequence<int, I...>) { (f(ct::integral_constant<I>{}), ...); }
__tile_global__ void k(const int *p, long *o) {
  using T = cuda::std::conditional_t<(sizeof(long) > 4), long, int>;
  each([&](auto i) { o[i] = T(p[i]) << i.value; }, cuda::std::make_integer_sequence<int, 4>{});
  o[4] = lowest<int>();
  constexpr int bits = cuda::std::numeric_limits<unsigned short>::digits;
  o[5] = bits;
  static_assert(cuda::std::is_same_v<cuda::std::remove_cvref_t<const int &>, int>);
}
int main() {
  int *p = managed<int>(4);
  long *o = managed<long>(6);
  for (int i = 0; i < 4; ++i) p[i] = i + 1;
  k<<<1>>>(p, o);
  cudaDeviceSynchronize();
  long want[] = {1, 4, 12, 32, -2147483647l - 1, 16};
  for (int i = 0; i < 6; ++i) expect("o", i, o[i], want[i]);
  return done();
}
