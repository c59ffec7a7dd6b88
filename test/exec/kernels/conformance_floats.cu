// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of conformance_floats.def on every floating-point type that has arithmetic, as scalars and as tiles of several
// ranks; and those of tiles alone.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "conformance.h"

template <class A, class B> constexpr bool kSame = false;
template <class A> constexpr bool kSame<A, A> = true;

template <class E, class S> __tile_global__ void floats(E* out, const E* a, const E* b, const E* c) {
  constexpr bool kIsFloat = kSame<E, float>;
  auto x = get<S>(a), y = get<S>(b), z = get<S>(c);
  int row = 0;
#define OPERATION(NAME, CONDITION, EXPRESSION, ...)                                                                            \
  if constexpr (CONDITION) put<S, E>(out, row, EXPRESSION);                                                                    \
  ++row;
#include "conformance_floats.def"
#undef OPERATION
}

// Logic of numbers: tiles only, as scalars have it from C++.
template <class E, class S> __tile_global__ void logic(bool* out, const E* a, const E* b) {
  auto x = get<S>(a), y = get<S>(b);
  put<S>(out, 0, !x);
  put<S>(out, 1, x && y);
  put<S>(out, 2, x || y);
}

#define SHAPED(E, S) template __tile_global__ void floats<E, S>(E*, const E*, const E*, const E*);
#define TYPE(E)                                                                                                                \
  SHAPED(E, Scalar)                                                                                                            \
  SHAPED(E, Rank0)                                                                                                             \
  SHAPED(E, Rank1) SHAPED(E, Rank2) SHAPED(E, Rank3) template __tile_global__ void logic<E, Rank2>(bool*, const E*, const E*);
TYPE(float)
TYPE(double)
TYPE(__half)
TYPE(__nv_bfloat16)
SHAPED(float, Large)
