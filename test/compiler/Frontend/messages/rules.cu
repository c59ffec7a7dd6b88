// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When no overload of the API fits, the message states the rule in the header's words, at the user's line, without the
// walk through the header's concepts; types are named as users write them.
// RUN: not check-source %s 2>&1 | FileCheck %s --implicit-check-not=because
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  ct::store(p + i, 1.0f);
  // CHECK: rules.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: a stored value has the shape of the pointers
  auto f = ct::zeros<Tile<float, 8>>() * 2.0;
  // CHECK: rules.cu:[[#@LINE-1]]:40: error: invalid operands to binary expression ('{{.*}}ile<float, {{(shape<)?}}8>{{.*}}' and 'double'); rule: if one operand is a scalar and the other a tile, the scalar fits the tile's elements without narrowing
  float s = ct::zeros<Tile<float, 8>>();
  // CHECK: rules.cu:[[#@LINE-1]]:9: error: no viable conversion from {{.*}} to 'float'; rule: a tile becomes a scalar only if it has one element
  i += 1;
  // CHECK: rules.cu:[[#@LINE-1]]:5: error: no viable overloaded '+='; rule: a tile has no compound assignment
  ct::atomic_add(p + i, ct::zeros<Tile<float, 8>>());
  // CHECK: rules.cu:[[#@LINE-1]]:3: error: no matching function for call to 'atomic_add'; rule: an atomic operation names its memory order
  ct::tile<float, ct::shape<3>> t;
  // CHECK: rules.cu:[[#@LINE-1]]:7: error: constraints not satisfied for class template 'tile' {{.*}}; rule: a shape that a tile may have: every extent a constant power of two
  auto x = ct::sqrtf(p[0]);
  // CHECK: rules.cu:[[#@LINE-1]]:12: error: no member named 'sqrtf' in namespace 'cuda::tiles'
}
// CHECK-NOT: error:
