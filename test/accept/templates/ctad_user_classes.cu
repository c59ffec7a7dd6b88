// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Class template argument deduction of the user's, with a guide.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, class S> struct Accumulator {
  ct::tile<T, S> value;
  __tile__ Accumulator(ct::tile<T, S> v) : value(v) {}
  template <class U> __tile__ Accumulator& operator+=(U u) { value = value + u; return *this; }
};
template <class T> struct Span { T* p; int n; };
template <class T> Span(T*, int) -> Span<T>;

__tile_global__ void k(float* p, int n) {
  Span s{p, n};
  Accumulator acc{ct::zeros<ct::tile<float, ct::shape<64>>>()};
  for (int b = 0; b + 64 <= s.n; b += 64) acc += ct::load(s.p + (ct::iota<ct::tile<int, ct::shape<64>>>() + b));
  s.p[0] = (float)ct::sum(acc.value, 0_ic);
}
