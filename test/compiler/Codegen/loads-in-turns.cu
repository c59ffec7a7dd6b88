// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile that lanes load element by element for a product is loaded in turns: 32 at once, each further one behind a store of what came
// before, also past the barrier. Not past a store to global memory.
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s
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
__tile_global__ void past_barrier(int* __restrict__ d, const signed char* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 256>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<256, 64>{}};
  auto vd = ct::partition_view{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<64, 64>{}};
  auto sum = ct::zeros<ct::tile<int, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 256))) sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);
  vd.store_masked(sum, ct::bid().x, ct::bid().y);
}
