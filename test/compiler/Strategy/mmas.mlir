// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_90a | FileCheck %s
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=compute_90 | FileCheck %s --check-prefix=PORTABLE
// What multiplies and how many warps share it: the tables of compiler/Strategy/MmaStrategy.h. Only the chip's own code has wgmma.
// PORTABLE-NOT: wgmma

// CHECK-LABEL: func @m64n64({{.*}} tile_gpu.num_warps = 4 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m64n64(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x64xbf16>
  %b = tile.splat %b0 : tensor<64x64xbf16>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %b, %c : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  return
}
// CHECK-LABEL: func @m64n256({{.*}} tile_gpu.num_warps = 4 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m64n256(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<64x256xf32>
  %r = tile.mma %a, %b, %c : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
  return
}
// CHECK-LABEL: func @m128n128({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m128n128(%a0: f16, %b0: f16, %c0: f16) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x64xf16>
  %b = tile.splat %b0 : tensor<64x128xf16>
  %c = tile.splat %c0 : tensor<128x128xf16>
  %r = tile.mma %a, %b, %c : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf16>
  return
}
// CHECK-LABEL: func @m128n256({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m128n256(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x64xbf16>
  %b = tile.splat %b0 : tensor<64x256xbf16>
  %c = tile.splat %c0 : tensor<128x256xf32>
  %r = tile.mma %a, %b, %c : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
  return
}
// Sums of fp8 are kept twice.
// CHECK-LABEL: func @fp8({{.*}} tile_gpu.num_warps = 16 : i32
// CHECK-NOT: tile.ftof
// CHECK: tile_gpu.mma wgmma
func.func @fp8(%a0: f8E4M3FN, %b0: f8E4M3FN, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x64xf8E4M3FN>
  %b = tile.splat %b0 : tensor<64x256xf8E4M3FN>
  %c = tile.splat %c0 : tensor<128x256xf32>
  %r = tile.mma %a, %b, %c : tensor<128x64xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<128x256xf32>
  return
}
// CHECK-LABEL: func @m256n128({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m256n128(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x64xbf16>
  %b = tile.splat %b0 : tensor<64x128xbf16>
  %c = tile.splat %c0 : tensor<256x128xf32>
  %r = tile.mma %a, %b, %c : tensor<256x64xbf16>, tensor<64x128xbf16>, tensor<256x128xf32>
  return
}
// Four warpgroups hold the sums and nothing else, as few or more of them do not even that.
// CHECK-LABEL: func @m256n256({{.*}} tile_gpu.num_warps = 16 : i32
// CHECK: tile_gpu.mma mma_sync
func.func @m256n256(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<256x256xf32>
  %r = tile.mma %a, %b, %c : tensor<256x32xbf16>, tensor<32x256xbf16>, tensor<256x256xf32>
  return
}
// Where a hint asks for 32, fewer registers are missing with 16.
// CHECK-LABEL: func @m256n256_by_32({{.*}} tile_gpu.num_warps = 16 : i32
// CHECK: tile_gpu.mma mma_sync
func.func @m256n256_by_32(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 32>]} {
  %a = tile.splat %a0 : tensor<256x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<256x256xf32>
  %r = tile.mma %a, %b, %c : tensor<256x32xbf16>, tensor<32x256xbf16>, tensor<256x256xf32>
  return
}
// Of f16 the sums are half as many registers.
// CHECK-LABEL: func @m256n256_f16({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m256n256_f16(%a0: f16, %c0: f16) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x32xf16>
  %b = tile.splat %a0 : tensor<32x256xf16>
  %c = tile.splat %c0 : tensor<256x256xf16>
  %r = tile.mma %a, %b, %c : tensor<256x32xf16>, tensor<32x256xf16>, tensor<256x256xf16>
  return
}
// CHECK-LABEL: func @m128n256_by_16({{.*}} tile_gpu.num_warps = 16 : i32
// CHECK: tile_gpu.mma wgmma
func.func @m128n256_by_16(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 16>]} {
  %a = tile.splat %a0 : tensor<128x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<128x256xf32>
  %r = tile.mma %a, %b, %c : tensor<128x32xbf16>, tensor<32x256xbf16>, tensor<128x256xf32>
  return
}
// Two sums that one loop carries are held together; not so scores, which each iteration has anew, nor one sum that two MMAs add to.
// CHECK-LABEL: func @two_sums({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK-COUNT-2: tile_gpu.mma wgmma
func.func @two_sums(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<64x256xf32>
  %c0_i = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %t = %c0_i to %n step %c1 iter_args(%s = %c, %u = %c) -> (tensor<64x256xf32>, tensor<64x256xf32>) : i32 {
    %x = tile.mma %a, %b, %s : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %scaled = arith.mulf %u, %c : tensor<64x256xf32>
    %y = tile.mma %a, %b, %scaled : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    scf.yield %x, %y : tensor<64x256xf32>, tensor<64x256xf32>
  }
  return
}
// Neither one nor four warpgroups hold three; two do, with the registers that a producer's does not need.
// CHECK-LABEL: func @three_sums({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK-COUNT-3: tile_gpu.mma wgmma
func.func @three_sums(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<64x256xf32>
  %c0_i = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %t = %c0_i to %n step %c1 iter_args(%s0 = %c, %s1 = %c, %s2 = %c) -> (tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>) : i32 {
    %x0 = tile.mma %a, %b, %s0 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %x1 = tile.mma %a, %b, %s1 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %x2 = tile.mma %a, %b, %s2 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    scf.yield %x0, %x1, %x2 : tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>
  }
  return
}
// CHECK-LABEL: func @one_sum({{.*}} tile_gpu.num_warps = 4 : i32
// CHECK-COUNT-3: tile_gpu.mma wgmma
func.func @one_sum(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<64x256xf32>
  %c0_i = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %t = %c0_i to %n step %c1 iter_args(%s = %c) -> (tensor<64x256xf32>) : i32 {
    %x = tile.mma %a, %b, %s : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %y = tile.mma %a, %b, %x : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %scores = tile.mma %a, %b, %c : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %z = arith.addf %y, %scores : tensor<64x256xf32>
    scf.yield %z : tensor<64x256xf32>
  }
  return
}
// More warpgroups would not hold them either.
// CHECK-LABEL: func @two_sums_of_m128n256({{.*}} tile_gpu.num_warps = 8 : i32
func.func @two_sums_of_m128n256(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<128x256xf32>
  %c0_i = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %t = %c0_i to %n step %c1 iter_args(%s = %c, %u = %c) -> (tensor<128x256xf32>, tensor<128x256xf32>) : i32 {
    %x = tile.mma %a, %b, %s : tensor<128x32xbf16>, tensor<32x256xbf16>, tensor<128x256xf32>
    %y = tile.mma %a, %b, %u : tensor<128x32xbf16>, tensor<32x256xbf16>, tensor<128x256xf32>
    scf.yield %x, %y : tensor<128x256xf32>, tensor<128x256xf32>
  }
  return
}
// CHECK-LABEL: func @bytes({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.mma wgmma {{.*}} unsigned_b
func.func @bytes(%a0: i8, %b0: i8, %c0: i32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x128xi8>
  %b = tile.splat %b0 : tensor<128x64xi8>
  %c = tile.splat %c0 : tensor<128x64xi32>
  %r = tile.mma %a, %b, %c unsigned_b : tensor<128x128xi8>, tensor<128x64xi8>, tensor<128x64xi32>
  return
}
// CHECK-LABEL: func @tf32({{.*}} tile_gpu.num_warps = 4 : i32
// CHECK: tile_gpu.mma wgmma
func.func @tf32(%a0: tf32, %b0: tf32, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x32xtf32>
  %b = tile.splat %b0 : tensor<32x64xtf32>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %b, %c : tensor<64x32xtf32>, tensor<32x64xtf32>, tensor<64x64xf32>
  return
}

