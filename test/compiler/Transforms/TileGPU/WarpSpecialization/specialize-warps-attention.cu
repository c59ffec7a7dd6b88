// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --no-warpgroup-ping-pong --emit=tile-gpu -o - | FileCheck %s --check-prefix=ALONE
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --no-skew-mmas --emit=tile-gpu -o - | FileCheck %s --check-prefix=AT-ONCE
// ALONE-NOT: tile_gpu.ping_pong_wait
// ALONE: pending 1
// AT-ONCE-NOT: pending 1
// Queries are loaded once. Where shared memory is short (heads of 256) the result is staged in their place, behind their last use; else beside them. Two CTAs of
// one warpgroup share a multiprocessor. Turns are taken where MMAs take somewhat longer than exponentials: heads of 128, neither
// of 64 nor of 256.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Queries, int Width, int Keys>
__tile_global__ void scores(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k,
                            const __nv_bfloat16* __restrict__ v, int keys) {
  auto rows = [](auto* p, int count, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{count, ct::integral_constant<Width>{}}}, shape};
  };
  auto query = rows(q, keys, ct::shape<Queries, Width>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Width>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto kt = rows(k, keys, ct::shape<Keys, Width>{}).load_masked(t, 0);
    auto weights = ct::exp(ct::mma(query, ct::transpose(kt), ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>()));
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(weights), rows(v, keys, ct::shape<Keys, Width>{}).load_masked(t, 0), sum);
  }
  rows(out, keys, ct::shape<Queries, Width>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), ct::bid().x, 0);
}

#define SCORES(...) \
  template __tile_global__ void scores<__VA_ARGS__>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int);

// CHECK-LABEL: func @_Z6scoresB2v0ILi128ELi256ELi64E
// CHECK: %[[Q:.*]] = tile_gpu.alloc_buffer {shared_offset = [[PLACE:[0-9]+]] : i64} : !tile_gpu.buffer<128x256xbf16
// CHECK: tile_gpu.warp_roles registers 232, 40 consumers
// CHECK-NOT: tile_gpu.ping_pong_wait
// CHECK: tile_gpu.free_buffer %[[Q]]
// CHECK: tile_gpu.alloc_buffer {shared_offset = [[PLACE]] : i64} : !tile_gpu.buffer<128x256xbf16
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.buffer_store
SCORES(128, 256, 64)

// CHECK-LABEL: func @_Z6scoresB2v0ILi128ELi64ELi128E
// CHECK-NOT: tile_gpu.ping_pong_wait
// CHECK-NOT: tile_gpu.free_buffer %{{.*}}128x64x
// CHECK: pending 1
SCORES(128, 64, 128)

// CHECK-LABEL: func @_Z6scoresB2v0ILi64ELi128ELi64E
// CHECK-SAME: tile_gpu.min_ctas = 2
// CHECK: tile_gpu.warp_roles consumers
// CHECK: pending 1
SCORES(64, 128, 64)

// CHECK-LABEL: func @_Z6scoresB2v0ILi128ELi128ELi128E
// CHECK: tile_gpu.ping_pong_wait
SCORES(128, 128, 128)

// Latent attention: keys that are the values, too. Queries of 72 KB and two stages as large leave 11 KB, less a kilobyte for alignment: enough for the
// weights on their way from warpgroup to warpgroup, which is one stage of scratch. What is stored at the end is no longer beside them.
template <int Queries, int Latent, int Rotary, int Keys>
__tile_global__ void latent(float* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k, int keys) {
  auto rows = [keys](auto* p, auto width, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{keys, width}}, shape}; };
  ct::integral_constant<Latent + Rotary> width;
  auto query = rows(q, width, ct::shape<Queries, Latent>{}).load_masked(ct::bid().x, 0);
  auto turned_query = rows(q, width, ct::shape<Queries, Rotary>{}).load_masked(ct::bid().x, Latent / Rotary);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Latent>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto key = rows(k, width, ct::shape<Keys, Latent>{}).load_masked(t, 0);
    auto turned = rows(k, width, ct::shape<Keys, Rotary>{}).load_masked(t, Latent / Rotary);
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>());
    scores = ct::mma(turned_query, ct::transpose(turned), scores);
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(ct::exp(scores)), key, sum);
  }
  rows(out, ct::integral_constant<Latent>{}, ct::shape<Queries, Latent>{}).store_masked(sum, ct::bid().x, 0);
}

// CHECK-LABEL: func @_Z6latentB2v0ILi64ELi512ELi64ELi64E
// CHECK: tile_gpu.alloc_buffer {{.*}}buffer<64x512xbf16, {{.*}}stages = 2
// CHECK: tile_gpu.alloc_buffer {{.*}}buffer<64x64xbf16, {{.*}}stages = 2
// CHECK: tile_gpu.warp_roles {{.*}}consumers
// CHECK: tile_gpu.convert_layout {{.*}}tensor<64x64xbf16
template __tile_global__ void latent<64, 512, 64, 64>(float*, const __nv_bfloat16*, const __nv_bfloat16*, int);
