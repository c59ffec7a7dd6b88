// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inheriting constructors, mixins, base class packs with using declarations.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct A { int a; __tile__ A(int x) : a(x) {} __tile__ int get(int) const { return a; } };
struct B : A { using A::A; __tile__ float get(float f) const { return f * a; } using A::get; };
template <class... F> struct overloaded : F... { using F::operator()...; };
template <class... F> overloaded(F...) -> overloaded<F...>;

__tile_global__ void k(float* p, int n) {
  B b(n);
  overloaded f{[](int i) { return i + 1; }, [](float x) { return x * 2.f; }};
  p[0] = b.get(2.f) + b.get(1) + f(3) + f(1.5f);
}
