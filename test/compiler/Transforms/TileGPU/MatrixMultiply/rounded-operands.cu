// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Operands of f32 that the source casts to tf32 are rounded by the tensor map, and multiplied from where they lie.
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
template <int Rows, int Columns, class P, class Layout = ct::layout_right> __tile__ auto tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, ct::shape<Rows, Columns>{}};
}
template <class Tile> __tile__ auto rounded(Tile tile) { return ct::element_cast<__nv_tf32>(tile); }

// Both lie along K: no lane reads them.
// CHECK-LABEL: func @_Z7along_kB2v0
// CHECK-COUNT-2: tile_gpu.tensor_map <tf32, {{.*}}rounded = true>
// CHECK-NOT: tile.ftof
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} plus %{{.*}} : !tile_gpu.buffer<128x32xtf32, {{.*}}>, !tile_gpu.buffer<32x128xtf32,
// CHECK-NOT: tile.ftof
// CHECK: tile_gpu.tma_load {{.*}} !tile_gpu.buffer<128x32xtf32,
// The last variant, of any arguments, has lanes load and round them.
// CHECK-LABEL: func @_Z7along_kPf
// CHECK-NOT: tile_gpu.tma_load
// CHECK: tile.ftof {{.*}} -> tensor<128x32xtf32
// PTX: "elementType":"f32_to_tf32"
__tile_global__ void along_k(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32)))
    sum = ct::mma(rounded(tiles<128, 32>(a, m, k).load_masked(i, t)), rounded(ct::transpose(tiles<128, 32>(b, n, k).load_masked(j, t))), sum);
  tiles<128, 128>(c, m, n).store_masked(sum, i, j);
}

// Only A does: B gives the rows of a transposed MMA, in registers that are loaded one iteration early. They get their last form, which changes no bit,
// behind the wait. A lane has two neighbours of the result.
// CHECK-LABEL: func @_Z8across_kB2v0
// CHECK-COUNT-2: tile_gpu.tensor_map <tf32, {{.*}}rounded = true>
// CHECK: scf.for {{.*}}iter_args({{.*}}tensor<128x32xf32
// CHECK: %[[A:.*]] = tile.ftof {{.*}} -> tensor<128x32xtf32
// CHECK: tile_gpu.ping_pong_wait
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %[[A]], %{{[0-9]+}} plus
// CHECK: tile_gpu.ping_pong_arrive
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.warpgroup_wait %[[R]] pending 0
// CHECK: tile_gpu.store {{.*}} vector 2
// REMARK-DAG: remark: the MMA is computed transposed: b has adjacent elements along N, which wgmma cannot read from shared memory
// REMARK-DAG: remark: what the next iteration multiplies is computed under the MMA, and warpgroups take turns
__tile_global__ void across_k(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32)))
    sum = ct::mma(rounded(tiles<128, 32>(a, m, k).load_masked(i, t)), rounded(tiles<32, 128>(b, k, n).load_masked(t, j)), sum);
  tiles<128, 128>(c, m, n).store_masked(sum, i, j);
}

// What is read as f32 as well comes as f32.
// CHECK-LABEL: func @_Z4bothB2v0
// CHECK-DAG: tile_gpu.tensor_map <f32,
// CHECK-DAG: tile_gpu.tensor_map <tf32, {{.*}}rounded = true>
// CHECK: return
__tile_global__ void both(float* __restrict__ c, float* __restrict__ rows, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  auto total = ct::zeros<ct::tile<float, ct::shape<128, 1>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32))) {
    auto tile = tiles<128, 32>(a, m, k).load_masked(i, t);
    total = total + ct::sum<1>(tile);
    sum = ct::mma(rounded(tile), rounded(ct::transpose(tiles<128, 32>(b, n, k).load_masked(j, t))), sum);
  }
  tiles<128, 128>(c, m, n).store_masked(sum, i, j);
  tiles<128, 1>(rows, m, 1).store_masked(total, i, 0);
}

// Two CTAs divide columns, which are rows of the transposed MMA's instructions: these read less of shared memory.
// REMARK-DAG: remark: the tiles of a block are too large for a CTA: 2 CTAs share it, each with 128 of 256 elements along dimension 1
// CHECK-LABEL: func @_Z7dividedB2v0
// CHECK: tile_gpu.warpgroup_mma {{.*}}tensor<128x32xtf32, {{.*}}buffer<32x256xtf32,
__tile_global__ void divided(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<256, 256>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32)))
    sum = ct::mma(rounded(tiles<256, 32>(a, m, k).load_masked(i, t)), rounded(tiles<32, 256>(b, k, n).load_masked(t, j)), sum);
  tiles<256, 256>(c, m, n).store_masked(sum, i, j);
}
