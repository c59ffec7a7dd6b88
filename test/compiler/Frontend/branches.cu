// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditionals, short circuits, switch and early returns.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: @merges
// CHECK: %[[C:.*]] = arith.cmpi sgt, %arg2, %c0_i32
// CHECK: %[[R:.*]] = scf.if %[[C]] -> (i32)
// CHECK: tile.store %arg0, %[[R]]
extern "C" __tile_global__ void merges(int *q, int *p, int n) {
  int r = 3;
  if (n > 0) r = p[0];
  q[0] = r;
}

// The right operand is evaluated only if the left one asks for it.
// CHECK-LABEL: @short_circuit
// CHECK: %[[NULL:.*]] = arith.cmpi ne
// CHECK: scf.if %[[NULL]] -> (i1)
// CHECK: tile.load %arg1
extern "C" __tile_global__ void short_circuit(int *q, int *p) {
  if (p != nullptr && *p > 3) q[0] = 1;
}

// Falling through from one case to the next.
// CHECK-LABEL: @falls_through
// CHECK: scf.index_switch
// CHECK: case 0
// CHECK: case 1
extern "C" __tile_global__ void falls_through(int *q, int n) {
  switch (n) {
  case 0: q[0] = 1; [[fallthrough]];
  case 1: q[1] = 2; break;
  default: q[2] = 3;
  }
}

// CHECK-LABEL: @returns
// CHECK: scf.if
// CHECK: } else {
// CHECK: tile.store
// CHECK: return
extern "C" __tile_global__ void returns(int *q, int n) {
  if (n < 0) return;
  q[0] = n;
}

// Only the branch taken is looked at.
// CHECK-LABEL: @discarded
// CHECK-NOT: scf.if
// CHECK: tile.store %arg0, %c1_i32
// CHECK-NEXT: return
template <int N> __tile__ int one() { if constexpr (N == 1) return 1; else return 2; }
extern "C" __tile_global__ void discarded(int *q) { q[0] = one<1>(); }

// Tiles as operands of ?: with a scalar condition.
// CHECK-LABEL: @tiles
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : {{.*}}tensor<8xf32>
extern "C" __tile_global__ void tiles(float *p, int n) {
  using T = ct::tile<float, ct::shape<8>>;
  T t = n > 0 ? ct::ones<T>() : ct::zeros<T>();
  ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), t);
}

// A label that nothing jumps to.
// CHECK-LABEL: @labelled
// CHECK: tile.store
// CHECK: return
extern "C" __tile_global__ void labelled(int *q) {
first:
  q[0] = 1;
}
