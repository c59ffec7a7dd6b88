// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Operands that an iteration computes are computed one iteration early, under its MMAs.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores
template <int Rows, int Columns, class P, class Layout = ct::layout_right> __tile__ auto tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, ct::shape<Rows, Columns>{}};
}

// The first operand: lanes read the stage as wgmma wants its registers, and narrow what they have computed behind the wait.
// CHECK-LABEL: func @_Z6scaledB2v0
// CHECK: tile_gpu.ping_pong_arrive first
// CHECK: tile_gpu.buffer_load
// CHECK: arith.mulf
// CHECK-NOT: convert_layout
// CHECK: scf.for {{.*}}iter_args({{.*}}tensor<128x64xf32
// CHECK: %[[FULL:.*]] = tile_gpu.mbarrier_wait
// CHECK: %[[A:.*]] = tile.ftof {{.*}}tensor<128x64xbf16
// CHECK: tile_gpu.ping_pong_wait
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %[[A]], %{{[0-9]+}} plus
// CHECK: tile_gpu.ping_pong_arrive
// CHECK: tile_gpu.mbarrier_wait
// CHECK: tile_gpu.buffer_load
// CHECK: %[[NEXT:.*]] = arith.mulf
// CHECK: tile_gpu.warpgroup_wait %[[R]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: scf.yield {{.*}}%[[NEXT]]
// REMARK: [[# @LINE+8]]:11: remark: what the next iteration multiplies is computed under the MMA, and warpgroups take turns
__tile_global__ void scaled(T* __restrict__ c, const T* __restrict__ a, const float* __restrict__ scales, const T* __restrict__ b,
                            int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto scale = tiles<128, 1>(scales, m, 1).load_masked(i, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::element_cast<float>(tiles<128, 64>(a, m, k).load_masked(i, t)) * scale;
    sum = ct::mma(ct::element_cast<T>(factor), tiles<64, 128>(b, k, n).load_masked(t, j), sum);
  }
  tiles<128, 128>(c, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}

// The second one, of fewer columns than a warpgroup has rows, of which three are in shared memory: MMAs run on into the next iteration, behind one barrier.
// CHECK-LABEL: func @_Z7widenedB2v0
// CHECK: %[[PLACES:.*]] = tile_gpu.alloc_buffer {{.*}}buffer<64x32xbf16, {{.*}}stages = 3
// CHECK: scf.for {{.*}}%[[PLACE:arg[0-9]+]] = %c1_i32, %[[BEHIND:arg[0-9]+]] = %c2_i32
// CHECK: %[[B:.*]] = tile_gpu.buffer_stage %[[PLACES]][%[[PLACE]]]
// CHECK: tile_gpu.memory_barrier
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %[[B]] plus
// CHECK: tile_gpu.buffer_load
// CHECK: %[[TO:.*]] = tile_gpu.buffer_stage %[[PLACES]][%[[BEHIND]]]
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.buffer_store %{{[0-9]+}}, %[[TO]]
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK: tile_gpu.warpgroup_wait %[[R]] pending 1
// CHECK-NOT: memory_barrier
// CHECK: scf.yield
// CHECK: tile_gpu.free_buffer %[[PLACES]]
// REMARK: [[# @LINE+6]]:11: remark: what the next iteration multiplies is computed under the MMA{{$}}
__tile_global__ void widened(T* __restrict__ c, const T* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 32>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::element_cast<T>(tiles<64, 32>(b, k, n, ct::layout_left{}).load_masked(t, j));
    sum = ct::mma(tiles<128, 64>(a, m, k).load_masked(i, t), factor, sum);
  }
  tiles<128, 32>(c, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}

// One operand for two MMAs.
// CHECK-LABEL: func @_Z3twoB2v0
// CHECK: scf.for {{.*}}iter_args({{.*}}tensor<128x64xbf16
// CHECK: %[[A:.*]] = math.absf
// CHECK: tile_gpu.ping_pong_wait
// CHECK: tile_gpu.warpgroup_mma %[[A]],
// CHECK: tile_gpu.warpgroup_mma %[[A]],
// CHECK: tile_gpu.ping_pong_arrive
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.warpgroup_wait
// CHECK: scf.yield
__tile_global__ void two(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ d, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 64>>>(), other = sum;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::abs(tiles<128, 64>(a, m, k).load_masked(i, t));
    sum = ct::mma(factor, tiles<64, 64>(b, k, n).load_masked(t, j), sum);
    other = ct::mma(factor, tiles<64, 64>(d, k, n).load_masked(t, j), other);
  }
  tiles<128, 64>(c, m, n).store_masked(sum + 2.0f * other, i, j);
}

// Not what depends on the accumulators so far, and not beside stores.
// CHECK-LABEL: func @_Z5mixedB2v0
// CHECK: tile_gpu.warpgroup_mma
// CHECK-NEXT: tile_gpu.warpgroup_wait
// REMARK: [[# @LINE+7]]:11: remark: the MMA waits for the operand that the iteration computes: the loop does more than multiply
__tile_global__ void mixed(float* __restrict__ c, float* __restrict__ steps, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::abs(tiles<128, 64>(a, m, k).load_masked(i, t));
    if (j == 0) steps[t] = float(t);
    sum = ct::mma(factor, tiles<64, 128>(b, k, n).load_masked(t, j), sum);
  }
  tiles<128, 128>(c, m, n).store_masked(sum, i, j);
}

// Nor where what it loads for an operand is read once more, behind that stage's way back.
// CHECK-LABEL: func @_Z6besideB2v0
// CHECK: scf.for
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma
// CHECK: tile_gpu.warpgroup_wait %[[R]]
// CHECK-NOT: tile_gpu.buffer_load
// CHECK: scf.yield
// REMARK: [[# @LINE+6]]:11: remark: the MMA waits for the operand that the iteration computes: what it loads for them has other uses
__tile_global__ void beside(float* __restrict__ c, const T* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>(), columns = sum;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::element_cast<T>(tiles<64, 128>(b, k, n).load_masked(t, j));
    sum = ct::mma(ct::abs(tiles<128, 64>(a, m, k).load_masked(i, t)), factor, sum);
    columns = columns + ct::sum(ct::element_cast<float>(factor), ct::integral_constant<0>{});
  }
  tiles<128, 128>(c, m, n).store_masked(sum + columns, i, j);
}
