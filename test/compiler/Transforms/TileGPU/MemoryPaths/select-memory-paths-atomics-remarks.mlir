// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="remarks=true target=sm_90a" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: tile-opt %s --tile-gpu-select-memory-paths="remarks=true target=sm_80" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,OLD
// How each atomic reaches memory: by which instruction, how many at once, and whether lanes that meet join.

#l = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]]>
!p = tensor<256x!tile.ptr<f32>, #l>
!h = tensor<256x!tile.ptr<f16>, #l>
!i = tensor<256x!tile.ptr<i32>, #l>
func.func @runs(%f: !tile.ptr<f32>, %g: !tile.ptr<f16>, %n: !tile.ptr<i32>, %d: !tile.ptr<f64>) attributes {tile_gpu.num_warps = 1 : i32} {
  %fa = tile.assume %f [#tile.divisible<16>] : !tile.ptr<f32>
  %ga = tile.assume %g [#tile.divisible<16>] : !tile.ptr<f16>
  %k = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %fs = tile.splat %fa : !p
  %fp = tile.offset %fs, %k : !p, tensor<256xi32, #l>
  %gs = tile.splat %ga : !h
  %gp = tile.offset %gs, %k : !h, tensor<256xi32, #l>
  %ns = tile.splat %n : !i
  %np = tile.offset %ns, %k : !i, tensor<256xi32, #l>
  %x = arith.constant dense<1.0> : tensor<256xf32, #l>
  %y = arith.constant dense<1.0> : tensor<256xf16, #l>
  %z = arith.constant dense<1> : tensor<256xi32, #l>
  // NEW: remark: reduction of 1024 bytes by registers, 16 bytes a lane and instruction, red{{$}}
  // OLD: remark: reduction of 1024 bytes by registers, 4 bytes a lane and instruction, red; not wider: sm_80 adds f32 one by one{{$}}
  tile_gpu.atomic_rmw add relaxed device %fp, %x : !p
  // NEW: remark: reduction of 512 bytes by registers, 16 bytes a lane and instruction, red{{$}}
  // OLD: remark: reduction of 512 bytes by registers, 4 bytes a lane and instruction, red; not wider: sm_80 adds f16 in pairs{{$}}
  tile_gpu.atomic_rmw add relaxed device %gp, %y : !h
  // CHECK: remark: reduction of 1024 bytes by registers, 4 bytes a lane and instruction, red; not wider: only sums of f32, f16 and bf16 have wide forms{{$}}
  tile_gpu.atomic_rmw add relaxed device %np, %z : !i
  // CHECK: remark: update of 1024 bytes by registers, 4 bytes a lane and instruction, atom; not wider: what gives old values back, acquires or exchanges goes one by one{{$}}
  %old = tile_gpu.atomic_rmw add relaxed device %fp, %x : !p -> tensor<256xf32, #l>
  // CHECK: remark: update of 1024 bytes by registers, 4 bytes a lane and instruction, atom; not wider
  tile_gpu.atomic_rmw add acquire device %fp, %x : !p
  // What is not aligned is not wider anywhere.
  %us = tile.splat %f : !p
  %up = tile.offset %us, %k : !p, tensor<256xi32, #l>
  // CHECK: remark: reduction of 1024 bytes by registers, 4 bytes a lane and instruction, red; not wider: {{addresses are only known to be multiples of 4 bytes; add assume_aligned|sm_80 adds f32 one by one}}
  tile_gpu.atomic_rmw add relaxed device %up, %x : !p
  // CHECK: remark: reduction of one element by one lane, red{{$}}
  %one = arith.constant 1 : i32
  tile_gpu.atomic_rmw add relaxed device %n, %one : !tile.ptr<i32>
  return
}

// Cells that were loaded: lanes may meet.
func.func @cells(%f: !tile.ptr<f32>, %c: !tile.ptr<i32>, %n: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %k = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %cs = tile.splat %c : !i
  %cp = tile.offset %cs, %k : !i, tensor<256xi32, #l>
  %at = tile_gpu.load %cp : !i
  %ns = tile.splat %n : !i
  %np = tile.offset %ns, %at : !i, tensor<256xi32, #l>
  %z = arith.constant dense<1> : tensor<256xi32, #l>
  // CHECK: remark: reduction of 1024 bytes by registers, 4 bytes a lane and instruction, red; not wider: only sums of f32, f16 and bf16 have wide forms; lanes that meet in a cell are joined{{$}}
  tile_gpu.atomic_rmw add relaxed device %np, %z : !i
  // CHECK: remark: update of {{.*}}; lanes that meet in a cell are not joined: old values are asked for{{$}}
  %old = tile_gpu.atomic_rmw add relaxed device %np, %z : !i -> tensor<256xi32, #l>
  // CHECK: remark: reduction of {{.*}}; lanes that meet in a cell are not joined: each is ordered by itself{{$}}
  tile_gpu.atomic_rmw add release device %np, %z : !i
  // CHECK: remark: update of {{.*}}; lanes that meet in a cell are not joined: an exchange leaves one value{{$}}
  tile_gpu.atomic_rmw exchange relaxed device %np, %z : !i
  %eight = arith.constant dense<8> : tensor<256xi32, #l>
  %eighth = arith.divui %k, %eight : tensor<256xi32, #l>
  %ep = tile.offset %ns, %eighth : !i, tensor<256xi32, #l>
  // CHECK: remark: reduction of {{.*}}; lanes that meet in a cell are not joined: their places are not loaded{{$}}
  tile_gpu.atomic_rmw add relaxed device %ep, %z : !i
  %own = tile_gpu.alloca 1024 bytes align 16 : !tile.ptr<i32>
  %os = tile.splat %own : !i
  %op = tile.offset %os, %at : !i, tensor<256xi32, #l>
  // CHECK: remark: reduction of 1024 bytes by registers, 4 bytes a lane and instruction, red in shared memory; {{.*}}; lanes that meet in a cell are not joined: shared memory adds up integers that meet{{$}}
  tile_gpu.atomic_rmw add relaxed device %op, %z : !i
  %floats = tile_gpu.alloca 1024 bytes align 16 : !tile.ptr<f32>
  %gs = tile.splat %floats : !p
  %gp = tile.offset %gs, %k : !p, tensor<256xi32, #l>
  %x = arith.constant dense<1.0> : tensor<256xf32, #l>
  // CHECK: remark: reduction of 1024 bytes by registers, 4 bytes a lane and instruction, red in shared memory; not wider: shared memory adds f32 one by one{{$}}
  tile_gpu.atomic_rmw add relaxed device %gp, %x : !p
  return
}

// CHECK: remark: {{.*}}a lane has more than 16 elements{{$}}
#many = #tile_gpu.layout<register = [[1], [2], [4], [8], [16]], lane = [[32], [64], [128], [256], [512]]>
!many = tensor<1024x!tile.ptr<i32>, #many>
func.func @many(%c: !tile.ptr<i32>, %n: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %k = tile_gpu.coordinate 0 : tensor<1024xi32, #many>
  %cs = tile.splat %c : !many
  %cp = tile.offset %cs, %k : !many, tensor<1024xi32, #many>
  %at = tile_gpu.load %cp : !many
  %ns = tile.splat %n : !many
  %np = tile.offset %ns, %at : !many, tensor<1024xi32, #many>
  %z = arith.constant dense<1> : tensor<1024xi32, #many>
  tile_gpu.atomic_rmw add relaxed device %np, %z : !many
  return
}

// The others.
// CHECK: remark: atomic load of 1024 bytes by registers, 4 bytes a lane and instruction; not wider: it goes one by one{{$}}
// CHECK: remark: atomic store of 1024 bytes by registers
// CHECK: remark: compare-exchange of 1024 bytes by registers
// CHECK: remark: atomic load of one element by one lane{{$}}
func.func @others(%n: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %k = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %ns = tile.splat %n : !i
  %np = tile.offset %ns, %k : !i, tensor<256xi32, #l>
  %a = tile_gpu.atomic_load relaxed device %np : !i
  tile_gpu.atomic_store relaxed device %np, %a : !i
  %b = tile_gpu.atomic_cas relaxed device %np, %a, %a : !i -> tensor<256xi32, #l>
  %c = tile_gpu.atomic_load relaxed device %n : !tile.ptr<i32>
  return
}
