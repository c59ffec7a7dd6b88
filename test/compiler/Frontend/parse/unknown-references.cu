// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant may name a reference or `this` and use no value of the object: C++23 says so for all standards, and Clang
// does in C++23 only. The macros of the standard stay those of C++20.
// RUN: tilec %s -std=c++20 --emit=tile | FileCheck %s
// RUN: not tilec %s -std=c++20 --emit=tile -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int N> struct Extent {
  static constexpr int value = N;
};
template <int N> struct Space {
  __tile__ constexpr int width() const { return N; }
  __tile__ float total(float x) const {
    return static_cast<float>(ct::sum<0>(ct::full<ct::tile<float, ct::shape<Space::value()>>>(x)));
  }
  static constexpr int value() { return N; }
};

template <class E> __tile__ auto filled(const E &extent, float x) {
  return ct::full<ct::tile<float, ct::shape<extent.value>>>(x);
}
template <class S> __tile__ auto wide(const S &space, float x) {
  return ct::full<ct::tile<float, ct::shape<space.width()>>>(x);
}
static_assert(__cplusplus == 202002L);

// CHECK: func.func @parameter
// CHECK: tensor<16xf32>
extern "C" __tile_global__ void parameter(float *p) {
  ct::store(p + ct::iota<ct::tile<int, ct::shape<16>>>(), filled(Extent<16>{}, 2.0f));
}
// CHECK: func.func @call
// CHECK: tensor<32xf32>
extern "C" __tile_global__ void call(float *p) {
  ct::store(p + ct::iota<ct::tile<int, ct::shape<32>>>(), wide(Space<32>{}, 2.0f));
}
// CHECK: func.func @variable
// CHECK: tensor<8xf32>
extern "C" __tile_global__ void variable(float *p) {
  Extent<8> extent;
  const auto &same = extent;
  ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), ct::full<ct::tile<float, ct::shape<same.value>>>(1.0f));
}

#ifdef WRONG
// A value of the object is no constant, and is said once.
// WRONG: unknown-references.cu:[[#@LINE+4]]:{{.*}}error: non-type template argument is not a constant expression
// WRONG-NOT: error:
template <class E> __tile__ auto used(const E &extent) {
  int n = extent;
  return ct::full<ct::tile<float, ct::shape<n>>>(1.0f);
}
extern "C" __tile_global__ void wrong(float *) {
  used(8);
}
#endif
