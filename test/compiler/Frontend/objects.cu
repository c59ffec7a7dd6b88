// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes, references, lambdas and arrays whose parts are known at compile time need no memory.
// RUN: tilec --emit=tile %s -o - | FileCheck %s --implicit-check-not=tile.alloca --implicit-check-not=unrealized
#include <cuda_tile.h>
namespace ct = cuda::tiles;

struct Base { int x; __tile__ int twice() const { return 2 * x; } };
struct Derived : Base { int y; __tile__ Derived(int a, int b) : Base{a}, y(b) {} __tile__ Derived &add(int v) { y += v; return *this; } };

// CHECK-LABEL: @members
// CHECK-DAG: %[[TWICE:.*]] = arith.muli %arg1, %c2_i32
// CHECK-DAG: %[[Y:.*]] = arith.addi %arg2, %c7_i32
// CHECK: arith.addi %[[TWICE]], %[[Y]]
extern "C" __tile_global__ void members(int *q, int a, int b) {
  Derived d(a, b);
  d.add(3).add(4);
  q[0] = d.twice() + d.y;
}

// A lambda that captures by reference still knows its captures in a loop.
// CHECK-LABEL: @captures
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.addi
extern "C" __tile_global__ void captures(int *q, int n) {
  int sum = 0;
  auto add = [&](int v) { sum += v; };
  for (int i = 0; i < n; ++i) add(i);
  q[0] = sum;
}

// CHECK-LABEL: @pointers
// CHECK: tile.store %arg0, %c5_i32
extern "C" __tile_global__ void pointers(int *q, int n) {
  int a[3] = {1, 2, 3};
  int *p = a + 1;
  *p = 5;
  if (p == nullptr) return;
  q[0] = a[1];
}

// Structured bindings of an aggregate of tiles.
// CHECK-LABEL: @bindings
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<8xf32>
struct Pair { ct::tile<float, ct::shape<8>> a, b; };
__tile__ Pair make(float x) { return {ct::full<ct::tile<float, ct::shape<8>>>(x), ct::full<ct::tile<float, ct::shape<8>>>(2 * x)}; }
extern "C" __tile_global__ void bindings(float *p, float x) {
  auto [a, b] = make(x);
  ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), a * b);
}

// The destructor runs on every way out.
// CHECK-LABEL: @destructors
// CHECK: scf.if
// CHECK: tile.store %arg0, %c1_i32
// CHECK: } else {
// CHECK: tile.store %{{.*}}, %c2_i32
// CHECK: tile.store %arg0, %c1_i32
struct Guard { int *q; __tile__ Guard(int *q) : q(q) {} __tile__ ~Guard() { *q = 1; } };
extern "C" __tile_global__ void destructors(int *q, int n) {
  Guard guard(q);
  if (n) return;
  q[3] = 2;
}
