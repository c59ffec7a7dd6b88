// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More reasons for which loads are left as they were.
// RUN: tile-opt %s --tile-gpu-pipeline-loops="remarks stages=4" -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --tile-gpu-pipeline-loops="remarks stages=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK: remark: pipelined: 1 load by asynchronous copies into 4 stages
// ONE: remark: not pipelined: one stage is asked for
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @one_slot(%p: !tile.ptr<f32>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %at = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %pi = tile.offset %p, %i : !tile.ptr<f32>, i32
    %ps = tile.splat %pi : !ptrs
    %pp = tile.offset %ps, %at : !ptrs, tensor<128xi32, #l>
    %x = tile_gpu.load %pp : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  return
}

// CHECK: remark: {{.*}}it is inside of 'scf.execute_region'
func.func @inside(%p: !tile.ptr<f32>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %at = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %pi = tile.offset %p, %i : !tile.ptr<f32>, i32
    %ps = tile.splat %pi : !ptrs
    %pp = tile.offset %ps, %at : !ptrs, tensor<128xi32, #l>
    scf.execute_region {
      %x = tile_gpu.load %pp : !ptrs
      tile_gpu.print "%f" %x : tensor<128xf32, #l>
      scf.yield
    }
  }
  return
}

// Bytes that a lane would have to hold for an iteration.
// CHECK: remark: {{.*}}too narrow for a stage buffer, it would take {{[0-9]+}} registers of a lane
#wide = #tile_gpu.layout<register = [[32], [64], [128], [256], [512], [1024], [2048], [4096]], lane = [[1], [2], [4], [8], [16]], warp = []>
!bytes = tensor<8192x!tile.ptr<i8>, #wide>
func.func @narrow(%p: !tile.ptr<i8>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %at = tile_gpu.coordinate 0 : tensor<8192xi32, #wide>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %pi = tile.offset %p, %i : !tile.ptr<i8>, i32
    %ps = tile.splat %pi : !bytes
    %pp = tile.offset %ps, %at : !bytes, tensor<8192xi32, #wide>
    %x = tile_gpu.load %pp : !bytes
    tile_gpu.print "%d" %x : tensor<8192xi8, #wide>
  }
  return
}
