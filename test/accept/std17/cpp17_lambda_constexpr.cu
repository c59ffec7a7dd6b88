// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++17
// C++17 language features in tile code without the header: constexpr lambda, fold, if with initialiser, CTAD.
template <class A, class B> struct Pair { A a; B b; __tile__ Pair(A x, B y) : a(x), b(y) {} };
template <class... T> __tile__ auto sum(T... t) { return (t + ... + 0); }
__tile_global__ void k(int* p, int n) {
  Pair q{1, 2.f};
  constexpr auto f = [](int x) { return x * x; };
  if (int m = n % 4; m > 1) p[0] = sum(1, m, f(3)); else p[0] = q.a + q.b;
  auto [a, b] = q;
  p[1] = a + b;
}
inline int shared_inline = 3;
int main() { return shared_inline; }
