// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | grep -A3 "entry function.*B3few" | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Operands of f64 MMAs are loaded in halves along K, each while the other half is multiplied: the second one of its own stage, the first one
// of the next.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// REMARK: remark: half of its operands are loaded while the other half is multiplied
// At most the number of iterations, which all lanes have.
// PTXAS-NOT: {{[1-9][0-9]+}} bytes spill stores

// CHECK-LABEL: func @_Z7productB2v0
// CHECK: scf.if
// The first half of the first stage.
// CHECK: tile_gpu.mbarrier_wait
// CHECK-COUNT-2: tile_gpu.extract {{.*}} -> tensor<{{64x8|8x128}}xf64
// CHECK: scf.for {{.*}}iter_args(%[[SUM:arg[0-9]+]] = {{.*}}%[[A:arg[0-9]+]] = %{{[0-9]+}}, %[[B:arg[0-9]+]] = %{{[0-9]+}})
// CHECK: tile_gpu.mbarrier_wait
// CHECK-COUNT-2: tile_gpu.extract
// CHECK: %[[HALF:.*]] = tile_gpu.mma{{ +}}mma_sync %[[A]], %[[B]], %[[SUM]]
// CHECK: tile_gpu.proxy_fence
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: tile_gpu.mbarrier_wait
// CHECK-COUNT-2: tile_gpu.extract
// CHECK: tile_gpu.mma{{ +}}mma_sync %{{.*}}, %{{.*}}, %[[HALF]]
// CHECK: scf.yield
// The last iteration has none to load for.
// CHECK: tile_gpu.mma{{ +}}mma_sync
// CHECK: tile_gpu.mbarrier_arrive
// CHECK-NOT: tile_gpu.mbarrier_wait
// CHECK: tile_gpu.mma{{ +}}mma_sync

// What nobody takes is not loaded: of 32 accesses of both operands 16 before the loop, 32 in it and 16 behind.
// Of the registers that few accumulators leave the producer gets some: it brings four boxes an iteration.
// PTX-LABEL: .entry _Z7productB3few
// PTX: setmaxnreg.inc.sync.aligned.u32 {{.*}}216;
// PTX-NOT: ld.shared.v2
// PTX-COUNT-64: ld.shared.b64
// PTX-NOT: ld.shared
// PTX-LABEL: .entry _Z7productB2v0
__tile_global__ void product(double* c, const double* a, const double* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape, auto layout) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  ct::layout_right rows;
  ct::layout_left columns;
  auto sum = ct::zeros<ct::tile<double, ct::shape<64, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 16)))
    sum = ct::mma(tiles(a, m, k, ct::shape<64, 16>{}, rows).load_masked(i, t), tiles(b, k, n, ct::shape<16, 128>{}, columns).load_masked(t, j), sum);
  tiles(c, m, n, ct::shape<64, 128>{}, rows).store_masked(sum, i, j);
}
