// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expression templates evaluated lazily in one kernel, with literals, a user's operators, deduction guides, and CRTP.
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <utility>
#include <cuda_tile.h>
namespace et {
namespace ct = cuda::tiles;
#define ET_FN __host__ __device__ __tile__ constexpr
template <class E> struct Expr { ET_FN const E &self() const { return static_cast<const E &>(*this); } };
template <class T> struct Field : Expr<Field<T>> {
  T *p; ET_FN explicit Field(T *p) : p(p) {}
  template <class I, class M> __tile__ auto eval(I i, M m) const { return ct::load_masked(p + i, m, T(0)); }
};
template <class T> struct Literal : Expr<Literal<T>> {
  T v; ET_FN explicit Literal(T v) : v(v) {}
  template <class I, class M> __tile__ auto eval(I, M) const { return v; }
};
template <class F, class... A> struct Apply : Expr<Apply<F, A...>> {
  F f; std::tuple<A...> unused_on_device_but_typed() const;
  struct Args; 
};
template <class F, class A> struct Unary : Expr<Unary<F, A>> {
  F f; A a; ET_FN Unary(F f, A a) : f(f), a(a) {}
  template <class I, class M> __tile__ auto eval(I i, M m) const { return f(a.eval(i, m)); }
};
template <class F, class A, class B> struct Binary : Expr<Binary<F, A, B>> {
  F f; A a; B b; ET_FN Binary(F f, A a, B b) : f(f), a(a), b(b) {}
  template <class I, class M> __tile__ auto eval(I i, M m) const { return f(a.eval(i, m), b.eval(i, m)); }
};
template <class T> concept expr = std::is_base_of_v<Expr<std::remove_cvref_t<T>>, std::remove_cvref_t<T>>;
template <class T> ET_FN auto wrap(const T &t) { if constexpr (expr<T>) return t; else return Literal<T>(t); }
struct Add { template <class A, class B> __tile__ auto operator()(A a, B b) const { return a + b; } };
struct Mul { template <class A, class B> __tile__ auto operator()(A a, B b) const { return a * b; } };
struct Max { template <class A, class B> __tile__ auto operator()(A a, B b) const { return ct::max(a, b); } };
struct Exp { template <class A> __tile__ auto operator()(A a) const { return ct::exp(a); } };
struct Neg { template <class A> __tile__ auto operator()(A a) const { return -a; } };
#define ET_OP(op, F) template <class A, class B> requires(expr<A> || expr<B>) ET_FN auto operator op(const A &a, const B &b) { return Binary(F{}, wrap(a), wrap(b)); }
ET_OP(+, Add)
ET_OP(*, Mul)
template <expr A> ET_FN auto operator-(const A &a) { return Unary{Neg{}, a}; }
template <expr A> ET_FN auto exp(const A &a) { return Unary{Exp{}, a}; }
template <class A, class B> requires expr<A> ET_FN auto max(const A &a, const B &b) { return Binary{Max{}, wrap(a), wrap(b)}; }

template <class Build, class T, int N> __tile_global__ void evaluate(T *out, T *a, T *b, int n) {
  auto e = Build{}(Field<T>(a), Field<T>(b));
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + int(ct::bid().x) * N;
  auto m = i < n;
  ct::store_masked(out + i, e.eval(i, m), m);
}
} // namespace et
struct Gaussian { template <class A, class B> ET_FN auto operator()(A a, B b) const { return exp(-(a * a)) * b + 1.0f; } };
struct Hinge { template <class A, class B> ET_FN auto operator()(A a, B b) const { return et::max(a * 2.0f + b, 0.0f); } };
int main() {
  const int n = 70;
  float *a, *b, *o;
  cudaMallocManaged(&a, 280), cudaMallocManaged(&b, 280), cudaMallocManaged(&o, 280);
  for (int i = 0; i < n; ++i) a[i] = 0.05f * (i - 30), b[i] = float(i % 3);
  bool ok = true;
  et::evaluate<Gaussian, float, 32><<<3, 1>>>(o, a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) ok &= std::abs(o[i] - (expf(-a[i] * a[i]) * b[i] + 1)) < 1e-5f;
  et::evaluate<Hinge, float, 64><<<2, 1>>>(o, a, b, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) ok &= o[i] == fmaxf(a[i] * 2 + b[i], 0);
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
