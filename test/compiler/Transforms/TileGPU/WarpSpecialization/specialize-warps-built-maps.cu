// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec -arch=sm_90a --emit=tile-gpu --remarks %s -o - 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: tilec -arch=sm_90a --emit=ptx %s -o %t.ptx && FileCheck %s --check-prefix=MANIFEST < %t.ptx
// RUN: tilec -arch=compute_90 --emit=tile-gpu %s -o - | FileCheck %s --check-prefix=PLAIN
// Operands whose place and size the kernel loads: the producer makes their tensor maps, before each loop along k, when
// all copies by the last one have arrived.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// REMARK: remark: load of 8192 bytes by tensor map, {{.*}}; the kernel makes the map: the offset of the tensor may be larger
// REMARK: remark: load of 16384 bytes by tensor map, {{.*}}; the kernel makes the map: extent 0 is computed in the kernel; pass it as a parameter
// PLAIN-NOT: build_tensor_map
// CHECK-LABEL: func.func @_Z6groups
// CHECK: %[[PLACE:.*]] = tile_gpu.alloc_buffer {{.*}} : !tile_gpu.buffer<128xi8
// CHECK: tile_gpu.warp_roles
// CHECK-NOT: build_tensor_map
// CHECK: } producer
// CHECK: scf.for
// CHECK: tile_gpu.load
// The last copy into each stage.
// CHECK: %[[PARITY:.*]] = arith.select
// CHECK: tile_gpu.mbarrier_wait %[[FULL:.*]][%c0_i32]
// CHECK: tile_gpu.mbarrier_wait %[[FULL]][%c7_i32]
// CHECK: %[[A:.*]] = tile_gpu.build_tensor_map
// CHECK: tile_gpu.tensor_map_fence %[[A]]
// CHECK-NOT: mbarrier_wait
// CHECK: %[[B:.*]] = tile_gpu.build_tensor_map
// CHECK: tile_gpu.tensor_map_fence %[[B]]
// CHECK: scf.for
// CHECK: tile_gpu.mbarrier_expect_tx %[[FULL]]
// CHECK: tile_gpu.tma_load %[[A]]
// CHECK: tile_gpu.tma_load %[[B]]
// Behind the counter's place, two maps for each CTA.
// MANIFEST: "kind":"workspace"
__tile_global__ void groups(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, const long* __restrict__ starts,
                            const int* __restrict__ sizes, int count, int k) {
  for (int g : ct::irange(0, count)) {
    long start = ct::assume_divisible(ct::load(starts + g), 8_ic);
    int n = ct::assume_divisible(ct::load(sizes + g), 8_ic);
    auto va = ct::partition_view{ct::tensor_span{a + start, ct::extents{64, k}}, ct::shape<64, 64>{}};
    auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 64>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 128>>>();
    for (int t : ct::irange(0, ct::ceildiv(k, 64)))
      sum = ct::mma(va.load_masked(0, t), ct::transpose(vb.load_masked(ct::bid().x, t)), sum);
    ct::partition_view{ct::tensor_span{c, ct::extents{64 * count, 4096}}, ct::shape<64, 128>{}}.store_masked(sum, g, ct::bid().x);
  }
}
