// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests by macros as test frameworks have them: registration, sections, REQUIRE, approximate values, templates of cases.
#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <tuple>
#include <typeinfo>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace mini_test {
struct failure : std::exception { std::string text; explicit failure(std::string t) : text(std::move(t)) {} const char *what() const noexcept override { return text.c_str(); } };
struct entry { const char *name; void (*run)(); };
inline std::vector<entry> &all() { static std::vector<entry> v; return v; }
struct add { add(const char *n, void (*f)()) { all().push_back({n, f}); } };
struct Approx {
  double v, m = 1e-5;
  explicit Approx(double v) : v(v) {}
  Approx &margin(double x) { m = x; return *this; }
  friend bool operator==(double a, const Approx &b) { return std::fabs(a - b.v) <= b.m; }
  friend std::ostream &operator<<(std::ostream &o, const Approx &a) { return o << "Approx(" << a.v << ")"; }
};
template <class L> struct expression {
  const L &left;
  template <class R> std::pair<bool, std::string> operator==(const R &r) && { std::ostringstream o; o << left << " == " << r; return {left == r, o.str()}; }
  template <class R> std::pair<bool, std::string> operator<(const R &r) && { std::ostringstream o; o << left << " < " << r; return {left < r, o.str()}; }
  operator std::pair<bool, std::string>() && { return {bool(left), "false"}; }
};
struct decomposer { template <class T> expression<T> operator<=(const T &t) { return {t}; } };
inline int assertions = 0;
inline void require(const std::pair<bool, std::string> &r, const char *text, const char *file, int line) {
  ++assertions;
  if (!r.first) throw failure(std::string(file) + ":" + std::to_string(line) + ": REQUIRE(" + text + ") with " + r.second);
}
template <class F, class... T> void for_types(F f) { (f.template operator()<T>(), ...); }
} // namespace mini_test
#define UNIQUE_(a, b) a##b
#define UNIQUE(a, b) UNIQUE_(a, b)
#define TEST_CASE_(fn, name) static void fn(); static const ::mini_test::add UNIQUE(fn, _reg){name, fn}; static void fn()
#define TEST_CASE(name, ...) TEST_CASE_(UNIQUE(test_case_, __LINE__), name)
#define TEMPLATE_TEST_CASE_(fn, name, ...) template <class TestType> static void fn(); static const ::mini_test::add UNIQUE(fn, _reg){name, [] { ::mini_test::for_types<decltype([]<class T>() { fn<T>(); }), __VA_ARGS__>({}); }}; template <class TestType> static void fn()
#define TEMPLATE_TEST_CASE(name, tags, ...) TEMPLATE_TEST_CASE_(UNIQUE(test_case_, __LINE__), name, __VA_ARGS__)
#define REQUIRE(...) ::mini_test::require(::mini_test::decomposer{} <= __VA_ARGS__, #__VA_ARGS__, __FILE__, __LINE__)
#define SECTION(name) if (bool once_ = true; once_)

namespace ct = cuda::tiles;
template <class T> struct managed_vector {
  T *p; int n;
  explicit managed_vector(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(T)); }
  managed_vector(const managed_vector &) = delete;
  ~managed_vector() { cudaFree(p); }
  T &operator[](int i) { return p[i]; }
  auto begin() { return p; }
  auto end() { return p + n; }
};

template <class T, int N> __tile_global__ void prefix(T *out, const T *in) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(out + i, ct::partial_sum<0>(ct::load(in + i)));
}
__tile_global__ void argmax16(int *at, float *best, const float *in) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto v = ct::load(in + i);
  auto m = ct::reduce_max<0>(v);
  *best = float(m);
  *at = int(ct::reduce_min<0>(ct::select(v == m, i, ct::full<decltype(i)>(16))));
}
template <class T> __tile_global__ void sigmoid(T *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::element_cast<float>(ct::load(p + i));
  ct::store(p + i, ct::element_cast<T>(1.0f / (1.0f + ct::exp(-x))));
}

TEST_CASE("prefix sums", "[scan]") {
  managed_vector<int> in(64), out(64);
  int k = 0;
  for (auto &x : in) x = k++;
  prefix<int, 64><<<1, 1>>>(out.p, in.p);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  SECTION("last") { REQUIRE(out[63] == 63 * 64 / 2); }
  SECTION("each") { for (int i = 1; i < 64; ++i) REQUIRE(out[i] - out[i - 1] == i); }
}
TEST_CASE("argmax takes the first") {
  managed_vector<float> in(16), best(1);
  managed_vector<int> at(1);
  for (int i = 0; i < 16; ++i) in[i] = float(i % 8);
  argmax16<<<1, 1>>>(at.p, best.p, in.p);
  cudaDeviceSynchronize();
  REQUIRE(at[0] == 7);
  REQUIRE(best[0] == mini_test::Approx(7));
}
TEMPLATE_TEST_CASE("sigmoid", "[math]", float, __half, double) {
  managed_vector<TestType> p(32);
  for (int i = 0; i < 32; ++i) p[i] = TestType((i - 16) * 0.25f);
  sigmoid<<<1, 1>>>(p.p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) REQUIRE(double(float(p[i])) == mini_test::Approx(1 / (1 + std::exp(-(i - 16) * 0.25))).margin(1e-3));
}
int main() {
  int failed = 0;
  for (auto [name, run] : mini_test::all()) {
    try { run(); } catch (const mini_test::failure &f) { ++failed; std::cout << name << ": " << f.what() << '\n'; }
  }
  std::cout << mini_test::all().size() << " cases, " << mini_test::assertions << " assertions\n" << (failed ? "FAIL" : "PASS") << '\n';
  return failed;
}
