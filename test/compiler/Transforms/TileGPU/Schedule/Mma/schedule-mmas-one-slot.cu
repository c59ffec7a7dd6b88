// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --persistent=off --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --run exchange --on tile-gpu --arg 'out:f16[16384]=zeros' --arg 'f16[65536]=random:1' --arg 'f16[65536]=random:2' --arg 320 -o /dev/null
// Two steps of MMAs in a stage buffer of one stage: the first's has to be released before the second's is waited for.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: func.func @exchange$v0
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers {{.*}}: !tile_gpu.mbarriers<1>
// CHECK: tile_gpu.warp_roles
// CHECK: scf.for
// CHECK: tile_gpu.mbarrier_wait
// CHECK: %[[FIRST:.*]] = tile_gpu.warpgroup_mma
// CHECK-NOT: mbarrier_wait
// CHECK: tile_gpu.warpgroup_wait %[[FIRST]] pending 0
// CHECK-NEXT: tile_gpu.mbarrier_arrive
// CHECK-NEXT: tile_gpu.mbarrier_wait
// CHECK-NEXT: tile_gpu.warpgroup_mma
extern "C" __tile_global__ void exchange(__half* __restrict__ out, const __half* __restrict__ a, const __half* __restrict__ b, int n) {
  using namespace ct::literals;
  using Sums = ct::tile<__half, ct::shape<64, 128>>;
  auto rows = ct::partition_view{ct::tensor_span{ct::assume_aligned(a, 16_ic), ct::extents{64_ic, ct::assume_divisible(n, 8_ic)}}, ct::shape<64, 64>{}};
  auto columns = ct::partition_view{ct::tensor_span{ct::assume_aligned(b, 16_ic), ct::extents{n, 128_ic}}, ct::shape<64, 128>{}};
  auto first = ct::zeros<Sums>(), second = first;
  for (int t : ct::irange(0, ct::ceildiv(n, 64))) {
    [[cutile::hint(0, latency = 1)]] auto factor = rows.load_masked(0, t);
    auto sum = ct::mma(factor, columns.load_masked(t, 0), first);
    first = second;
    second = sum;
  }
  auto place = ct::iota<ct::tile<int, ct::shape<64, 128>>>();
  ct::store(out + place, first);
  ct::store(out + 8192 + place, second);
}
