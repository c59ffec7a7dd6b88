// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %ptxas -arch=sm_80 -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// A step's operands are loaded while the step before is multiplied, those of an iteration's first step under the last one of the iteration before.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, class Sum, int M, int N, int K> __tile__ auto product(const T* a, const T* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<Sum, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K)))
    sum = ct::mma(tiles(a, m, k, ct::shape<M, K>{}).load_masked(i, t), tiles(b, k, n, ct::shape<K, N>{}).load_masked(t, j), sum);
  return sum;
}
template <class Out, class T, class Sum, int M, int N, int K>
__tile_global__ void multiply(Out* c, const T* a, const T* b, int m, int n, int k) {
  auto sum = product<T, Sum, M, N, K>(a, b, m, n, k);
  ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}}.store_masked(ct::element_cast<Out>(sum), ct::bid().x, ct::bid().y);
}

// REMARK: remark: the first operands are loaded under the MMAs of the iteration before
// REMARK: remark: the first operands are loaded in their iteration: what an iteration copies would have to arrive in it
// REMARK: remark: the first operands are loaded in their iteration: other CTAs multiply meanwhile
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores

// CHECK-LABEL: func @_Z8multiplyB2v0I13__nv_bfloat16S0_fLi128ELi256ELi64EEv
// CHECK: scf.if
// The first step of the first stage.
// CHECK: %[[ARRIVED:.*]] = tile_gpu.async_wait {{.*}} pending 1
// CHECK-NEXT: tile_gpu.memory_barrier  cta
// CHECK-COUNT-2: tile_gpu.extract {{.*}} -> tensor<{{128x16|16x256}}xbf16
// CHECK: scf.for {{.*}}iter_args(%[[SUM:arg[0-9]+]] = {{.*}}%[[A:arg[0-9]+]] = %{{[0-9]+}}, %[[B:arg[0-9]+]] = %{{[0-9]+}}, %[[HERE:arg[0-9]+]] = %[[ARRIVED]])
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.buffer_load {{.*}} after %[[HERE]]
// CHECK: %[[ONE:.*]] = tile_gpu.mma{{ +}}mma_sync %[[A]], %[[B]], %[[SUM]]
// CHECK-COUNT-2: tile_gpu.extract
// CHECK: %[[TWO:.*]] = tile_gpu.mma{{ +}}mma_sync %{{.*}}, %{{.*}}, %[[ONE]]
// CHECK-COUNT-2: tile_gpu.extract
// Copies stand behind loads, and in front of the last step but one.
// CHECK-COUNT-2: tile_gpu.async_copy
// CHECK: tile_gpu.async_commit
// CHECK: %[[THREE:.*]] = tile_gpu.mma{{ +}}mma_sync %{{.*}}, %{{.*}}, %[[TWO]]
// One barrier an iteration: what is copied next goes into another stage than the one that is read here.
// CHECK: tile_gpu.async_wait {{.*}} pending 1
// CHECK-NEXT: tile_gpu.memory_barrier  cta
// CHECK-COUNT-2: tile_gpu.extract
// CHECK: tile_gpu.mma{{ +}}mma_sync %{{.*}}, %{{.*}}, %[[THREE]]
// CHECK: scf.yield
// The last iteration copies nothing, and has none to load for.
// CHECK-NOT: {{async_copy|async_wait|memory_barrier}}
// CHECK-COUNT-4: tile_gpu.mma{{ +}}mma_sync
// CHECK: scf.yield
// CHECK: tile_gpu.async_wait {{.*}} pending 0

// Of eight loads of a step, what others take is left out: before the loop, in it four times, and three times behind.
// PTX-LABEL: .entry _Z8multiplyB2v0I13__nv_bfloat16S0_fLi128ELi256ELi64EEv
// PTX: cp.async.wait_group 1;
// PTX-COUNT-64: ldmatrix
// PTX-NOT: ldmatrix
// PTX: cp.async.wait_group 0;
template __tile_global__ void multiply<__nv_bfloat16, __nv_bfloat16, float, 128, 256, 64>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int,
                                                                                          int);

// Two stages: declined.
template __tile_global__ void multiply<__nv_bfloat16, __nv_bfloat16, float, 128, 128, 64>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int,
                                                                                          int);

// Accumulators of 64 registers.
__tile_global__ void few_sums(float* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 32>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<32, 128>{}};
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 128>{}}.store_masked(sum, i, j);
}
