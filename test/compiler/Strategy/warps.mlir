// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// How many warps the largest tile of a kernel gets: the table of compiler/Strategy/LayoutPlan.h.

// CHECK-LABEL: func @scalars({{.*}} tile_gpu.num_warps = 1 : i32
func.func @scalars(%n: i32) attributes {tile.kernel} {
  tile.print "%d" %n : i32
  return
}
// CHECK-LABEL: func @n256() {{.*}} tile_gpu.num_warps = 1 : i32
func.func @n256() attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  return
}
// CHECK-LABEL: func @n512() {{.*}} tile_gpu.num_warps = 2 : i32
func.func @n512() attributes {tile.kernel} {
  %i = tile.iota : tensor<512xi32>
  return
}
// CHECK-LABEL: func @n8192() {{.*}} tile_gpu.num_warps = 8 : i32
func.func @n8192() attributes {tile.kernel} {
  %i = tile.iota : tensor<8192xi32>
  return
}
// CHECK-LABEL: func @n16384() {{.*}} tile_gpu.num_warps = 16 : i32
func.func @n16384() attributes {tile.kernel} {
  %i = tile.iota : tensor<16384xi32>
  return
}
// CHECK-LABEL: func @n65536() {{.*}} tile_gpu.num_warps = 32 : i32
func.func @n65536() attributes {tile.kernel} {
  %i = tile.iota : tensor<65536xi32>
  return
}
// A hint decides.
// CHECK-LABEL: func @hinted() {{.*}} tile_gpu.num_warps = 4 : i32
func.func @hinted() attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 4>]} {
  %i = tile.iota : tensor<65536xi32>
  return
}
