// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="one block of a CTA is in flight"
// RUN: tilec %s -arch=sm_90a --remarks --ping-pong=on -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="one block of a CTA is in flight"
// Two blocks are in flight where all have as many iterations, which is seen before warps and layouts are chosen: else both warpgroups
// multiply one block.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;
#define ARGUMENTS float *__restrict__ c, const T *__restrict__ a, const T *__restrict__ b, const int *__restrict__ list, int m, int n, int k

template <class P, class S> __tile__ auto tiles(P* p, int rows, int columns, S shape) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
}
using Sums = ct::tile<float, ct::shape<128, 128>>;

__tile__ auto step(const T* a, const T* b, int m, int n, int k, int row, int t, Sums s) {
  return ct::mma(tiles(a, m, k, ct::shape<128, 64>{}).load_masked(row, t), tiles(b, k, n, ct::shape<64, 128>{}).load_masked(t, ct::bid().y), s);
}
__tile__ void store(float* c, int m, int n, Sums s) {
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s, ct::bid().x, ct::bid().y);
}

// CHECK: :[[#@LINE+1]]:{{.*}} remark: persistent: {{.*}}, two in flight
__tile_global__ void all_alike(ARGUMENTS) {
  auto s = ct::zeros<Sums>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) s = step(a, b, m, n, k, ct::bid().x, t, s);
  store(c, m, n, s);
}

// CHECK: :[[#@LINE+2]]:{{.*}} remark: persistent
// CHECK-NOT: two in flight
__tile_global__ void as_many_as_listed(ARGUMENTS) {
  auto s = ct::zeros<Sums>();
  int end = ct::load(list);
  for (int t : ct::irange(0, end)) s = step(a, b, m, n, k, ct::bid().x, t, s);
  store(c, m, n, s);
}

// CHECK: :[[#@LINE+2]]:{{.*}} remark: persistent
// CHECK-NOT: two in flight
__tile_global__ void those_listed(ARGUMENTS) {
  auto s = ct::zeros<Sums>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    if (ct::load(list + t) > 0) s = step(a, b, m, n, k, ct::bid().x, t, s);
  store(c, m, n, s);
}

// CHECK: :[[#@LINE+2]]:{{.*}} remark: persistent
// CHECK-NOT: two in flight
__tile_global__ void up_to_listed(ARGUMENTS) {
  auto s = ct::zeros<Sums>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    s = step(a, b, m, n, k, ct::bid().x, t, s);
    if (ct::load(list + t) == 0) break;
  }
  store(c, m, n, s);
}

// A loop in a loop, of another length each time.
// CHECK: :[[#@LINE+6]]:{{.*}} remark: persistent
// CHECK-NOT: two in flight
// CHECK: 8 warps consume
// CHECK: 8 warps consume
// CHECK: 8 warps consume
// CHECK: 8 warps consume
__tile_global__ void triangle(ARGUMENTS) {
  auto s = ct::zeros<Sums>();
  for (int r : ct::irange(0, ct::ceildiv(m, 128)))
    for (int t : ct::irange(0, r)) s = step(a, b, m, n, k, r, t, s);
  store(c, m, n, s);
}
