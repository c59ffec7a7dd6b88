// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-pipeline-loops=stages=3 --split-input-file | FileCheck %s

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
// The stage buffer: the registers of an access, lanes, warps.
// CHECK-DAG: #[[ORDER:shared.*]] = #tile_gpu.shared<{{\[}}[1], [2], [4], [8], [16], [32], [64], [128], [256]]>

// A sum over tiles: prologue, a loop that is two iterations ahead, drain. No barrier: lanes read what they copied.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[P:[a-z0-9]*]]: !tile.ptr<f32>, %[[N:[a-z0-9]*]]: i32
// CHECK: %[[RING:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<512xf32, #[[ORDER]], stages = 3>
// CHECK: arith.divui
// CHECK: %[[TRIPS:.*]] = arith.select
// CHECK: %[[NONE:.*]] = tile_gpu.no_copies
// CHECK: %[[FIRST:.*]]:2 = scf.for %[[K:.*]] = %{{.*}} to %[[TWO:.*]] step %{{.*}} iter_args(%{{.*}} = %[[NONE]], %[[LAST:.*]] = %[[NONE]]) -> (!tile_gpu.token, !tile_gpu.token)
// CHECK:   scf.if
// CHECK:     %[[I:.*]] = arith.addi
// CHECK:     tile.offset
// CHECK:     tile_gpu.buffer_stage %[[RING]][%[[K]]]
// CHECK:     tile_gpu.async_copy {{.*}} vector 4
// CHECK:   } else {
// CHECK:     tile_gpu.no_copies
// CHECK:   %[[G:.*]] = tile_gpu.async_commit
// CHECK:   scf.yield %[[LAST]], %[[G]]
// CHECK: %[[LOOP:.*]]:6 = scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[LEFT:.*]] = %[[TRIPS]], %[[READ:.*]] = %{{.*}}, %[[WRITE:.*]] = %{{.*}}, %[[G0:.*]] = %[[FIRST]]#0, %[[G1:.*]] = %[[FIRST]]#1)
// CHECK:   %[[ARRIVED:.*]] = tile_gpu.async_wait %[[G0]] pending 1
// CHECK-NOT: memory_barrier
// CHECK:   %[[MORE:.*]] = arith.cmpi ugt, %[[LEFT]], %{{.*}}
// CHECK:   scf.if %[[MORE]]
// CHECK:     tile_gpu.buffer_stage %[[RING]][%[[WRITE]]]
// CHECK:     tile_gpu.async_copy
// CHECK:   %[[G2:.*]] = tile_gpu.async_commit
// CHECK:   %[[SLOT:.*]] = tile_gpu.buffer_stage %[[RING]][%[[READ]]]
// CHECK:   %[[X:.*]] = tile_gpu.buffer_load %[[SLOT]] after %[[ARRIVED]] : {{.*}} -> tensor<512xf32, #{{.*}}>
// CHECK:   %[[S:.*]] = arith.addf %[[ACC]], %[[X]]
// CHECK:   scf.yield %[[S]], %{{.*}}, %{{.*}}, %{{.*}}, %[[G1]], %[[G2]]
// CHECK: tile_gpu.async_wait %[[LOOP]]#4, %[[LOOP]]#5 pending 0
// CHECK: tile_gpu.free_buffer %[[RING]]
// CHECK: tile_gpu.store {{.*}}, %[[LOOP]]#0
func.func @sum(%p: !tile.ptr<f32>, %n: i32, %q: tensor<512x!tile.ptr<f32>, #l>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c512 = arith.constant 512 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #l>
  %at = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<512xf32, #l> : i32 {
    %o = arith.muli %i, %c512 : i32
    %pi = tile.offset %p, %o : !tile.ptr<f32>, i32
    %ps = tile.splat %pi : tensor<512x!tile.ptr<f32>, #l>
    %pp = tile.offset %ps, %at : tensor<512x!tile.ptr<f32>, #l>, tensor<512xi32, #l>
    %x = tile_gpu.load %pp vector 4 : tensor<512x!tile.ptr<f32>, #l>
    %s = arith.addf %acc, %x : tensor<512xf32, #l>
    scf.yield %s : tensor<512xf32, #l>
  }
  tile_gpu.store %q, %sum vector 4 : tensor<512x!tile.ptr<f32>, #l>
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
// Copies leave zero where the mask is false; other padding is put in when the tile is read, by the mask of the iteration.
// CHECK-LABEL: func @masked
// CHECK: tile_gpu.async_copy {{.*}} mask
// CHECK: scf.for
// CHECK: tile_gpu.async_commit
// CHECK: %[[MASK:[0-9]+]] = arith.cmpi slt
// CHECK: %[[ZERO:.*]] = tile_gpu.buffer_load
// CHECK-NEXT: %[[NONZERO:.*]] = tile_gpu.buffer_stage
// CHECK-NEXT: %[[X:.*]] = tile_gpu.buffer_load
// CHECK-NEXT: %[[Y:.*]] = arith.select %[[MASK]], %[[X]], %{{.*}}
// CHECK-NEXT: arith.maximumf %[[ZERO]], %[[Y]]
func.func @masked(%p: !tile.ptr<f32>, %n: i32, %q: tensor<512x!tile.ptr<f32>, #l>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c512 = arith.constant 512 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #l>
  %least = arith.constant dense<0xFF800000> : tensor<512xf32, #l>
  %at = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %ps = tile.splat %p : tensor<512x!tile.ptr<f32>, #l>
  %ns = tile.splat %n : tensor<512xi32, #l>
  %max = scf.for %i = %c0 to %n step %c512 iter_args(%acc = %least) -> tensor<512xf32, #l> : i32 {
    %is = tile.splat %i : tensor<512xi32, #l>
    %o = arith.addi %is, %at : tensor<512xi32, #l>
    %m = arith.cmpi slt, %o, %ns : tensor<512xi32, #l>
    %pp = tile.offset %ps, %o : tensor<512x!tile.ptr<f32>, #l>, tensor<512xi32, #l>
    %x = tile_gpu.load %pp mask %m padding %zero vector 4 : tensor<512x!tile.ptr<f32>, #l>
    %y = tile_gpu.load %pp mask %m padding %least vector 4 : tensor<512x!tile.ptr<f32>, #l>
    %z = arith.maximumf %x, %y : tensor<512xf32, #l>
    %s = arith.maximumf %acc, %z : tensor<512xf32, #l>
    scf.yield %s : tensor<512xf32, #l>
  }
  tile_gpu.store %q, %max vector 4 : tensor<512x!tile.ptr<f32>, #l>
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0], [0]]>
// Every warp holds the tile: one copies, all read. One barrier in an iteration, before the next copy and the read.
// CHECK-LABEL: func @replicated
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tile_gpu.async_wait
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK: tile_gpu.async_copy
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.buffer_load
// CHECK: scf.yield
func.func @replicated(%p: !tile.ptr<f32>, %n: i32, %q: tensor<128x!tile.ptr<f32>, #l>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128xf32, #l>
  %at = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<128xf32, #l> : i32 {
    %pi = tile.offset %p, %i : !tile.ptr<f32>, i32
    %ps = tile.splat %pi : tensor<128x!tile.ptr<f32>, #l>
    %pp = tile.offset %ps, %at : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
    %x = tile_gpu.load %pp : tensor<128x!tile.ptr<f32>, #l>
    %s = arith.addf %acc, %x : tensor<128xf32, #l>
    scf.yield %s : tensor<128xf32, #l>
  }
  tile_gpu.store %q, %sum vector 4 : tensor<128x!tile.ptr<f32>, #l>
  return
}

