// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A base class that calls its derived class; destructors at the end of a scope.
// RUN: tilec %s --run k --grid 3 --arg 'out:[3]' --arg '[3]=iota' | FileCheck %s
// CHECK: out: 23 24 27
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class D> struct Base {
  __tile__ float run(float x) const {
    return static_cast<const D *>(this)->step(x) + offset;
  }
  float offset = 1.0f;
};
struct Square : Base<Square> {
  __tile__ float step(float x) const {
    return x * x;
  }
};
struct Counter {
  int &n;
  __tile__ Counter(int &n) : n(n) {
    ++n;
  }
  __tile__ ~Counter() {
    n += 10;
  }
};
__tile_global__ void k(float *out, const float *in) {
  int made = 0;
  {
    Counter a{made};
    Counter b{made};
  }
  int i = ct::bid().x;
  out[i] = Square{}.run(in[i]) + made;
}
