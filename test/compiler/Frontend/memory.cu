// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and atomics through pointers and pointer tiles.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using I = ct::tile<int, ct::shape<8>>;

// CHECK-LABEL: @masks
// CHECK: %[[M:.*]] = arith.cmpi slt
// CHECK: tile.load %{{.*}} mask %[[M]] padding %{{.*}} : tensor<8x!tile.ptr<f32>>
// CHECK: tile.store %{{.*}}, %{{.*}} mask %[[M]] : tensor<8x!tile.ptr<f32>>
extern "C" __tile_global__ void masks(float *p, int n) {
  auto i = ct::iota<I>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n, 1.0f), i < n);
}

// Pointers and records in memory: members by offset, pointers as 64 bits.
// CHECK-LABEL: @records
// CHECK: tile.offset %{{.*}}, %c8_i64 : !tile.ptr<i8>, i64
// CHECK: tile.load %{{.*}} : !tile.ptr<i64>
// CHECK: tile.bitcast %{{.*}} : i64 -> !tile.ptr<f32>
struct S { int a; float *b; };
extern "C" __tile_global__ void records(S *s) { s->b[0] = s->a; }

// restrict and the parameters' names stay with the function.
// CHECK-LABEL: @parameters
// CHECK-SAME: %arg0: !tile.ptr<f32> {tile.parameter = "out", tile.restrict}, %arg1: !tile.ptr<f32> {tile.parameter = "in"}
// CHECK-SAME: attributes {tile.kernel}
extern "C" __tile_global__ void parameters(float *__restrict__ out, const float *in) { *out = *in; }

// CHECK-LABEL: @atomics
// CHECK: tile.atomic_rmw add relaxed device %{{.*}}, %{{.*}} : tensor<8x!tile.ptr<i32>>
// CHECK: tile.atomic_rmw max_unsigned acq_rel system
// CHECK: tile.atomic_cas release block %arg0, %{{.*}}, %{{.*}} : !tile.ptr<i32>
// CHECK: tile.atomic_load acquire system
// CHECK: tile.atomic_store release system
extern "C" __tile_global__ void atomics(int *q, unsigned *w) {
  using O = ct::memory_order;
  auto i = ct::iota<I>();
  ct::atomic_add<O::relaxed, ct::thread_scope::device>(q + i, i);
  ct::atomic_max<O::acq_rel>(w, 3u);
  q[9] = ct::atomic_compare_exchange<O::release, ct::thread_scope::block>(q, 1, 2);
  ct::atomic_store<O::release>(q + 1, ct::atomic_load<O::acquire>(q));
}

// Facts the user promises travel on values.
// CHECK-LABEL: @promises
// CHECK: tile.assume %arg0[#tile.divisible<16>] : !tile.ptr<f32>
// CHECK: tile.assume %arg1[#tile.bounded<{{.*}}lower = 0{{.*}}>] : i32
extern "C" __tile_global__ void promises(float *p, int n) {
  p = ct::assume_aligned<16>(p);
  p[ct::assume_bounded_below<0>(n)] = 1;
}
