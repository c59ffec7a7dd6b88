// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel over packs of pointers: views in a tuple of its own, folds over indices, zipped maps, reductions of packs.
#include <tuple>
#include <utility>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <size_t I, class T> struct leaf { T value; };
template <class S, class... T> struct pack_base;
template <size_t... I, class... T> struct pack_base<std::index_sequence<I...>, T...> : leaf<I, T>... {
  __tile__ constexpr pack_base(T... t) : leaf<I, T>{t}... {}
};
template <class... T> struct pack : pack_base<std::index_sequence_for<T...>, T...> {
  using base = pack_base<std::index_sequence_for<T...>, T...>;
  using base::base;
  static constexpr size_t size = sizeof...(T);
};
template <class... T> pack(T...) -> pack<T...>;
template <size_t I, class T> __tile__ const T &get(const leaf<I, T> &l) { return l.value; }
template <size_t I, class T> __tile__ T &get(leaf<I, T> &l) { return l.value; }
template <class F, class P, size_t... I> __tile__ auto apply(F f, const P &p, std::index_sequence<I...>) { return f(get<I>(p)...); }
template <class F, class... T> __tile__ auto apply(F f, const pack<T...> &p) { return apply(f, p, std::index_sequence_for<T...>{}); }
template <int N, class T> __tile__ auto view(T *p, int n) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<N>{}}; }
template <int N, class Out, class... In> __tile_global__ void sum_of(Out *out, int n, const In *...in) {
  pack views{view<N>(in, n)...};
  const int b = ct::bid().x;
  auto total = apply([b](const auto &...v) { return (ct::element_cast<Out>(v.load_masked(b)) + ...); }, views);
  view<N>(out, n).store_masked(total, b);
}
template <int N, class... T> __tile_global__ void extremes(float *out, const T *...p) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  int k = 0;
  ((out[k++] = float(ct::reduce_max<0>(ct::load(p + i))), out[k++] = float(ct::reduce_min<0>(ct::load(p + i)))), ...);
  out[k] = float(sizeof...(T));
}
int main() {
  float *o, *a; int *b; double *c;
  cudaMallocManaged(&o, 400), cudaMallocManaged(&a, 400), cudaMallocManaged(&b, 400), cudaMallocManaged(&c, 800);
  for (int i = 0; i < 100; ++i) a[i] = i * 0.5f, b[i] = 100 - i, c[i] = 0.25;
  sum_of<32><<<4, 1>>>(o, 100, a, b, c);
  cudaDeviceSynchronize();
  bool ok = o[99] == 49.5f + 1 + 0.25f && o[0] == 100.25f;
  extremes<16><<<1, 1>>>(o, a, b, c);
  cudaDeviceSynchronize();
  ok &= o[0] == 7.5f && o[1] == 0 && o[2] == 100 && o[3] == 85 && o[4] == 0.25f && o[5] == 0.25f && o[6] == 3;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
