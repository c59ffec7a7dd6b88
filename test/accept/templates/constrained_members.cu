// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// requires clauses on members and a conversion operator template.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> struct Scalar {
  T v;
  __tile__ T squared() const requires(sizeof(T) >= 4) { return v * v; }
  __tile__ T squared() const requires(sizeof(T) < 4) { return T(int(v) * int(v)); }
  template <class U> requires requires(T t) { static_cast<U>(t); } __tile__ explicit operator U() const { return static_cast<U>(v); }
  __tile__ auto operator<=>(const Scalar&) const = default;
};
__tile_global__ void k(float* p, short s) {
  Scalar<float> a{p[0]}, b{p[1]};
  Scalar<short> c{s};
  p[0] = a.squared() + float(c.squared()) + float(int(c));
  p[1] = a < b ? 1.f : a == b ? 2.f : 3.f;
}
