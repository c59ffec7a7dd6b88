// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The curiously recurring template pattern for an epilogue.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class Derived> struct Epilogue {
  template <class T> __tile__ auto operator()(T acc) const { return static_cast<const Derived&>(*this).apply(acc); }
};
struct Identity : Epilogue<Identity> { template <class T> __tile__ auto apply(T a) const { return a; } };
struct Bias : Epilogue<Bias> { float b; __tile__ Bias(float x) : b(x) {} template <class T> __tile__ auto apply(T a) const { return a + b; } };
template <class A, class B> struct Then : Epilogue<Then<A, B>> {
  A a; B b;
  __tile__ Then(A x, B y) : a(x), b(y) {}
  template <class T> __tile__ auto apply(T t) const { return b(a(t)); }
};
__tile_global__ void k(float* p, float x) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  Then e{Bias{x}, Then{Identity{}, Bias{1.f}}};
  ct::store(p + i, e(ct::load(p + i)));
}
