// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.ptx
// RUN: FileCheck %s < %t.ptx && %ptxas -arch=sm_90a -o /dev/null %t.ptx
// REQUIRES: ptxas
// The signature is that of the source: any parameter type, in order, nothing added.

// CHECK: .visible .entry parameters(
// CHECK-NEXT: .param .u8 parameters_param_0,
// CHECK-NEXT: .param .u8 parameters_param_1,
// CHECK-NEXT: .param .u16 parameters_param_2,
// CHECK-NEXT: .param .u32 parameters_param_3,
// CHECK-NEXT: .param .u64 parameters_param_4,
// CHECK-NEXT: .param .align 2 .b8 parameters_param_5[2],
// CHECK-NEXT: .param .align 2 .b8 parameters_param_6[2],
// CHECK-NEXT: .param .f32 parameters_param_7,
// CHECK-NEXT: .param .f32 parameters_param_8,
// CHECK-NEXT: .param .f64 parameters_param_9,
// CHECK-NEXT: .param .u8 parameters_param_10,
// CHECK-NEXT: .param .u64 .ptr .align 1 parameters_param_11
// CHECK-NEXT: )
// CHECK-NEXT: .reqntid 64, 1, 1
func.func @parameters(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: f16, %g: bf16, %h: tf32, %i: f32, %j: f64, %k: f8E4M3FN,
                      %p: !tile.ptr<i1> {tile.restrict, tile.parameter = "p"})
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  tile_gpu.store %p, %a : !tile.ptr<i1>
  return
}

// Registers leave room for that many CTAs.
// CHECK: .visible .entry hinted(
// CHECK: .minnctapersm 8
func.func @hinted(%p: !tile.ptr<i32>, %x: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32,
    tile_gpu.min_ctas = 8 : i32} {
  tile_gpu.store %p, %x : !tile.ptr<i32>
  return
}
