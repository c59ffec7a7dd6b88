// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where lanes copy the operands of an inner loop's first steps, which are unrolled, the outer loop computes masks of the copies each time, from the
// thread's number read again: they would be held beside three sums, which leave no room. Two sums of a quarter leave it, and a few copies are no
// first steps: what ends a group of copies is none of them.
// RUN: tilec %s -arch=sm_90a --variants=1 -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --variants=1 -o - | FileCheck %s --check-prefix=ROOM
// RUN: tilec %s -arch=sm_90a --variants=1 --emit=llvm -o - | FileCheck %s --check-prefix=FEW
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <int Rows, int Columns, class P> __tile__ auto tiles(P* p, int rows, int columns) {
  using namespace ct::literals;
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(p, 16_ic), ct::extents{rows, ct::assume_divisible(columns, 8_ic)}},
                            ct::shape<Rows, Columns>{}};
}

// CHECK-LABEL: .entry _Z5three
// CHECK: mov.u32 %r{{[0-9]+}}, %tid.x;
// CHECK: cp.async.commit_group
// CHECK: mov.u32 %r{{[0-9]+}}, %tid.x;
// CHECK: cp.async.commit_group
__tile_global__ void three(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int times, int m, int n, int k) {
  auto va = tiles<64, 64>(a, m, k);
  auto vb = tiles<64, 64>(b, k, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = ct::zeros<ct::tile<float, ct::shape<64, 64>>>(), u = s, v = s;
  for (int r : ct::irange(0, times))
    for (int t : ct::irange(0, ct::min(ct::ceildiv(k, 64), r + 1))) {
      auto last = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), s);
      s = u;
      u = v;
      v = last;
    }
  tiles<64, 64>(c, m, n).store_masked(s + 2.0f * u + 4.0f * v, i, j);
}

// CHECK-LABEL: .entry _Z3two
// ROOM-LABEL: .entry _Z3two
// ROOM: cp.async.commit_group
// ROOM-NOT: %tid.x
// ROOM: wgmma.mma_async
__tile_global__ void two(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int times, int m, int n, int k) {
  auto va = tiles<64, 64>(a, m, k);
  auto vb = tiles<64, 16>(b, k, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = ct::zeros<ct::tile<float, ct::shape<64, 16>>>(), u = s;
  for (int r : ct::irange(0, times))
    for (int t : ct::irange(0, ct::min(ct::ceildiv(k, 64), r + 1))) {
      auto last = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), s);
      s = u;
      u = last;
    }
  tiles<64, 16>(c, m, n).store_masked(s + 2.0f * u, i, j);
}

// Three copies for each of the two steps outside of the inner loop, and an end of a group behind each: six, not eight.
// FEW-LABEL: define ptx_kernel void @_Z3few
// FEW-NOT: mov.u32 $0, %tid.x
// FEW-COUNT-2: call void @llvm.nvvm.cp.async.commit.group()
// FEW-NOT: mov.u32 $0, %tid.x
// FEW: wgmma.mma_async
__tile_global__ void few(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int times, int m, int n, int k) {
  auto va = tiles<64, 16>(a, m, k);
  auto vb = tiles<128, 16>(b, n, k);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = ct::zeros<ct::tile<float, ct::shape<64, 128>>>(), u = s;
  ct::tile<T, ct::shape<64, 16>> x;
  ct::tile<T, ct::shape<128, 16>> y;
  for (int r : ct::irange(0, times))
    for (int t : ct::irange(0, ct::min(ct::ceildiv(k, 16), r + 1))) {
      [[cutile::hint(0, latency = 2)]] x = va.load_masked(i, t);
      [[cutile::hint(0, latency = 2)]] y = vb.load_masked(j, t);
      auto last = ct::mma(x, ct::transpose(y), s);
      s = u;
      u = last;
    }
  tiles<64, 128>(c, m, n).store_masked(s + 2.0f * u, i, j);
}
