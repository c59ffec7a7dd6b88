// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Friend operators and structured bindings of a struct of tiles; designated initialisers.
// RUN: tilec %s --run k --grid 1 --arg 'out:[8]' --arg '[8]=iota' | FileCheck %s
// CHECK: out: 1 6 15 28 45 66 91 120
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> struct Complex {
  T re, im;
  friend __tile__ Complex operator+(const Complex &a, const Complex &b) {
    return {.re = a.re + b.re, .im = a.im + b.im};
  }
  friend __tile__ Complex operator*(const Complex &a, const Complex &b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  __tile__ auto norm() const -> T {
    return re * re + im * im;
  }
};
template <class T> Complex(T, T) -> Complex<T>;
__tile_global__ void k(float *out, const float *a) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  Complex z{ct::load(a + i), ct::ones<ct::tile<float, ct::shape<8>>>()};
  auto w = z * z + z;
  auto [re, im] = w;
  ct::store(out + i, re + im + z.norm());
}
