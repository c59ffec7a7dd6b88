// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix class whose operators launch kernels: move semantics, proxies, a product with transposes as tags, swap idiom.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <initializer_list>
#include <iostream>
#include <utility>
#include <vector>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> class Matrix;
namespace detail {
template <class T, int B, bool TA, bool TB> __tile_global__ void product(T *c, const T *a, const T *b, int m, int n, int k) {
  auto acc = ct::zeros<ct::tile<T, ct::shape<B, B>>>();
  auto view = [](auto *p, int rows, int cols) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, cols}}, ct::shape<B, B>{}}; };
  const int i = ct::bid().x, j = ct::bid().y;
  for (int t = 0; t * B < k; ++t) {
    auto x = [&] { if constexpr (TA) return ct::transpose(view(a, k, m).load_masked(t, i)); else return view(a, m, k).load_masked(i, t); }();
    auto y = [&] { if constexpr (TB) return ct::transpose(view(b, n, k).load_masked(j, t)); else return view(b, k, n).load_masked(t, j); }();
    acc = ct::mma(x, y, acc);
  }
  view(c, m, n).store_masked(acc, i, j);
}
template <class T, class Op> __tile_global__ void zip(T *c, const T *a, const T *b, int n, Op *) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>() + int(ct::bid().x) * 64;
  ct::store_masked(c + i, Op::apply(ct::load_masked(a + i, i < n), ct::load_masked(b + i, i < n)), i < n);
}
struct Plus { template <class V> static __tile__ V apply(const V &a, const V &b) { return a + b; } };
struct Minus { template <class V> static __tile__ V apply(const V &a, const V &b) { return a - b; } };
} // namespace detail
template <class T> struct Transposed { const Matrix<T> &m; };
template <class T> class Matrix {
public:
  Matrix(int r, int c) : r(r), c(c) { cudaMallocManaged(&p, sizeof(T) * std::max(1, r * c)); std::fill_n(p, r * c, T()); }
  Matrix(std::initializer_list<std::initializer_list<T>> l) : Matrix(int(l.size()), int(l.begin()->size())) { T *q = p; for (auto &row : l) q = std::copy(row.begin(), row.end(), q); }
  Matrix(const Matrix &o) : Matrix(o.r, o.c) { cudaMemcpy(p, o.p, sizeof(T) * r * c, cudaMemcpyDefault); }
  Matrix(Matrix &&o) noexcept : r(o.r), c(o.c), p(std::exchange(o.p, nullptr)) {}
  Matrix &operator=(Matrix o) noexcept { swap(*this, o); return *this; }
  ~Matrix() { cudaFree(p); }
  friend void swap(Matrix &a, Matrix &b) noexcept { std::swap(a.r, b.r), std::swap(a.c, b.c), std::swap(a.p, b.p); }
  Transposed<T> t() const { return {*this}; }
  T operator()(int i, int j) const { cudaDeviceSynchronize(); return p[i * c + j]; }
  template <bool TA, bool TB> static Matrix multiply(const Matrix &a, const Matrix &b) {
    int m = TA ? a.c : a.r, k = TA ? a.r : a.c, n = TB ? b.r : b.c;
    assert(k == (TB ? b.c : b.r));
    Matrix out(m, n);
    detail::product<T, 8, TA, TB><<<dim3((m + 7) / 8, (n + 7) / 8), 1>>>(out.p, a.p, b.p, m, n, k);
    return out;
  }
  friend Matrix operator*(const Matrix &a, const Matrix &b) { return multiply<false, false>(a, b); }
  friend Matrix operator*(Transposed<T> a, const Matrix &b) { return multiply<true, false>(a.m, b); }
  friend Matrix operator*(const Matrix &a, Transposed<T> b) { return multiply<false, true>(a, b.m); }
  template <class Op> Matrix &combine(const Matrix &o) { detail::zip<T, Op><<<(r * c + 63) / 64, 1>>>(p, p, o.p, r * c, nullptr); return *this; }
  Matrix &operator+=(const Matrix &o) { return combine<detail::Plus>(o); }
  friend Matrix operator-(Matrix a, const Matrix &b) { return a.template combine<detail::Minus>(b); }
  int rows() const { return r; }
private:
  int r, c; T *p = nullptr;
};
int main() {
  Matrix<double> a{{1, 2, 3}, {4, 5, 6}}, i{{1, 0}, {0, 1}};
  auto s = a * a.t(), q = a.t() * a;
  s += i;
  s = s - i - i;
  bool ok = s(0, 0) == 13 && s(1, 0) == 32 && q.rows() == 3 && q(2, 2) == 45 && (q * q)(0, 0) == 17 * 17 + 22 * 22 + 27 * 27;
  std::cout << (ok ? "PASS" : "FAIL") << std::endl;
  return !ok;
}
