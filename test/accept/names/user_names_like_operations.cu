// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers named as an IR's operations are: and, add, mul, cmp, cast, broadcast_to, constant.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T> __tile__ auto addf(T a, T b) { return a + b; }
template <class T> __tile__ auto mulf(T a, T b) { return a * b; }
template <class T> __tile__ auto addi(T a, T b) { return a + b; }
template <class T> __tile__ auto negf(T a) { return -a; }
template <class T> __tile__ auto constant(float v) { return ct::full<T>(v); }
template <class To, class T> __tile__ auto cast(T a) { return ct::element_cast<To>(a); }
template <class T> __tile__ auto reduce(T a) { return ct::sum(a, 0_ic); }
template <class T> __tile__ auto scan(T a) { return ct::partial_sum(a, 0_ic); }
template <class C, class T> __tile__ auto where(C c, T a, T b) { return ct::select(c, a, b); }
template <class T> __tile__ auto bitcast(T a) { return ct::element_bitcast<int>(a); }
template <class T> __tile__ auto assume(T a) { return a; }

__tile_global__ void k(float* p, int* q) {
  using F = ct::tile<float, ct::shape<64>>;
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::load(p + i);
  auto y = addf(mulf(x, x), negf(constant<F>(3.f)));
  y = where(x > 0.f, y, scan(y));
  ct::store(q + addi(i, i), cast<int>(y) + bitcast(assume(y)));
  p[0] = (float)reduce(y);
}
