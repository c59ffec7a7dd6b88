// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace n { template <class T> struct V { T t; template <class U> friend __tile__ auto operator+(V a, const V<U> &b) { return V<decltype(a.t + b.t)>{a.t + b.t}; } friend __tile__ bool operator==(const V &, const V &) = default; }; }
__tile_global__ void k(float *p) { n::V<int> a{1}; n::V<float> b{2.f}; p[0] = (a + b).t; p[1] = a == a; }
