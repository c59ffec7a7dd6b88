// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --f32-mmas=exact --emit=tile-gpu --remarks -o - 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not="because of an MMA;" < %t.remarks
// RUN: tilec %s -arch=sm_90a -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %s -arch=sm_90a --no-multicast --emit=tile-gpu --remarks -o - 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: tilec %s -arch=sm_100a -o - | FileCheck %s --check-prefix=TENSOR
// RUN: tilec %s -arch=sm_120a --emit=tile-gpu --remarks -o - 2>&1 | FileCheck %s --check-prefix=ALONE
// num_cta_in_cga on a kernel with an MMA: the CTAs of a cluster have blocks next to each other, and load once what all multiply by.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int M, int N, int K, int Ctas>
[[cutile::hint(0, num_cta_in_cga = Ctas)]] __tile_global__ void product(T* c, const T* a, const T* b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<M, K>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<K, N>{}};
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}}.store_masked(ct::element_cast<T>(sum), i, j);
}

// An issuer releases stages to all CTAs of the cluster.
// TENSOR: .visible .entry _Z7productB2v0
// TENSOR: .reqnctapercluster 2, 1, 1
// TENSOR: multicast::cluster {{.*}}, 3;
// TENSOR: mov.b16 ctas, 3; tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64

// ALONE-NOT: tile.multicast_ctas
// ALONE-NOT: {{\] multicast}}
// ALONE: remark: num_cta_in_cga = 2 has no effect: the work of a tile block is not divided, because of an MMA; CTAs with blocks of their own load for each other only where they stay and a producer warp brings what warpgroups multiply (wgmma)
// ALONE-NOT: tile.multicast_ctas
// ALONE-NOT: {{\] multicast}}

// REMARK: num_cta_in_cga = 2: 2 CTAs of a cluster take blocks next to each other along x, in the first variant, for grids of a multiple of 2 blocks along x
// REMARK: num_cta_in_cga = 16: 4 CTAs of a cluster take blocks next to each other along x, in the first variant, for grids of a multiple of 4 blocks along x
// REMARK: num_cta_in_cga = 2 has no effect: the work of a tile block is not divided, because of an MMA, and CTAs with blocks of their own load nothing for each other: no warpgroup multiplies from shared memory
// REMARK: num_cta_in_cga = 2 has no effect: the work of a tile block is not divided, because of an MMA, and CTAs with blocks of their own load nothing for each other: the operands of a block do not depend on its x alone and on its y alone
// REMARK: 2 loads by a producer warp (1 for both CTAs of a cluster)
// REMARK: 2 loads by a producer warp (1 for all 4 CTAs of a cluster)

// CHECK-LABEL: func.func @_Z7productB2v0
// CHECK-SAME: tile.multicast_ctas = 2 : i32
// CHECK-SAME: <kind = multiple_of, grid = x, value = 2>
// CHECK: mbarrier_init %[[EMPTY:.*]] arrivals 16
// CHECK: tma_load {{.*}} : !tile_gpu.buffer<128x64xbf16
// CHECK: tma_load {{.*}} multicast : !tile_gpu.buffer<64x256xbf16
// PTX: .visible .entry _Z7productB2v0
// PTX: .reqnctapercluster 2, 1, 1
// PTX: multicast::cluster {{.*}}, 3;
// Grids of an odd number of blocks.
// CHECK-LABEL: func.func @_Z7productB2v1
// CHECK-NOT: multicast_ctas
// CHECK-NOT: multicast
// CHECK: return
template __tile_global__ void product<__nv_bfloat16, 128, 256, 64, 2>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);

// As many as the second operand has pieces of 128 bytes along its rows.
// CHECK-LABEL: func.func @_Z7productB2v0
// CHECK-SAME: tile.multicast_ctas = 4 : i32
// CHECK-SAME: <kind = multiple_of, grid = x, value = 4>
// CHECK: mbarrier_init %{{.*}} arrivals 16
// CHECK: tma_load {{.*}} multicast : !tile_gpu.buffer<64x256xbf16
// PTX: .visible .entry _Z7productB2v0
// PTX: .reqnctapercluster 4, 1, 1
// PTX: multicast::cluster {{.*}}, 15;
template __tile_global__ void product<__nv_bfloat16, 64, 256, 32, 16>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);

// CHECK-LABEL: func.func @_Z7productB2v0IfLi64
// CHECK-NOT: multicast_ctas
// CHECK: return
template __tile_global__ void product<float, 64, 64, 16, 2>(float*, const float*, const float*, int, int, int);

// One block for all: nothing depends on x alone.
[[cutile::hint(0, num_cta_in_cga = 2)]] __tile_global__ void batched(__nv_bfloat16* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int k) {
  using ct::extents, ct::shape;
  int i = ct::bid().x;
  auto sum = ct::zeros<ct::tile<float, shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(ct::partition_view{ct::tensor_span{a, extents{m, k}}, shape<64, 64>{}}.load_masked(i, t),
                  ct::partition_view{ct::tensor_span{b, extents{k, m}}, shape<64, 64>{}}.load_masked(t, i), sum);
  ct::partition_view{ct::tensor_span{c, extents{m, ct::integral_constant<64>{}}}, shape<64, 64>{}}.store_masked(ct::element_cast<__nv_bfloat16>(sum), i, 0);
}
