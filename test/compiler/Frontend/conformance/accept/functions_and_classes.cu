// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lambdas, templates, structs of tiles, inheritance, constructors and destructors, consteval, concepts
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct Pair { Tile<float, 8> a, b; };
struct Base { int x; }; struct Derived : Base { int y; __tile__ int f() const { return x + y; } };
struct Guard { int v; __tile__ Guard(int n) : v(n) {} __tile__ ~Guard() { v = 0; } };
__tile__ Pair make(float x) { return {ct::full<Tile<float, 8>>(x), ct::ones<Tile<float, 8>>()}; }
__tile__ int later(int);
consteval int twice(int a) { return 2 * a; }
__tile__ constexpr int thrice(int a) { return 3 * a; }
template <class T> requires ct::tile_like<T> __tile__ auto dbl(T a) { return ct::add(a, a); }
template <class F> __tile__ int apply(F f, int x) { return f(x); }
__tile_global__ void k(int* q, float* p, int n) {
  Pair s = make(2.0f); auto [x, y] = s; auto [bx, by, bz] = ct::bid();
  ct::store(p + ct::iota<Tile<int, 8>>(), dbl(x * y));
  int sum = 0; auto add = [&](auto z) { sum += z; }; add(1); add(n);
  q[0] = apply([=](int a) { return a + n; }, 3) + sum + twice(4) + thrice(n) + later(1) + (int)dbl(1.5f);
  Derived d; d.x = n; d.y = bx + by + bz; q[1] = d.f(); Guard g(n); q[2] = g.v;
}
__tile__ int later(int a) { return a; }
