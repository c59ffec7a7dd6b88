// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_100a -o /dev/null %t.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_103a | tile-translate -arch=sm_103a -o %t.ptx && %ptxas -arch=sm_103a -o /dev/null %t.ptx
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a 2>&1 | FileCheck %s --check-prefix=ERROR
// REQUIRES: ptxas
// Tensor memory: allocation by one warp, MMAs by one lane with descriptors that move along K, waits by phase, loads of 32 cells a warp.
// ERROR: expected a target with tensor memory, got sm_90a

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#sums2 = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0], [0, 32]]>
#half = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
// 128 bytes of K in a row; 64 of N in a row.
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0]]>
#a64 = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#b = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#bytes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]>
#bytesOfB = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!a = !tile_gpu.buffer<128x64xbf16, #a, align = 1024>
!a64 = !tile_gpu.buffer<64x64xbf16, #a64, align = 1024>
!b = !tile_gpu.buffer<64x64xbf16, #b, align = 1024>
!memory = !tile_gpu.tensor_memory<64>

// idesc: f32 (1 << 4), bf16 twice (1 << 7, 1 << 10), B along N (1 << 16), 64 columns (8 << 17), 128 rows (8 << 24).
// CHECK-LABEL: .entry product
// CHECK: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{{.*}}], 64; tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
// CHECK: mbarrier.init.shared.b64
// CHECK: mbarrier.init.shared.b64
// CHECK: bar.sync
// CHECK: tcgen05.st.sync.aligned.32x32b.x64.b32
// CHECK: tcgen05.wait::st.sync.aligned
// CHECK: mov.b32 i, 135333008;
// CHECK: tcgen05.mma.cta_group::1.kind::f16 [d], da, db, i,
// The next 16 of K: 32 bytes of A, and 16 rows of 128 bytes of B.
// CHECK: add.s64 da, {{.*}}, 2;
// CHECK-NEXT: add.s64 db, {{.*}}, 128;
// CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64
// CHECK: mbarrier.try_wait.parity
// CHECK: tcgen05.ld.sync.aligned.32x32b.x64.b32
// CHECK: tcgen05.wait::ld.sync.aligned
// CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32 {{.*}}, 64;
// CHECK-NOT: local_depot
func.func @product(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 32768 : i64} {
  %true = arith.constant true
  %c = arith.constant dense<1.0> : tensor<128x64xf32, #sums>
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 0 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !a
  %b = tile_gpu.alloc_buffer {shared_offset = 17408 : i64} : !b
  tile_gpu.tensor_store %c, %memory column 0 : tensor<128x64xf32, #sums>, !memory
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !memory
  tile_gpu.tensor_wait %memory pending 0 : !memory
  %d = tile_gpu.tensor_load %memory column 0 : !memory -> tensor<128x64xf32, #sums>
  %ps = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.store %ps, %d : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// Two warpgroups share the columns; 64 rows lie as wgmma's accumulators; integers of either sign.
// CHECK-LABEL: .entry others
// CHECK: tcgen05.ld.sync.aligned.32x32b.x32.b32
func.func @others(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 32768 : i64} {
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 0 : i64} : !memory
  %d = tile_gpu.tensor_load %memory column 0 : !memory -> tensor<128x64xf32, #sums2>
  %ps = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sums2>
  tile_gpu.store %ps, %d : tensor<128x64x!tile.ptr<f32>, #sums2>
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// CHECK-LABEL: .entry half
// CHECK: mov.b32 i, 68224144;
// CHECK: tcgen05.mma.cta_group::1.kind::f16
// CHECK: tcgen05.ld.sync.aligned.16x256b.x8.b32
func.func @half(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 32768 : i64} {
  %false = arith.constant false
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 0 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !a64
  %b = tile_gpu.alloc_buffer {shared_offset = 17408 : i64} : !b
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false : !a64, !b into !memory
  tile_gpu.tensor_wait %memory pending 0 : !memory
  %d = tile_gpu.tensor_load %memory column 0 : !memory -> tensor<64x64xf32, #half>
  %ps = tile.splat %p : tensor<64x64x!tile.ptr<f32>, #half>
  tile_gpu.store %ps, %d : tensor<64x64x!tile.ptr<f32>, #half>
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// The third of three places begins 64 columns further for each before it.
// CHECK-LABEL: .entry turns
// CHECK: shl.b32 %[[BEHIND:r[0-9]+]], %{{.*}}, 6;
// CHECK: add.s32 %[[SUMS:r[0-9]+]], %{{.*}}, %[[BEHIND]];
// CHECK: add.s32 d, %[[SUMS]], 64;
// CHECK: tcgen05.mma
// CHECK: tcgen05.ld.sync.aligned.32x32b.x64.b32
func.func @turns(%p: !tile.ptr<f32>, %turn: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 32768 : i64} {
  %true = arith.constant true
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 0 : i64} : !tile_gpu.tensor_memory<256>
  %a = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !a
  %b = tile_gpu.alloc_buffer {shared_offset = 17408 : i64} : !b
  tile_gpu.tensor_mma %a, %b into %memory column 64 turn %turn of 3 accumulates %true : !a, !b into !tile_gpu.tensor_memory<256>
  tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<256>
  %d = tile_gpu.tensor_load %memory column 64 turn %turn of 3 : !tile_gpu.tensor_memory<256> -> tensor<128x64xf32, #sums>
  %ps = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.store %ps, %d : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<256>
  return
}

// Held to six CTAs a lane has 80 registers, too few for an instruction that takes 64 of them.
// CHECK-LABEL: .entry held
// CHECK-NOT: .x64.
// CHECK: tcgen05.st.sync.aligned.32x32b.x32.b32
// CHECK: tcgen05.st.sync.aligned.32x32b.x32.b32
// CHECK: tcgen05.ld.sync.aligned.32x32b.x32.b32
// CHECK: tcgen05.ld.sync.aligned.32x32b.x32.b32
func.func @held(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.min_ctas = 6 : i32, tile_gpu.shared_bytes = 32768 : i64} {
  %c = arith.constant dense<1.0> : tensor<128x64xf32, #sums>
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 0 : i64} : !memory
  tile_gpu.tensor_store %c, %memory column 0 : tensor<128x64xf32, #sums>, !memory
  tile_gpu.memory_barrier cta
  %d = tile_gpu.tensor_load %memory column 0 : !memory -> tensor<128x64xf32, #sums>
  %ps = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.store %ps, %d : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}
