// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | grep -A3 "entry function.*B2v" | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Accumulators of 32 bits that are stored as they are take half of a lane's registers: four pieces of eight are stored before the next block begins, the
// others are carried and stored under its first four MMAs.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores
// REMARK: remark: stored in 8 pieces, through 2 of them in shared memory
// REMARK: remark: the last 4 of 8 pieces stored under the first MMAs of the next block

// CHECK-LABEL: func @_Z7productB2v0
// CHECK: tile_gpu.warp_roles registers 232, 40 consumers
// CHECK: scf.for {{.*}}%[[A:arg[0-9]+]] = %cst{{.*}}, %[[B:arg[0-9]+]] = %cst{{.*}}, %[[C:arg[0-9]+]] = %cst{{.*}}, %[[D:arg[0-9]+]] = %cst{{.*}}%[[ANY:arg[0-9]+]] = %false)
// CHECK: scf.if %[[ANY]]
// CHECK: tile_gpu.warpgroup_mma
// CHECK: tile_gpu.buffer_store %[[A]]
// CHECK: tile_gpu.tma_store
// CHECK: tile_gpu.warpgroup_wait
// CHECK: scf.if %[[ANY]]
// CHECK: tile_gpu.buffer_store %[[B]]
// CHECK: scf.if %[[ANY]]
// CHECK: tile_gpu.buffer_store %[[C]]
// CHECK: scf.if %[[ANY]]
// CHECK: tile_gpu.buffer_store %[[D]]
// CHECK: scf.for
// CHECK-COUNT-4: tile_gpu.tma_store
// CHECK: %[[E:.*]] = tile_gpu.extract
// CHECK: scf.yield {{.*}}%true
// CHECK: tile.block_loop
__tile_global__ void product(int* c, const signed char* a, const signed char* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape, auto layout) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  ct::layout_right rows;
  ct::layout_left columns;
  auto sum = ct::zeros<ct::tile<int, ct::shape<128, 256>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 128)))
    sum = ct::mma(tiles(a, m, k, ct::shape<128, 128>{}, rows).load_masked(i, t), tiles(b, k, n, ct::shape<128, 256>{}, columns).load_masked(t, j), sum);
  tiles(c, m, n, ct::shape<128, 256>{}, rows).store_masked(sum, i, j);
}
