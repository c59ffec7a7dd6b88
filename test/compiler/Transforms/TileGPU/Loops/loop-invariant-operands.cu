// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that no iteration changes are read from shared memory where they and what else a lane holds are more than its registers.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | grep -c "of MMAs, as a lane has" | FileCheck %s --check-prefix=COUNT
// REMARK: remark: kept in shared memory: 1 operand of MMAs, as a lane has 255 registers
// COUNT: {{^}}1{{$}}
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width>
__tile__ void weighted(float* __restrict__ out, const __half* __restrict__ q, const __half* __restrict__ k, int rows, int keys) {
  auto view = [](auto* p, int n, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, ct::integral_constant<Width>{}}}, shape}; };
  auto query = view(q, rows, ct::shape<128, Width>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, Width>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, 64))) {
    auto key = view(k, keys, ct::shape<64, Width>{}).load_masked(t, 0);
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<128, 64>>>());
    sum = ct::mma(ct::element_cast<__half>(scores), key, sum);
  }
  view(out, rows, ct::shape<128, Width>{}).store_masked(sum, ct::bid().x, 0);
}

// CHECK-LABEL: func.func @_Z4wideB2v0
// CHECK: tile_gpu.buffer_store %[[Q:.*]], %[[B:.*]] : tensor<128x256xf16, [[FRAGMENTS:#layout[0-9]*]]>
// CHECK: scf.for
// CHECK: %[[F:.*]] = tile_gpu.buffer_load %[[B]] : {{.*}} -> tensor<128x256xf16, [[FRAGMENTS]]>
// CHECK-NEXT: tile_gpu.mma mma_sync %[[F]],
// CHECK: scf.yield
// CHECK: tile_gpu.free_buffer %[[B]]
__tile_global__ void wide(float* __restrict__ out, const __half* __restrict__ q, const __half* __restrict__ k, int rows, int keys) {
  weighted<256>(out, q, k, rows, keys);
}

__tile_global__ void narrow(float* __restrict__ out, const __half* __restrict__ q, const __half* __restrict__ k, int rows, int keys) {
  weighted<64>(out, q, k, rows, keys);
}
