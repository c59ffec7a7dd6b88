// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_90a" 2>&1 | FileCheck %s --implicit-check-not=too.few
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_100a" 2>&1 | FileCheck %s --check-prefix=BLACKWELL --implicit-check-not=too.few
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_80" 2>&1 | FileCheck %s --check-prefix=AMPERE --implicit-check-not=too.few
// RUN: tile-opt %s --convert-tile-to-tile-gpu="remarks=true architecture=sm_120a" 2>&1 | FileCheck %s --check-prefix=AMPERE --implicit-check-not=too.few
// Hints ask for no more CTAs, and no more or fewer warps, than leave a lane the registers that MMAs by wgmma or tcgen05 need, or the sums
// and a step's operands of those by mma.sync or multiply-adds.

// 128 sums of a lane and 30 besides.
// CHECK: remark: {{.*}}; planned with registers for 1 CTA; 2 CTAs, by a hint, would leave MMAs too few registers
// AMPERE: remark: 8 warps{{.*}}; planned with registers for 1 CTA; 2 CTAs, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: {{.*}}; planned with registers for 2 CTAs
// AMPERE: remark: 4 warps{{.*}}; planned with registers for 2 CTAs; 4 CTAs, by a hint, would leave MMAs too few registers
// CHECK: remark: {{.*}}; planned with registers for 2 CTAs; 4 CTAs, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: {{.*}}; planned with registers for 2 CTAs; 4 CTAs, by a hint, would leave MMAs too few registers
// 64 sums and 30 besides: 96 registers of a lane; by mma.sync, with 24 of operands, 128.
// AMPERE: remark: 4 warps{{.*}}; planned with registers for 4 CTAs; {{.*}} CTAs, by a hint, would leave MMAs too few registers
// CHECK: remark: {{.*}}; planned with registers for 4 CTAs; 16 CTAs, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: {{.*}}; planned with registers for 3 CTAs; 16 CTAs, by a hint, would leave MMAs too few registers
// Two sums of 64, one after the other from tensor memory, are all registers of 16 warps.
// CHECK: remark: 8 warps{{.*}}; 16 warps, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: 8 warps{{.*}}; 16 warps, by a hint, would leave MMAs too few registers

// Two warpgroups hold three sums of 64x256 with what a producer's does not need, four do not.
// CHECK: remark: 8 warps
// CHECK: remark: 8 warps{{.*}}; 16 warps, by a hint, would leave MMAs too few registers
// Four sums have too few in any number of warps, the fewest missing in two warpgroups.
// CHECK: remark: 8 warps{{.*}}; 16 warps, by a hint, would leave MMAs too few registers

// 32 sums, 16 registers of operands and 30 besides: 80 of a lane. 64 sums of f32 are two warps', with 64 registers of operands.
// CHECK: remark: 4 warps{{.*}}; planned with registers for 6 CTAs; 8 CTAs, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: 4 warps{{.*}}; planned with registers for 6 CTAs; 8 CTAs, by a hint, would leave MMAs too few registers
// AMPERE: remark: 4 warps{{.*}}; planned with registers for 6 CTAs; 8 CTAs, by a hint, would leave MMAs too few registers
// CHECK: remark: 2 warps{{.*}}; planned with registers for 4 CTAs; 8 CTAs, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: 2 warps{{.*}}; planned with registers for 4 CTAs; 8 CTAs, by a hint, would leave MMAs too few registers
// AMPERE: remark: 2 warps{{.*}}; planned with registers for 6 CTAs; 8 CTAs, by a hint, would leave MMAs too few registers

// 64 sums and as many of operands that are 16 deep leave nothing of the 128 that lanes of 16 warps have. In eight there
// are 128 sums, 48 of operands that are 8 deep, and what else a lane has, beside a producer what that does not need.
// CHECK: remark: 8 warps{{.*}}; 16 warps, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: 8 warps{{.*}}; 16 warps, by a hint, would leave MMAs too few registers

// 256 sums are more than a lane has; from tensor memory they come in parts.
// CHECK: remark: 8 warps{{.*}}; 4 warps, by a hint, would leave MMAs too few registers
// BLACKWELL: remark: 4 warps
// AMPERE: remark: 8 warps{{.*}}; 4 warps, by a hint, would leave MMAs too few registers
// These have too few in any number of warps.
// CHECK: remark: 16 warps{{.*}}; 16 warps, by a hint, leave MMAs too few registers{{$}}
// AMPERE: remark: 16 warps{{.*}}; 16 warps, by a hint, leave MMAs too few registers{{$}}

// Where a hint says how many warps, they are held to no more CTAs than it leaves registers.
// CHECK: remark: 4 warps{{.*}}; planned with registers for 1 CTA

