// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_90a -v -o /dev/null %t.ptx 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a 2>&1 | FileCheck %s --check-prefix=ERROR
// REQUIRES: ptxas
// warpgroup MMAs as wgmma: descriptors that move along K, majors, accumulators that begin at zero, operands in registers, two warpgroups.
// The assembler neither serialises them (its notes C75..) nor spills.
// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill
// ERROR: expected a target with wgmma, got sm_100a

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#sum2 = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]>
#factor = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
// The last dimension along the rows of 128 bytes, or the first.
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#rows128 = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0]]>
#columns = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]>
#bytes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0]]>
#bytesOfB = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!high = !tile_gpu.buffer<128x64xbf16, #rows128, align = 1024>
!turned = !tile_gpu.buffer<64x64xbf16, #columns, align = 1024>
!sums = tensor<64x64xf32, #sum>

// A along K, B along N: 16 of K are 32 bytes of A, and two atoms of 8 rows of B.
// CHECK-LABEL: .entry both_majors
// CHECK: wgmma.fence.sync.aligned
// CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, [[A:%rd[0-9]+]], [[B:%rd[0-9]+]], 0, 1, 1, 0, 1;
// CHECK-NEXT: mov.b64 {low, high}, [[A]];
// CHECK-NEXT: add.u32 low, low, 2;
// CHECK-NEXT: mov.b64 da, {low, high};
// CHECK-NEXT: mov.b64 {low, high}, [[B]];
// CHECK-NEXT: add.u32 low, low, 128;
// CHECK-NEXT: mov.b64 db, {low, high};
// CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, da, db, 1, 1, 1, 0, 1;
// CHECK: add.u32 low, low, 6;
// CHECK-NEXT: mov.b64 da, {low, high};
// CHECK: wgmma.commit_group.sync.aligned
// Then with B along K: 32 bytes, too, and the accumulators of before.
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, [[A:%rd[0-9]+]], [[B:%rd[0-9]+]], 1, 1, 1, 0, 0;
// CHECK-NEXT: mov.b64 {low, high}, [[A]];
// CHECK-NEXT: add.u32 low, low, 2;
// CHECK-NEXT: mov.b64 da, {low, high};
// CHECK-NEXT: mov.b64 {low, high}, [[B]];
// CHECK-NEXT: add.u32 low, low, 2;
// CHECK-NEXT: mov.b64 db, {low, high};
// A wait right behind is part of the same piece.
// CHECK: wgmma.commit_group.sync.aligned
// CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
// CHECK-NEXT: }
// CHECK-NEXT: // end inline asm
func.func @both_majors(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 24576 : i64} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %b = tile_gpu.alloc_buffer {shared_offset = 8192 : i64} : !slot
  %c = tile_gpu.alloc_buffer {shared_offset = 16384 : i64} : !turned
  %r = tile_gpu.warpgroup_mma %a, %b : !slot, !slot -> !sums
  %s = tile_gpu.warpgroup_mma %a, %c plus %r : !sums : !slot, !turned -> !sums
  %v = tile_gpu.warpgroup_wait %s pending 0 : !sums
  %q = tile.splat %p : tensor<64x64x!tile.ptr<f32>, #sum>
  tile_gpu.store %q, %v : tensor<64x64x!tile.ptr<f32>, #sum>
  return
}

// Each warpgroup has its rows of A: 64 rows of 128 bytes, told by a value that is the same in all lanes.
// CHECK-LABEL: .entry two_warpgroups
// CHECK: shfl.sync.idx.b32
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK-NEXT: add.s64 da, %rd{{[0-9]+}}, 2;
// CHECK-COUNT-3: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
func.func @two_warpgroups(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 24576 : i64} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !high
  %b = tile_gpu.alloc_buffer {shared_offset = 16384 : i64} : !slot
  %r = tile_gpu.warpgroup_mma %a, %b : !high, !slot -> tensor<128x64xf32, #sum2>
  %v = tile_gpu.warpgroup_wait %r pending 0 : tensor<128x64xf32, #sum2>
  %q = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sum2>
  tile_gpu.store %q, %v : tensor<128x64x!tile.ptr<f32>, #sum2>
  return
}

