// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile that lanes load element by element for an MMA is loaded in turns: 32 at once, each further one behind a store of what came
// before, also past the barrier, and past MMAs of other tiles. Not past a store to global memory.
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --emit=llvm -o - | FileCheck %s --check-prefix=WARP
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=MASKS
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <bool Stores> __tile__ void product(int* d, const signed char* a, const signed char* b, int* other, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 128>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<128, 128>{}};
  auto vd = ct::partition_view{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<64, 128>{}};
  auto left = va.load_masked(ct::bid().x, 0);
  auto right = vb.load_masked(0, ct::bid().y);
  if constexpr (Stores) ct::store(other, k);
  vd.store_masked(ct::mma(left, right, ct::zeros<ct::tile<int, ct::shape<64, 128>>>()), ct::bid().x, ct::bid().y);
}

// CHECK-LABEL: define ptx_kernel void @_Z8in_turnsPiPKaS1_S_iii(
// CHECK-COUNT-32: asm sideeffect "@$2 ld.global.b8
// CHECK-NOT: ld.global
// CHECK: store i8 {{.*}}, ptr addrspace(3)
// CHECK-NOT: store
// CHECK: asm sideeffect "@$2 ld.global.b8
// CHECK-NOT: ld.global
// CHECK: store i8 {{.*}}, ptr addrspace(3)
__tile_global__ void in_turns(int* __restrict__ d, const signed char* __restrict__ a, const signed char* __restrict__ b, int* __restrict__ other,
                              int m, int n, int k) {
  product<false>(d, a, b, other, m, n, k);
}

// CHECK-LABEL: define ptx_kernel void @_Z7at_oncePiPKaS1_S_iii(
// CHECK-COUNT-192: asm sideeffect "@$2 ld.global.b8
// CHECK: st.global
// CHECK: store i8 {{.*}}, ptr addrspace(3)
__tile_global__ void at_once(int* __restrict__ d, const signed char* __restrict__ a, const signed char* __restrict__ b, int* __restrict__ other,
                             int m, int n, int k) {
  product<true>(d, a, b, other, m, n, k);
}

// CHECK-LABEL: define ptx_kernel void @_Z12past_barrierPiPKaS1_iii(
// CHECK: phi i32
// CHECK-COUNT-32: asm sideeffect "@$2 ld.global.b8
// CHECK-NOT: ld.global
// CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
// CHECK: store i8 {{.*}}, ptr addrspace(3)
// CHECK-NOT: store
// CHECK: asm sideeffect "@$2 ld.global.b8
// Nor are masks computed before: each beside its load.
// MASKS-LABEL: define ptx_kernel void @_Z12past_barrierPiPKaS1_iii(
// MASKS-COUNT-64: asm sideeffect "@$2 ld.global.b8
// MASKS: = and i1
// MASKS-NOT: = and i1
// MASKS: asm sideeffect "@$2 ld.global.b8
// MASKS: = and i1
// MASKS-NOT: = and i1
// MASKS: asm sideeffect "@$2 ld.global.b8
__tile_global__ void past_barrier(int* __restrict__ d, const signed char* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 256>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<256, 64>{}};
  auto vd = ct::partition_view{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<64, 64>{}};
  auto sum = ct::zeros<ct::tile<int, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 256))) sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);
  vd.store_masked(sum, ct::bid().x, ct::bid().y);
}

// The second tile is loaded behind the stores of the first one, under its MMA.
// CHECK-LABEL: define ptx_kernel void @_Z14past_a_productPiPKaS1_iii(
// CHECK: phi i32
// CHECK-COUNT-32: asm sideeffect "@$2 ld.global.b8
// CHECK-NOT: ld.global
// CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
// CHECK: store i8 {{.*}}, ptr addrspace(3)
// CHECK-NOT: store
// CHECK: asm sideeffect "@$2 ld.global.b8
__tile_global__ void past_a_product(int* __restrict__ d, const signed char* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 128>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<128, 128>{}};
  auto vd = ct::partition_view{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<64, 128>{}};
  auto left = va.load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<int, ct::shape<64, 128>>>();
  for (int t : ct::irange(0, k)) {
    auto one = vb.load_masked(t, ct::bid().y), other = vb.load_masked(t, ct::bid().z);
    sum = ct::mma(left, other, ct::mma(left, one, sum));
  }
  vd.store_masked(sum, ct::bid().x, ct::bid().y);
}

// One warp has a barrier of its own, and what it computes with shuffles may stand between.
// WARP-LABEL: define ptx_kernel void @_Z8one_warpPfPK6__halfS2_iii(
// WARP-COUNT-32: asm sideeffect "@$2 ld.global.b16
// WARP-NOT: ld.global
// WARP: call void @llvm.nvvm.bar.warp.sync(i32 -1)
// WARP: store {{.*}}, ptr addrspace(3)
// WARP-NOT: store
// WARP: asm sideeffect "@$2 ld.global.b16
__tile_global__ void one_warp(float* __restrict__ d, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<8, 128>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<128, 64>{}};
  auto vd = ct::partition_view{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<8, 64>{}};
  auto left = va.load_masked(ct::bid().x, 0);
  auto right = vb.load_masked(0, ct::bid().y);
  left = ct::element_cast<__half>(ct::element_cast<float>(left) * ct::sum<1>(ct::element_cast<float>(left)));
  vd.store_masked(ct::mma(left, right, ct::zeros<ct::tile<float, ct::shape<8, 64>>>()), ct::bid().x, ct::bid().y);
}
