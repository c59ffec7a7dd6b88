// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec -arch=sm_90a --remarks --emit=tile-gpu %s -o - 2>&1 | FileCheck %s
// RUN: tilec -arch=sm_90a --remarks --emit=tile-gpu %s -DPADDING=1.0f -o - 2>&1 | FileCheck %s --check-prefix=PADDED
// RUN: tilec -arch=sm_80 --emit=tile-gpu %s -o - | FileCheck %s --check-prefix=SM80
// Operands behind tiles of pointers, which the loop moves on: cp.async writes them to where wgmma reads them, three
// iterations ahead, and the MMAs of one iteration run on into the next. So stage buffers have two stages more.
// CHECK: pipelined: 2 loads by asynchronous copies into 5 stages, {{.*}}; every lane copies, and the MMA reads the stages where they are, behind a fence and a barrier
// CHECK: the MMAs of one iteration run on into the next
// CHECK-LABEL: func.func @_Z8multiply
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[READ:.*]] = %c1_i32, %[[WRITE:.*]] = %c4_i32, %[[GROUP:.*]] = %
// CHECK: %[[THERE:.*]] = tile_gpu.async_wait %{{.*}} pending 2
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier  cta
// CHECK-NOT: buffer_load
// CHECK-NOT: buffer_store
// CHECK: %[[A:.*]] = tile_gpu.buffer_stage %{{.*}}[%[[AT:.*]]] : !tile_gpu.buffer<128x64xf16, #{{.*}}, stages = 5, align = 1024>
// CHECK: %[[B:.*]] = tile_gpu.buffer_stage %{{.*}}[%[[AT]]]
// CHECK: %[[SUMS:.*]] = tile_gpu.warpgroup_mma %[[A]], %[[B]] plus %{{.*}} after %[[THERE]]
// CHECK: arith.muli
// CHECK: tile_gpu.async_copy %{{.*}} mask %{{.*}} into %{{.*}} if %{{.*}} vector 8
// CHECK: tile_gpu.async_copy %{{.*}} into %{{.*}} if %{{.*}} vector 8
// CHECK: tile_gpu.async_commit
// CHECK-NEXT: tile_gpu.warpgroup_wait %[[SUMS]] pending 1
// What is behind the last column is not zero: lanes put it there.
// PADDED: pipelined: 2 loads by asynchronous copies into {{.*}}
// PADDED-LABEL: func.func @_Z8multiply
// PADDED: arith.select
// PADDED: tile_gpu.buffer_store
// PADDED: tile_gpu.warpgroup_mma
// MMAs of fragments have no other proxy.
// SM80: tile_gpu.async_copy
// SM80-NOT: proxy_fence
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#ifndef PADDING
#define PADDING 0.0f
#endif

__tile_global__ void multiply(__half* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int n, int k) {
  c = ct::assume_aligned<16>(c), a = ct::assume_aligned<16>(a), b = ct::assume_aligned<16>(b);
  n = ct::assume_divisible<8>(n), k = ct::assume_divisible<8>(k);
  auto row = ct::reshape(int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<128, 1>{});
  auto column = ct::reshape(int(ct::bid().y) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<1, 128>{});
  auto depth = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto along = ct::reshape(depth, ct::shape<1, 64>{});
  auto pa = a + (row * k + along);
  auto pb = b + (ct::reshape(depth, ct::shape<64, 1>{}) * n + column);
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, k / 64)) {
    auto x = ct::load_masked(pa, along < k - t * 64, __half(PADDING));
    sum = ct::mma(x, ct::load(pb), sum);
    pa = pa + 64;
    pb = pb + 64 * n;
  }
  ct::store(c + (row * n + column), ct::element_cast<__half>(sum));
}