// f32 is exact, f64 has no wgmma.
// CHECK-LABEL: func @singles
// CHECK: tile_gpu.mma fma
func.func @singles(%a0: f32, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x64xf32>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %a, %c : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  return
}
// CHECK-LABEL: func @doubles
// CHECK: tile_gpu.mma mma_sync
func.func @doubles(%a0: f64, %c0: f64) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x64xf64>
  %c = tile.splat %c0 : tensor<64x64xf64>
  %r = tile.mma %a, %a, %c : tensor<64x64xf64>, tensor<64x64xf64>, tensor<64x64xf64>
  return
}
// Too few rows, columns, or depth.
// CHECK-LABEL: func @rows
// CHECK: tile_gpu.mma mma_sync
func.func @rows(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<32x64xbf16>
  %b = tile.splat %b0 : tensor<64x256xbf16>
  %c = tile.splat %c0 : tensor<32x256xf32>
  %r = tile.mma %a, %b, %c : tensor<32x64xbf16>, tensor<64x256xbf16>, tensor<32x256xf32>
  return
}
// CHECK-LABEL: func @columns
// CHECK: tile_gpu.mma mma_sync
func.func @columns(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<512x64xbf16>
  %b = tile.splat %b0 : tensor<64x4xbf16>
  %c = tile.splat %c0 : tensor<512x4xf32>
  %r = tile.mma %a, %b, %c : tensor<512x64xbf16>, tensor<64x4xbf16>, tensor<512x4xf32>
  return
}
// CHECK-LABEL: func @depth
// CHECK: tile_gpu.mma mma_sync
func.func @depth(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x8xbf16>
  %b = tile.splat %b0 : tensor<8x64xbf16>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %b, %c : tensor<64x8xbf16>, tensor<8x64xbf16>, tensor<64x64xf32>
  return
}
// Too few sums to wait for a warpgroup.
// CHECK-LABEL: func @small({{.*}} tile_gpu.num_warps = 2 : i32
// CHECK: tile_gpu.mma mma_sync
func.func @small(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x64xbf16>
  %b = tile.splat %b0 : tensor<64x32xbf16>
  %c = tile.splat %c0 : tensor<64x32xf32>
  %r = tile.mma %a, %b, %c : tensor<64x64xbf16>, tensor<64x32xbf16>, tensor<64x32xf32>
  return
}
// Operands that shared memory does not hold.
// CHECK-LABEL: func @deep
// CHECK: tile_gpu.mma mma_sync
func.func @deep(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x512xbf16>
  %b = tile.splat %b0 : tensor<512x128xbf16>
  %c = tile.splat %c0 : tensor<128x128xf32>
  %r = tile.mma %a, %b, %c : tensor<128x512xbf16>, tensor<512x128xbf16>, tensor<128x128xf32>
  return
}
// A hint of fewer warps than a warpgroup has.
// CHECK-LABEL: func @hinted({{.*}} tile_gpu.num_warps = 2 : i32
// CHECK: tile_gpu.mma mma_sync
func.func @hinted(%a0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 2>]} {
  %a = tile.splat %a0 : tensor<64x64xbf16>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %a, %c : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  return
}
// Each would fit alone.
// CHECK-LABEL: func @together
// CHECK-NOT: wgmma
// CHECK: return
func.func @together(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x256xbf16>
  %b = tile.splat %b0 : tensor<256x128xbf16>
  %d = tile.splat %b0 : tensor<256x128xbf16>
  %e = arith.negf %d : tensor<256x128xbf16>
  %c = tile.splat %c0 : tensor<128x128xf32>
  %r = tile.mma %a, %b, %c : tensor<128x256xbf16>, tensor<256x128xbf16>, tensor<128x128xf32>
  %s = tile.mma %a, %e, %c : tensor<128x256xbf16>, tensor<256x128xbf16>, tensor<128x128xf32>
  %g = arith.negf %a : tensor<128x256xbf16>
  %t = tile.mma %g, %e, %c : tensor<128x256xbf16>, tensor<256x128xbf16>, tensor<128x128xf32>
  return
}