// CHECK: func @two_of_128x256({{.*}} tile_gpu.min_ctas = 1
func.func @two_of_128x256(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, occupancy = 2>]} {
  %a = tile.splat %a0 : tensor<128x64xbf16>
  %b = tile.splat %b0 : tensor<64x256xbf16>
  %c = tile.splat %c0 : tensor<128x256xf32>
  %r = tile.mma %a, %b, %c : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
  return
}
// CHECK: func @four_of_128x128({{.*}} tile_gpu.min_ctas = 2
func.func @four_of_128x128(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, occupancy = 4>]} {
  %a = tile.splat %a0 : tensor<128x64xbf16>
  %b = tile.splat %b0 : tensor<64x128xbf16>
  %c = tile.splat %c0 : tensor<128x128xf32>
  %r = tile.mma %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  return
}
// CHECK: func @sixteen_of_64x128({{.*}} tile_gpu.min_ctas = 4
func.func @sixteen_of_64x128(%a0: bf16, %b0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, occupancy = 16>]} {
  %a = tile.splat %a0 : tensor<64x64xbf16>
  %b = tile.splat %b0 : tensor<64x128xbf16>
  %c = tile.splat %c0 : tensor<64x128xf32>
  %r = tile.mma %a, %b, %c : tensor<64x64xbf16>, tensor<64x128xbf16>, tensor<64x128xf32>
  return
}
// CHECK: func @two_sums_by_16_warps({{.*}} tile_gpu.num_warps = 8
func.func @two_sums_by_16_warps(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 16>]} {
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
// CHECK: func @three_sums_by_8_warps({{.*}} tile_gpu.num_warps = 8
func.func @three_sums_by_8_warps(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 8>]} {
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
// CHECK: func @three_sums_by_16_warps({{.*}} tile_gpu.num_warps = 8
func.func @three_sums_by_16_warps(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 16>]} {
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
// CHECK: func @four_sums_by_16_warps({{.*}} tile_gpu.num_warps = 8
func.func @four_sums_by_16_warps(%a0: bf16, %b0: bf16, %c0: f32, %n: i32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 16>]} {
  %a = tile.splat %a0 : tensor<64x32xbf16>
  %b = tile.splat %b0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<64x256xf32>
  %c0_i = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:4 = scf.for %t = %c0_i to %n step %c1 iter_args(%s0 = %c, %s1 = %c, %s2 = %c, %s3 = %c) -> (tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>) : i32 {
    %x0 = tile.mma %a, %b, %s0 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %x1 = tile.mma %a, %b, %s1 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %x2 = tile.mma %a, %b, %s2 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    %x3 = tile.mma %a, %b, %s3 : tensor<64x32xbf16>, tensor<32x256xbf16>, tensor<64x256xf32>
    scf.yield %x0, %x1, %x2, %x3 : tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>
  }
  return
}
func.func @eight_of_64x64(%a0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, occupancy = 8>]} {
  %a = tile.splat %a0 : tensor<64x32xbf16>
  %b = tile.splat %a0 : tensor<32x64xbf16>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %b, %c : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
  return
}
// CHECK: func @eight_of_64x64_f32({{.*}} tile_gpu.min_ctas = 4
func.func @eight_of_64x64_f32(%c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, occupancy = 8>]} {
  %a = tile.splat %c0 : tensor<64x16xf32>
  %b = tile.splat %c0 : tensor<16x64xf32>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %b, %c : tensor<64x16xf32>, tensor<16x64xf32>, tensor<64x64xf32>
  return
}
// CHECK: func @f64_by_16_warps({{.*}} tile_gpu.num_warps = 8
func.func @f64_by_16_warps(%c0: f64) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 16>]} {
  %a = tile.splat %c0 : tensor<128x16xf64>
  %b = tile.splat %c0 : tensor<16x128xf64>
  %c = tile.splat %c0 : tensor<128x128xf64>
  %r = tile.mma %a, %b, %c : tensor<128x16xf64>, tensor<16x128xf64>, tensor<128x128xf64>
  return
}
// CHECK: func @few_warps({{.*}} tile_gpu.num_warps = 8
func.func @few_warps(%a0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 4>]} {
  %a = tile.splat %a0 : tensor<128x32xbf16>
  %b = tile.splat %a0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<128x256xf32>
  %r = tile.mma %a, %b, %c : tensor<128x32xbf16>, tensor<32x256xbf16>, tensor<128x256xf32>
  return
}
// CHECK: func @too_large({{.*}} tile_gpu.num_warps = 16
func.func @too_large(%a0: bf16, %c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 16>]} {
  %a = tile.splat %a0 : tensor<256x32xbf16>
  %b = tile.splat %a0 : tensor<32x256xbf16>
  %c = tile.splat %c0 : tensor<256x256xf32>
  %r = tile.mma %a, %b, %c : tensor<256x32xbf16>, tensor<32x256xbf16>, tensor<256x256xf32>
  return
}
// CHECK: func @own_ctas({{.*}} tile_gpu.min_ctas = 1
func.func @own_ctas(%c0: f32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 4>]} {
  %a = tile.splat %c0 : tensor<128x8xf32>
  %b = tile.splat %c0 : tensor<8x128xf32>
  %c = tile.splat %c0 : tensor<128x128xf32>
  %r = tile.mma %a, %b, %c : tensor<128x8xf32>, tensor<8x128xf32>, tensor<128x128xf32>
  return
}
