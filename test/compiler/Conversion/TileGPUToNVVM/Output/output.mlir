// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// printf: one call as long as the driver's limit of 32 arguments allows, else loops. Lengths follow the values.

#l = #tile_gpu.layout<register = [], lane = [[1], [2], [0], [0], [0]], warp = []>
#m = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>

// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("int %5d long %lld float %.3f %%\0A\00") {addr_space = 1 : i32
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("row [%d, %d, %d, %d]\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @__tilec_string{{.*}}("x < 3\00")
// CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) attributes {passthrough = ["noreturn"]}

// CHECK-LABEL: llvm.func @scalars
// CHECK: llvm.alloca {{.*}} x !llvm.struct<(i32, i64, f64)>
// CHECK: scf.if
// CHECK: arith.extf {{.*}} : f32 to f64
// CHECK: llvm.call @vprintf
func.func @scalars(%i: i32, %l: i64, %f: f32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  tile_gpu.print "int %5ld long %d float %.3f %%\0A" %i, %l, %f : i32, i64, f32
  return
}
// CHECK-LABEL: llvm.func @small_tile
// CHECK: nvvm.bar.warp.sync
// CHECK: scf.if
// CHECK-COUNT-1: llvm.call @vprintf
// CHECK-NOT: llvm.call @vprintf
// CHECK-LABEL: llvm.func @large_tile
// CHECK: scf.for
// CHECK: scf.for
func.func @small_tile() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<4xi32, #l>
  tile_gpu.print "row %d\0A" %i : tensor<4xi32, #l> {shared_offset = 0 : i64}
  return
}
func.func @large_tile() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<8x8xi32, #m>
  tile_gpu.print "%d\0A" %i : tensor<8x8xi32, #m> {shared_offset = 0 : i64}
  return
}
// CHECK-LABEL: llvm.func @assertion
// CHECK: scf.if
// CHECK: llvm.call @__assertfail
func.func @assertion(%c: i1) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  tile_gpu.assert %c, "x < 3" in "assertion"
  return
}

