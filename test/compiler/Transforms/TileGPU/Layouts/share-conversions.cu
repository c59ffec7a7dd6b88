// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile that two MMAs of a loop want as different fragments goes to shared memory once, where there is room for it.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | grep -c "once for several MMAs" | FileCheck %s --check-prefix=COUNT
// REMARK: [[@LINE+15]]:3: remark: stored to shared memory once for several MMAs: 1 tile
// COUNT: {{^}}1{{$}}
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width>
__tile__ auto view(auto* p, int rows, auto shape) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, ct::integral_constant<Width>{}}}, shape};
}

template <int Width>
__tile__ void weighted(float* __restrict__ out, const __half* __restrict__ q, const float* __restrict__ k, int rows, int keys) {
  auto query = view<Width>(q, rows, ct::shape<64, Width>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, Width>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, 64))) {
    auto key = ct::element_cast<__half>(view<Width>(k, keys, ct::shape<64, Width>{}).load_masked(t, 0));
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<64, 64>>>());
    sum = ct::mma(ct::element_cast<__half>(scores), key, sum);
  }
  view<Width>(out, rows, ct::shape<64, Width>{}).store_masked(sum, ct::bid().x, 0);
}

// CHECK-LABEL: func.func @_Z5twiceB2v0
// CHECK: scf.for
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer {{.*}}64x64xf16
// CHECK: tile_gpu.buffer_store %{{.*}}, %[[B]]
// CHECK-NOT: convert_layout
// CHECK: %[[ONE:.*]] = tile_gpu.buffer_load %[[B]]
// CHECK-NEXT: %[[TURNED:.*]] = tile_gpu.permute %[[ONE]] [1, 0]
// CHECK-NEXT: tile_gpu.mma mma_sync %{{.*}}, %[[TURNED]],
// CHECK: %[[OTHER:.*]] = tile_gpu.buffer_load %[[B]]
// CHECK-NEXT: tile_gpu.free_buffer %[[B]]
// CHECK-NEXT: tile_gpu.mma mma_sync %{{.*}}, %[[OTHER]],
// CHECK: scf.yield
__tile_global__ void twice(float* __restrict__ out, const __half* __restrict__ q, const float* __restrict__ k, int rows, int keys) {
  weighted<64>(out, q, k, rows, keys);
}

// 64 KB beside as many of queries that lanes have no registers for, and another 64 KB for a second CTA.
// CHECK-LABEL: func.func @_Z4wideB2v0
// CHECK: scf.for
// CHECK: tile_gpu.convert_layout {{.*}}64x512xf16
// CHECK: tile_gpu.mma mma_sync
// CHECK: tile_gpu.convert_layout {{.*}}64x512xf16
// CHECK: tile_gpu.mma mma_sync
// CHECK: scf.yield
__tile_global__ void wide(float* __restrict__ out, const __half* __restrict__ q, const float* __restrict__ k, int rows, int keys) {
  weighted<512>(out, q, k, rows, keys);
}

// CHECK-LABEL: func.func @_Z4onceB2v0
// CHECK: scf.for
// CHECK-NOT: buffer_store
// CHECK: tile_gpu.convert_layout {{.*}}64x64xf16
// CHECK: tile_gpu.mma mma_sync
// CHECK: scf.yield
__tile_global__ void once(float* __restrict__ out, const __half* __restrict__ q, const float* __restrict__ k, int rows, int keys) {
  auto query = view<64>(q, rows, ct::shape<64, 64>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, 64)))
    sum = ct::mma(query, ct::element_cast<__half>(view<64>(k, keys, ct::shape<64, 64>{}).load_masked(t, 0)), sum);
  view<64>(out, rows, ct::shape<64, 64>{}).store_masked(sum, ct::bid().x, 0);
}
