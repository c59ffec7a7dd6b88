// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small library of adaptors over views with deduced types, expression templates and lazy evaluation.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace et {
template <class V> struct Leaf { V v; template <class... I> __tile__ auto eval(I... i) const { return v.load_masked(i...); } };
template <class Op, class A, class B> struct Binary { A a; B b; template <class... I> __tile__ auto eval(I... i) const { return Op::apply(a.eval(i...), b.eval(i...)); } };
template <class T> struct Const { T c; template <class... I> __tile__ auto eval(I...) const { return c; } };
struct Add { template <class A, class B> __tile__ static auto apply(A a, B b) { return a + b; } };
struct Mul { template <class A, class B> __tile__ static auto apply(A a, B b) { return a * b; } };
template <class T> concept Expr = requires(const T& t) { t.eval(0, 0); };
template <Expr A, Expr B> __tile__ auto operator+(A a, B b) { return Binary<Add, A, B>{a, b}; }
template <Expr A, Expr B> __tile__ auto operator*(A a, B b) { return Binary<Mul, A, B>{a, b}; }
template <Expr A> __tile__ auto operator*(A a, float c) { return Binary<Mul, A, Const<float>>{a, {c}}; }
template <int... S, class T> __tile__ auto leaf(T* p, int m, int n) { auto v = ct::partition_view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<S...>{}}; return Leaf<decltype(v)>{v}; }
}  // namespace et
__tile_global__ void fused(const float* a, const float* b, float* c, int m, int n) {
  auto A = et::leaf<16, 16>(a, m, n), B = et::leaf<16, 16>(b, m, n);
  auto e = A * B + A * 2.f;
  auto C = et::leaf<16, 16>(c, m, n);
  C.v.store_masked(e.eval(ct::bid().y, ct::bid().x), ct::bid().y, ct::bid().x);
}