// One MMA of tiles that a loop loads has the multiprocessor to itself, few rows by few columns, too: memory is the limit.
!a = !tile.partition_view<64x64, <?x4096xbf16, strides = [4096, 1]>, padding = zero>
!b = !tile.partition_view<64x16, <4096x64xbf16, strides = [64, 1]>, padding = zero>
// CHECK-LABEL: func @streamed({{.*}} tile_gpu.min_ctas = 1 : i32, tile_gpu.num_warps = 4 : i32
// CHECK: tile_gpu.mma wgmma
func.func @streamed(%p: !tile.ptr<bf16>, %q: !tile.ptr<bf16>, %m: i32, %n: i32) attributes {tile.kernel} {
  %ta = tile.make_tensor_view %p extents[%m : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x4096xbf16, strides = [4096, 1]>
  %va = tile.make_view %ta : !a
  %tb = tile.make_tensor_view %q : !tile.ptr<bf16> -> !tile.tensor_view<4096x64xbf16, strides = [64, 1]>
  %vb = tile.make_view %tb : !b
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x16xf32>) : i32 {
    %a = tile.load_view %va[%c0, %t : i32, i32] : !a
    %b = tile.load_view %vb[%t, %c0 : i32, i32] : !b
    %r = tile.mma %a, %b, %s : tensor<64x64xbf16>, tensor<64x16xbf16>, tensor<64x16xf32>
    scf.yield %r : tensor<64x16xf32>
  }
  return
}

