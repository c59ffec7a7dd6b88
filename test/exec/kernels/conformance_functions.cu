// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions of conformance_functions.def on every floating-point type that has them. Tiles are small: each
// register of a lane holds the inlined code of every function.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "conformance.h"

template <class A, class B> constexpr bool kSame = false;
template <class A> constexpr bool kSame<A, A> = true;

template <class E, class S>
__tile_global__ void functions(E* out, const E* a, const E* b, const E* bounded_a, const E* bounded_b, const int* whole) {
  constexpr bool kIsFloat = kSame<E, float>;
  auto x = get<S>(a), y = get<S>(b), u = get<S>(bounded_a), v = get<S>(bounded_b);
  auto n = get<S>(whole);
  int row = 0;
#define OPERATION(NAME, CONDITION, EXPRESSION, ...)                                                                            \
  if constexpr (CONDITION) put<S, E>(out, row, EXPRESSION);                                                                    \
  ++row;
#include "conformance_functions.def"
#undef OPERATION
}

struct Small : ct::shape<32> {};
struct Cube : ct::shape<2, 4, 4> {};
#define SHAPED(E, S)                                                                                                           \
  template __tile_global__ void functions<E, S>(E*, const E*, const E*, const E*, const E*, const int*);
#define TYPE(E) SHAPED(E, Small) SHAPED(E, Cube) SHAPED(E, Rank0)
TYPE(float)
TYPE(double)
TYPE(__half)
TYPE(__nv_bfloat16)
SHAPED(float, Scalar)
SHAPED(double, Scalar)