// -----
#l = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
// Two bytes at a time cannot be copied: the next iteration's tile is loaded to registers and carried. Zeros where there is
// no iteration.
// CHECK-LABEL: func @narrow
// CHECK: %[[FIRST:.*]] = scf.if
// CHECK: tile_gpu.load
// CHECK: } else {
// CHECK: arith.constant dense<0.0
// CHECK: scf.for %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[X:.*]] = %[[FIRST]])
// CHECK: %[[NEXT:.*]] = scf.if
// CHECK: tile_gpu.load
// CHECK: scf.yield %[[X]]
// CHECK: %[[S:.*]] = arith.addf %[[ACC]], %[[X]]
// CHECK: scf.yield %[[S]], %{{.*}}, %[[NEXT]]
func.func @narrow(%p: !tile.ptr<f16>, %n: i64, %q: tensor<256x!tile.ptr<f16>, #l>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<256xf16, #l>
  %at = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<256xf16, #l> : i64 {
    %pi = tile.offset %p, %i : !tile.ptr<f16>, i64
    %ps = tile.splat %pi : tensor<256x!tile.ptr<f16>, #l>
    %pp = tile.offset %ps, %at : tensor<256x!tile.ptr<f16>, #l>, tensor<256xi32, #l>
    %x = tile_gpu.load %pp : tensor<256x!tile.ptr<f16>, #l>
    %s = arith.addf %acc, %x : tensor<256xf16, #l>
    scf.yield %s : tensor<256xf16, #l>
  }
  tile_gpu.store %q, %sum : tensor<256x!tile.ptr<f16>, #l>
  return
}