// What is stored behind all MMAs takes the places of their operands, 192 KB here beside which its 128 KB do not fit.
!row_sums = !tile.partition_view<64x512, <?x512xf32, strides = [512, 1]>, padding = zero>
// CHECK-LABEL: func @stored_last({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK-COUNT-2: tile_gpu.mma wgmma
func.func @stored_last(%a0: bf16, %b0: bf16, %out: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %t = tile.make_tensor_view %out extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x512xf32, strides = [512, 1]>
  %v = tile.make_view %t : !row_sums
  %a = tile.splat %a0 : tensor<64x512xbf16>
  %b = tile.splat %b0 : tensor<512x64xbf16>
  %d = tile.splat %b0 : tensor<64x512xbf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x512xf32>
  %c0 = arith.constant 0 : i32
  %r = tile.mma %a, %b, %zero : tensor<64x512xbf16>, tensor<512x64xbf16>, tensor<64x64xf32>
  %w = tile.ftof %r : tensor<64x64xf32> -> tensor<64x64xbf16>
  %s = tile.mma %w, %d, %zeros : tensor<64x64xbf16>, tensor<64x512xbf16>, tensor<64x512xf32>
  tile.store_view %v[%n, %c0 : i32, i32], %s : !row_sums
  return
}
// Another MMA follows.
// CHECK-LABEL: func @stored_between
// CHECK-NOT: wgmma
// CHECK: return
func.func @stored_between(%a0: bf16, %b0: bf16, %out: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %t = tile.make_tensor_view %out extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x512xf32, strides = [512, 1]>
  %v = tile.make_view %t : !row_sums
  %a = tile.splat %a0 : tensor<64x512xbf16>
  %b = tile.splat %b0 : tensor<512x64xbf16>
  %d = tile.splat %b0 : tensor<64x512xbf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x512xf32>
  %c0 = arith.constant 0 : i32
  %r = tile.mma %a, %b, %zero : tensor<64x512xbf16>, tensor<512x64xbf16>, tensor<64x64xf32>
  %w = tile.ftof %r : tensor<64x64xf32> -> tensor<64x64xbf16>
  %s = tile.mma %w, %d, %zeros : tensor<64x64xbf16>, tensor<64x512xbf16>, tensor<64x512xf32>
  tile.store_view %v[%n, %c0 : i32, i32], %s : !row_sums
  %x = tile.mma %w, %d, %s : tensor<64x64xbf16>, tensor<64x512xbf16>, tensor<64x512xf32>
  tile.store_view %v[%n, %c0 : i32, i32], %x : !row_sums
  return
}
// The next block's operands come meanwhile.
// CHECK-LABEL: func @stored_by_staying
// CHECK-NOT: wgmma
// CHECK: return
func.func @stored_by_staying(%a0: bf16, %b0: bf16, %out: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.persistent} {
  %t = tile.make_tensor_view %out extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x512xf32, strides = [512, 1]>
  %v = tile.make_view %t : !row_sums
  %a = tile.splat %a0 : tensor<64x512xbf16>
  %b = tile.splat %b0 : tensor<512x64xbf16>
  %d = tile.splat %b0 : tensor<64x512xbf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x512xf32>
  %c0 = arith.constant 0 : i32
  %r = tile.mma %a, %b, %zero : tensor<64x512xbf16>, tensor<512x64xbf16>, tensor<64x64xf32>
  %w = tile.ftof %r : tensor<64x64xf32> -> tensor<64x64xbf16>
  %s = tile.mma %w, %d, %zeros : tensor<64x64xbf16>, tensor<64x512xbf16>, tensor<64x512xf32>
  tile.store_view %v[%n, %c0 : i32, i32], %s : !row_sums
  return
}
