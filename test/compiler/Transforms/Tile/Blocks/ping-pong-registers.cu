// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks --ping-pong=on -o /dev/null 2>&1 | FileCheck %s --check-prefix=ON
// RUN: tilec %s -arch=sm_90a --remarks --ping-pong=on --fast-accumulation -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAST
// Two blocks are in flight where one warpgroup has registers for all that a block's loop carries: sums of fp8 are kept twice, unless the
// tensor core sums them from end to end.
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class P, class S> __tile__ auto tiles(P* p, int rows, int columns, S shape) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
}
using Sums = ct::tile<float, ct::shape<128, 128>>;

template <class T> __tile__ auto step(const T* a, const T* b, int m, int n, int k, int t, Sums s) {
  return ct::mma(tiles(a, m, k, ct::shape<128, 64>{}).load_masked(ct::bid().x, t), tiles(b, k, n, ct::shape<64, 128>{}).load_masked(t, ct::bid().y), s);
}

// CHECK: :[[#@LINE+1]]:{{.*}} remark: persistent: {{.*}}, two in flight
__tile_global__ void one(float* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, int m, int n, int k) {
  auto s = ct::zeros<Sums>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) s = step(a, b, m, n, k, t, s);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s, ct::bid().x, ct::bid().y);
}

// Two sums of 128 registers, of which an MMA adds to one.
// CHECK-NOT: two in flight
// ON: :[[#@LINE+2]]:{{.*}} remark: persistent
// ON-NOT: two in flight
__tile_global__ void two(float* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, int m, int n, int k) {
  auto s = ct::zeros<Sums>(), u = s;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto last = step(a, b, m, n, k, t, s);
    s = u;
    u = last;
  }
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s - u, ct::bid().x, ct::bid().y);
}

// FAST: :[[#@LINE+1]]:{{.*}} remark: persistent: {{.*}}, two in flight
__tile_global__ void bytes(float* __restrict__ c, const __nv_fp8_e4m3* __restrict__ a, const __nv_fp8_e4m3* __restrict__ b, int m, int n, int k) {
  auto s = ct::zeros<Sums>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) s = step(a, b, m, n, k, t, s);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s, ct::bid().x, ct::bid().y);
}