// The stage's number is the last that a descriptor is made of: stages of 512 units of 16 bytes.
// CHECK-LABEL: .entry slots
// CHECK: ld.param.b32 [[N:%r[0-9]+]]
// CHECK: shl.b32 [[UNITS:%r[0-9]+]], [[N]], 9;
// CHECK: add.s32 {{.*}}[[UNITS]]
// CHECK-NOT: shr
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
func.func @slots(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 24576 : i64} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %b = tile_gpu.alloc_buffer {shared_offset = 8192 : i64} : !tile_gpu.buffer<64x64xbf16, #rows, stages = 2, align = 1024>
  %s = tile_gpu.buffer_stage %b[%n] : !tile_gpu.buffer<64x64xbf16, #rows, stages = 2, align = 1024>
  %r = tile_gpu.warpgroup_mma %a, %s : !slot, !slot -> !sums
  %v = tile_gpu.warpgroup_wait %r pending 0 : !sums
  %q = tile.splat %p : tensor<64x64x!tile.ptr<f32>, #sum>
  tile_gpu.store %q, %v : tensor<64x64x!tile.ptr<f32>, #sum>
  return
}

// CHECK-LABEL: .entry in_registers
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %rd{{[0-9]+}}, 0, 1, 1, 1;
func.func @in_registers(%p: !tile.ptr<f32>, %x: bf16) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %a = tile.splat %x : tensor<64x64xbf16, #factor>
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %r = tile_gpu.warpgroup_mma %a, %b : tensor<64x64xbf16, #factor>, !slot -> !sums
  %v = tile_gpu.warpgroup_wait %r pending 0 : !sums
  %q = tile.splat %p : tensor<64x64x!tile.ptr<f32>, #sum>
  tile_gpu.store %q, %v : tensor<64x64x!tile.ptr<f32>, #sum>
  return
}

// Bytes have signs and no majors; 32 along K are rows of 32 bytes.
// CHECK-LABEL: .entry bytes
// CHECK: wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.s8 {{.*}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0;
func.func @bytes(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<64x32xi8, #bytes, align = 256>
  %b = tile_gpu.alloc_buffer {shared_offset = 2048 : i64} : !tile_gpu.buffer<32x64xi8, #bytesOfB, align = 256>
  %r = tile_gpu.warpgroup_mma %a, %b unsigned_a : !tile_gpu.buffer<64x32xi8, #bytes, align = 256>, !tile_gpu.buffer<32x64xi8, #bytesOfB, align = 256> -> tensor<64x64xi32, #sum>
  %v = tile_gpu.warpgroup_wait %r pending 0 : tensor<64x64xi32, #sum>
  %q = tile.splat %p : tensor<64x64x!tile.ptr<i32>, #sum>
  tile_gpu.store %q, %v : tensor<64x64x!tile.ptr<i32>, #sum>
  return
}

// A wait with something before it is a piece of its own.
// CHECK-LABEL: .entry later
// CHECK: wgmma.commit_group.sync.aligned
// CHECK-NEXT: }
// CHECK-NEXT: // end inline asm
// CHECK: st.global
// CHECK: // begin inline asm
// CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
// CHECK-NEXT: // end inline asm
func.func @later(%p: !tile.ptr<f16>, %o: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
  %r = tile_gpu.warpgroup_mma %a, %a : !tile_gpu.buffer<64x64xf16, #rows, align = 1024>, !tile_gpu.buffer<64x64xf16, #rows, align = 1024> -> tensor<64x64xf16, #sum>
  tile_gpu.store %o, %i : !tile.ptr<i32>
  %v = tile_gpu.warpgroup_wait %r pending 0 : tensor<64x64xf16, #sum>
  %q = tile.splat %p : tensor<64x64x!tile.ptr<f16>, #sum>
  tile_gpu.store %q, %v : tensor<64x64x!tile.ptr<f16>, #sum>
  return
}

// Accumulators in f16 share registers in pairs.
// CHECK-LABEL: .entry halves
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {%r{{[0-9]+}}, {{.*}}, 0, 1, 1, 0, 1;
// CHECK: wgmma.wait_group.sync.aligned 0
func.func @halves(%p: !tile.ptr<f16>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
  %r = tile_gpu.warpgroup_mma %a, %a : !tile_gpu.buffer<64x64xf16, #rows, align = 1024>, !tile_gpu.buffer<64x64xf16, #rows, align = 1024> -> tensor<64x64xf16, #sum>
  %v = tile_gpu.warpgroup_wait %r pending 0 : tensor<64x64xf16, #sum>
  %q = tile.splat %p : tensor<64x64x!tile.ptr<f16>, #sum>
  tile_gpu.store %q, %v : tensor<64x64x!tile.ptr<f16>, #sum>
  return
}
