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
#include <type_traits>
namespace meta {
template <class T> inline constexpr bool is_tile_v = false;
template <class E, class S> inline constexpr bool is_tile_v<ct::tile<E, S>> = true;
template <class T> struct rank; template <class E, unsigned... N> struct dummy;
template <class E, size_t... N> struct rank<ct::tile<E, ct::shape<N...>>> : std::integral_constant<int, sizeof...(N)> {};
template <class E, size_t... N> constexpr size_t countOf(const ct::tile<E, ct::shape<N...>> *) { return (N * ... * 1); }
template <class T> inline constexpr size_t count = countOf(static_cast<T *>(nullptr));
template <class T, class = void> struct accumulator { using type = T; };
template <class T> struct accumulator<T, std::enable_if_t<sizeof(T) < 4 && std::is_integral_v<T>>> { using type = int; };
template <class T, class E> struct rebind; template <class F, class S, class E> struct rebind<ct::tile<F, S>, E> { using type = ct::tile<E, S>; };
}
template <class T> requires(meta::is_tile_v<T>) __tile__ auto total(const T &t) {
  using E = typename T::element_type;
  using A = typename meta::accumulator<E>::type;
  auto flat = ct::reshape(ct::element_cast<A>(t), ct::shape<meta::count<T>>{});
  static_assert(std::is_same_v<typename meta::rebind<T, A>::type::element_type, A>);
  return static_cast<A>(ct::sum(flat, 0_ic)) + A(meta::rank<T>::value);
}
template <class E> __tile_global__ void k(const E *p, long *o) {
  using T = ct::tile<int, ct::shape<4, 2, 8>>;
  *o = total(ct::load(p + ct::iota<T>()));
}
int main() {
  auto *a = managed<signed char>(64); auto *b = managed<double>(64); auto *o = managed<long>(2);
  for (int i = 0; i < 64; ++i) a[i] = 100, b[i] = i;
  k<signed char><<<1>>>(a, o);
  k<double><<<1>>>(b, o + 1);
  cudaDeviceSynchronize();
  expect("char", 0, o[0], 6403), expect("double", 1, o[1], 2019);
  return done();
}
