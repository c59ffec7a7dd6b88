// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules must leave alone: constants of the host in all their forms, members that the language supplies, lambdas,
// unevaluated and discarded code, placement new.
#include <compare>
#include <cuda_tile.h>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>
namespace ct = cuda::tiles;
int onHost(int);
struct Config { int a, b; constexpr bool operator==(const Config &) const = default; };
constexpr Config config{3, 4};
constexpr int table[4] = {1, 2, 3, 4};
struct Static { static constexpr int v[2] = {5, 6}; static const int w = 4; static inline constexpr float f = 2.f; };
template <Config C> __tile__ int fromTemplate() { return C.a + C.b; }
template <class T> constexpr T pi = T(3.14);
enum class Color : char { red, green };
struct Base { int x; __tile__ constexpr Base(int x) : x(x) {} __tile__ Base() : Base(3) {} };
struct Derived : Base { using Base::Base; int y = 4; };
template <class D> struct Crtp { __tile__ int get() { return static_cast<D *>(this)->impl(); } };
struct Impl : Crtp<Impl> { __tile__ int impl() { return 7; } };
template <class... A> __tile__ auto sum(A... a) { return (a + ... + 0); }
template <class T> __tile__ T pass(T &&t) { return std::forward<T>(t); }
__tile__ int byValue(Config c) { return c.a; }
__tile__ int byReference(const Config &c) { return c.b; }
__tile__ int list(std::initializer_list<int> l) { int s = 0; for (int i : l) s += i; return s; }
consteval int inTheCompiler(int n) { return n * 2; }
constexpr auto square = [](int x) { return x * x; };
template <class F> __tile__ int call(F &&f) { return std::forward<F>(f)(2); }
template <bool B> __tile__ int branch() { if constexpr (B) return 1; else { throw 1; return onHost(0); } }
template <int N> struct Loop { template <class F> __tile__ static void run(F f) { if constexpr (N > 0) { f(N); Loop<N - 1>::run(f); } } };
__tile_global__ void k(int *q, int n, Color c) {
  q[0] = fromTemplate<config>() + config.a + table[2] + Static::v[1] + Static::w + (int)Static::f + (int)pi<float>;
  q[1] = byValue(config) + byReference(config) + list({1, 2, 3}) + inTheCompiler(4) + sum(1, 2, n) + pass(3);
  Derived d(4), e; Impl i; q[2] = d.x + e.y + i.get() + (config == Config{1, 2});
  q[3] = call([&, m = n](int x) { return x + m + [=] { return m; }(); }) + call([](auto x) { return x; }) + square(3);
  Loop<3>::run([&](int v) { q[v] = v; });
  q[4] = sizeof(onHost(1)) + noexcept(onHost(1)) + std::is_same_v<decltype(onHost(1)), int> + branch<true>();
  if constexpr (requires { onHost(1); }) q[5] = 1;
  alignas(Derived) unsigned char space[sizeof(Derived)]; Derived *placed = new (space) Derived(n); q[6] = placed->x;
  switch (int z = n; c) { case Color::red: { q[7] = z; break; } case Color::green: [[fallthrough]]; default: q[8] = 1; }
  switch (n) { case 1: for (int j = 0; j < n; ++j) { if (j == 2) continue; q[j] = 1; } }
  int array[3]{}; for (int &r : array) r = n; auto &reference = array[1]; q[9] = reference; int *pointer = &array[0]; q[10] = *pointer;
}
