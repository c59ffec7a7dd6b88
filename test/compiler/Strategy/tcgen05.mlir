// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_100a | FileCheck %s
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_103a | FileCheck %s --check-prefix=LATER
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_100f | FileCheck %s --check-prefix=LATER
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=compute_100 | FileCheck %s --check-prefix=PORTABLE
// What goes to tensor memory and how many warps share it: the table of compiler/Strategy/Tcgen05Strategy.h.
// PORTABLE-NOT: tcgen05

// CHECK-LABEL: func @m64n64({{.*}} tile_gpu.num_warps = 4 : i32
// CHECK: tile_gpu.mma tcgen05
func.func @m64n64(%a0: bf16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x64xbf16>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.mma %a, %a, %c : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  return
}
// CHECK-LABEL: func @m128n128({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.mma tcgen05
func.func @m128n128(%a0: f8E5M2, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x128xf8E5M2>
  %c = tile.splat %c0 : tensor<128x128xf32>
  %r = tile.mma %a, %a, %c : tensor<128x128xf8E5M2>, tensor<128x128xf8E5M2>, tensor<128x128xf32>
  return
}
// All 512 columns.
// CHECK-LABEL: func @m256n256({{.*}} tile_gpu.num_warps = 16 : i32
// CHECK: tile_gpu.mma tcgen05
func.func @m256n256(%a0: f16, %b0: f16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x32xf16>
  %b = tile.splat %b0 : tensor<32x256xf16>
  %c = tile.splat %c0 : tensor<256x256xf32>
  %r = tile.mma %a, %b, %c : tensor<256x32xf16>, tensor<32x256xf16>, tensor<256x256xf32>
  return
}
// 768 columns are too many: all MMAs of the kernel stay with mma.sync.
// CHECK-LABEL: func @columns
// CHECK-NOT: tcgen05
// CHECK: tile_gpu.mma mma_sync
func.func @columns(%a0: f16, %b0: f16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x32xf16>
  %b = tile.splat %b0 : tensor<32x256xf16>
  %e = tile.splat %b0 : tensor<32x128xf16>
  %c = tile.splat %c0 : tensor<256x256xf32>
  %d = tile.splat %c0 : tensor<256x128xf32>
  %r = tile.mma %a, %b, %c : tensor<256x32xf16>, tensor<32x256xf16>, tensor<256x256xf32>
  %s = tile.mma %a, %e, %d : tensor<256x32xf16>, tensor<32x128xf16>, tensor<256x128xf32>
  return
}
// Sums in f16, few rows, and MMAs of f32 go other ways.
// CHECK-LABEL: func @halves
// CHECK-NOT: tcgen05
// CHECK: tile_gpu.mma mma_sync
func.func @halves(%a0: f16) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x128xf16>
  %r = tile.mma %a, %a, %a : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf16>
  return
}
// CHECK-LABEL: func @few_rows
// CHECK-NOT: tcgen05
// CHECK: tile_gpu.mma mma_sync
func.func @few_rows(%a0: f16, %b0: f16, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<32x64xf16>
  %b = tile.splat %b0 : tensor<64x256xf16>
  %c = tile.splat %c0 : tensor<32x256xf32>
  %r = tile.mma %a, %b, %c : tensor<32x64xf16>, tensor<64x256xf16>, tensor<32x256xf32>
  return
}
// Only 10.0 itself multiplies integers there, not its family.
// CHECK-LABEL: func @integers
// CHECK: tile_gpu.mma tcgen05
// LATER-LABEL: func @integers
// LATER: tile_gpu.mma mma_sync
func.func @integers(%a0: i8, %c0: i32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x128xi8>
  %c = tile.splat %c0 : tensor<128x128xi32>
  %r = tile.mma %a, %a, %c : tensor<128x128xi8>, tensor<128x128xi8>, tensor<128x128xi32>
  return
}
// Block-scaled MMAs go there with their scales, where both have columns and all 128 rows are used; else their operands are scaled first.
// CHECK-LABEL: func @scaled({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.scaled_mma tcgen05
// LATER-LABEL: func @scaled(
// LATER: tile_gpu.scaled_mma tcgen05
func.func @scaled(%a0: f8E4M3FN, %s0: f8E8M0FNU, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<128x128xf8E4M3FN>
  %s = tile.splat %s0 : tensor<128x4xf8E8M0FNU>
  %t = tile.splat %s0 : tensor<4x128xf8E8M0FNU>
  %c = tile.splat %c0 : tensor<128x128xf32>
  %r = tile.scaled_mma %a scale %s, %a scale %t, %c : tensor<128x128xf8E4M3FN>, tensor<128x4xf8E8M0FNU>, tensor<128x128xf8E4M3FN>, tensor<4x128xf8E8M0FNU>, tensor<128x128xf32>
  return
}
// CHECK-LABEL: func @scaled_fours({{.*}} tile_gpu.num_warps = 8 : i32
// CHECK: tile_gpu.scaled_mma tcgen05
func.func @scaled_fours(%a0: f4E2M1FN, %s0: f8E8M0FNU, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x64xf4E2M1FN>
  %b = tile.splat %a0 : tensor<64x128xf4E2M1FN>
  %s = tile.splat %s0 : tensor<256x4xf8E8M0FNU>
  %t = tile.splat %s0 : tensor<4x128xf8E8M0FNU>
  %c = tile.splat %c0 : tensor<256x128xf32>
  %r = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<256x64xf4E2M1FN>, tensor<256x4xf8E8M0FNU>, tensor<64x128xf4E2M1FN>, tensor<4x128xf8E8M0FNU>, tensor<256x128xf32>
  return
}
// CHECK-LABEL: func @scaled_half
// CHECK-NOT: tile_gpu.scaled_mma
// CHECK: tile_gpu.mma tcgen05 {{.*}}xbf16
func.func @scaled_half(%a0: f8E4M3FN, %s0: f8E8M0FNU, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<64x64xf8E4M3FN>
  %s = tile.splat %s0 : tensor<64x2xf8E8M0FNU>
  %t = tile.splat %s0 : tensor<2x64xf8E8M0FNU>
  %c = tile.splat %c0 : tensor<64x64xf32>
  %r = tile.scaled_mma %a scale %s, %a scale %t, %c : tensor<64x64xf8E4M3FN>, tensor<64x2xf8E8M0FNU>, tensor<64x64xf8E4M3FN>, tensor<2x64xf8E8M0FNU>, tensor<64x64xf32>
  return
}
// All 512 columns are sums'.
// CHECK-LABEL: func @scaled_columns
// CHECK-NOT: tile_gpu.scaled_mma
// CHECK: tile_gpu.mma tcgen05 {{.*}}xf16
func.func @scaled_columns(%a0: f4E2M1FN, %s0: f8E4M3FN, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<256x64xf4E2M1FN>
  %b = tile.splat %a0 : tensor<64x256xf4E2M1FN>
  %s = tile.splat %s0 : tensor<256x4xf8E4M3FN>
  %t = tile.splat %s0 : tensor<4x256xf8E4M3FN>
  %c = tile.splat %c0 : tensor<256x256xf32>
  %r = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<256x64xf4E2M1FN>, tensor<256x4xf8E4M3FN>, tensor<64x256xf4E2M1FN>, tensor<4x256xf8E4M3FN>, tensor<256x256xf32>
  return
}
// Rows and columns change places where the columns are enough.
// CHECK-LABEL: func @scaled_few_rows
// CHECK: tile_gpu.scaled_mma tcgen05 {{.*}} : tensor<128x64xf8E5M2, {{.*}}>, tensor<128x2xf8E8M0FNU, {{.*}}>, tensor<64x32xf8E5M2
func.func @scaled_few_rows(%a0: f8E5M2, %s0: f8E8M0FNU, %c0: f32) attributes {tile.kernel} {
  %a = tile.splat %a0 : tensor<32x64xf8E5M2>
  %b = tile.splat %a0 : tensor<64x128xf8E5M2>
  %s = tile.splat %s0 : tensor<32x2xf8E8M0FNU>
  %t = tile.splat %s0 : tensor<2x128xf8E8M0FNU>
  %c = tile.splat %c0 : tensor<32x128xf32>
  %r = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<32x64xf8E5M2>, tensor<32x2xf8E8M0FNU>, tensor<64x128xf8E5M2>, tensor<2x128xf8E8M0FNU>, tensor<32x128xf32>
  return
}
