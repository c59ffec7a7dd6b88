// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locals whose address becomes a run-time value live in memory.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: @run_time_index
// CHECK: %[[A:.*]] = tile.alloca 16 bytes align 4
// CHECK: tile.offset %{{.*}}, %arg1
// CHECK: tile.load
extern "C" __tile_global__ void run_time_index(int *q, int n) {
  int a[4] = {1, 2, 3, 4};
  q[0] = a[n];
}

// CHECK-LABEL: @merged_pointer
// CHECK-COUNT-2: tile.alloca 4 bytes
// CHECK: %[[P:.*]] = arith.select
// CHECK: tile.store %[[P]], %c3_i32
extern "C" __tile_global__ void merged_pointer(int *q, bool c) {
  int a = 1, b = 2;
  int *p = c ? &a : &b;
  *p = 3;
  q[0] = a + b;
}

// A pointer that moves in a loop cannot be followed.
// CHECK-LABEL: @moving_pointer
// CHECK: tile.alloca 12 bytes
// CHECK: scf.while
// CHECK: tile.load
extern "C" __tile_global__ void moving_pointer(int *q) {
  int a[3] = {1, 2, 3};
  int sum = 0;
  for (int v : a) sum += v;
  q[0] = sum;
}

// CHECK-LABEL: @unions
// CHECK: tile.alloca 4 bytes
// CHECK: tile.store %{{.*}}, %arg1 : !tile.ptr<f32>
// CHECK: tile.load %{{.*}} : !tile.ptr<i32>
union Bits { float f; int i; };
extern "C" __tile_global__ void unions(int *q, float x) {
  Bits bits;
  bits.f = x;
  q[0] = bits.i;
}

// A tile in memory is its elements in row-major order.
// CHECK-LABEL: @tiles
// CHECK: tile.alloca 64 bytes align 4
// CHECK: tile.load %{{.*}} : tensor<8x!tile.ptr<f32>>
extern "C" __tile_global__ void tiles(float *p, int n) {
  using T = ct::tile<float, ct::shape<8>>;
  T t[2] = {ct::zeros<T>(), ct::ones<T>()};
  ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), t[n]);
}

// Bits of one scalar as another need no memory.
// CHECK-LABEL: @bits
// CHECK-NOT: alloca
// CHECK: tile.bitcast %arg1 : f32 -> i32
extern "C" __tile_global__ void bits(int *q, float x) { q[0] = __builtin_bit_cast(int, x); }
