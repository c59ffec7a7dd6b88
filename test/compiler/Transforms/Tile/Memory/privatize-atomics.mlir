// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --tile-privatize-atomics | FileCheck %s
// RUN: tile-opt %s --split-input-file --tile-privatize-atomics=remarks=true --verify-diagnostics -o /dev/null

// CHECK-LABEL: func.func @bytes
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0> : tensor<256xi32>
// CHECK: %[[OWN:.*]] = tile.alloca 1024 bytes align 16
// CHECK: tile.store {{.*}}, %[[ZEROS]]
// CHECK: scf.for
// CHECK: %[[AT:.*]] = tile.splat %[[OWN]]
// CHECK: %[[CELL:.*]] = tile.offset %[[AT]]
// CHECK: tile.atomic_rmw add relaxed block %[[CELL]]
// CHECK-NOT: atomic_rmw
// CHECK: }
// CHECK: %[[COUNTED:.*]] = tile.load
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[COUNTED]], %[[ZEROS]]
// CHECK: tile.atomic_rmw add relaxed device {{.*}}, %[[COUNTED]] mask %[[ANY]]
func.func @bytes(%bins: !tile.ptr<i32> {tile.restrict}, %in: !tile.ptr<i8>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<1024xi32>
  %bs = tile.splat %bins : tensor<1024x!tile.ptr<i32>>
  %ps = tile.splat %in : tensor<1024x!tile.ptr<i8>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %is = tile.splat %i : tensor<1024xi32>
    %p = tile.offset %ps, %is : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
    %x = tile.load %p : tensor<1024x!tile.ptr<i8>>
    %k = arith.extui %x : tensor<1024xi8> to tensor<1024xi32>
    %b = tile.offset %bs, %k : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
    // expected-remark @below {{updates go to a table of 1024 bytes in the block's own memory, and from there to memory once}}
    tile.atomic_rmw add relaxed device %b, %ones : tensor<1024x!tile.ptr<i32>>
  }
  return
}

// -----
// A table for each block, wherever its start is added.
// CHECK-LABEL: func.func @of_blocks
// CHECK: tile.alloca 1024 bytes
// CHECK: %[[START:.*]] = arith.muli
// CHECK: tile.atomic_rmw add relaxed block
// CHECK: %[[TABLE:.*]] = tile.offset %arg0, %[[START]]
// CHECK: tile.splat %[[TABLE]]
// CHECK: tile.atomic_rmw add relaxed device
// CHECK-LABEL: func.func @of_blocks_by_pointer
// CHECK: tile.atomic_rmw add relaxed block
func.func @of_blocks(%bins: !tile.ptr<i32> {tile.restrict}, %in: !tile.ptr<i8>) attributes {tile.kernel} {
  %c256 = arith.constant 256 : i32
  %ones = arith.constant dense<1> : tensor<1024xi32>
  %id = tile.block_id x
  %start = arith.muli %id, %c256 overflow<nsw> : i32
  %starts = tile.splat %start : tensor<1024xi32>
  %bs = tile.splat %bins : tensor<1024x!tile.ptr<i32>>
  %ps = tile.splat %in : tensor<1024x!tile.ptr<i8>>
  %x = tile.load %ps : tensor<1024x!tile.ptr<i8>>
  %k = arith.extui %x : tensor<1024xi8> to tensor<1024xi32>
  %s = arith.addi %starts, %k overflow<nsw> : tensor<1024xi32>
  %b = tile.offset %bs, %s : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  // expected-remark @below {{updates go to a table of 1024 bytes}}
  tile.atomic_rmw add relaxed device %b, %ones : tensor<1024x!tile.ptr<i32>>
  return
}
func.func @of_blocks_by_pointer(%bins: !tile.ptr<i32> {tile.restrict}, %in: !tile.ptr<i8>) attributes {tile.kernel} {
  %c256 = arith.constant 256 : i32
  %ones = arith.constant dense<1> : tensor<1024xi32>
  %id = tile.block_id x
  %start = arith.muli %id, %c256 : i32
  %own = tile.offset %bins, %start : !tile.ptr<i32>, i32
  %bs = tile.splat %own : tensor<1024x!tile.ptr<i32>>
  %ps = tile.splat %in : tensor<1024x!tile.ptr<i8>>
  %x = tile.load %ps : tensor<1024x!tile.ptr<i8>>
  %k = arith.extui %x : tensor<1024xi8> to tensor<1024xi32>
  %b = tile.offset %bs, %k : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  // expected-remark @below {{updates go to a table of 1024 bytes}}
  tile.atomic_rmw add relaxed device %b, %ones : tensor<1024x!tile.ptr<i32>>
  return
}

// -----
// A maximum starts from the least number; bounds may be promised.
// CHECK-LABEL: func.func @maximum
// CHECK: arith.constant dense<-2147483648> : tensor<64xi32>
// CHECK: tile.alloca 256 bytes
// CHECK: tile.atomic_rmw max_signed relaxed block
// CHECK: tile.atomic_rmw max_signed relaxed system
func.func @maximum(%table: !tile.ptr<i32> {tile.restrict}, %pat: !tile.ptr<i32>, %px: !tile.ptr<i32>) attributes {tile.kernel} {
  %sat = tile.splat %pat : tensor<512x!tile.ptr<i32>>
  %at = tile.load %sat : tensor<512x!tile.ptr<i32>>
  %sx = tile.splat %px : tensor<512x!tile.ptr<i32>>
  %x = tile.load %sx : tensor<512x!tile.ptr<i32>>
  %k = tile.assume %at [#tile.bounded<lower = 0, upper = 40>] : tensor<512xi32>
  %ts = tile.splat %table : tensor<512x!tile.ptr<i32>>
  %t = tile.offset %ts, %k : tensor<512x!tile.ptr<i32>>, tensor<512xi32>
  // expected-remark @below {{updates go to a table of 256 bytes}}
  tile.atomic_rmw max_signed relaxed system %t, %x : tensor<512x!tile.ptr<i32>>
  return
}

// -----
// Sums of floats start at -0; a cell whose bits are still that was never added to.
// CHECK-LABEL: func.func @float_sums
// CHECK-DAG: %[[NOTHING:.*]] = arith.constant dense<-0.000000e+00> : tensor<256xf32>
// CHECK: tile.alloca 1024 bytes
// CHECK: tile.atomic_rmw sub relaxed block
// CHECK: %[[SUMS:.*]] = tile.load
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SUMS]] : tensor<256xf32> to tensor<256xi32>
// CHECK: %[[NONE:.*]] = arith.bitcast %[[NOTHING]] : tensor<256xf32> to tensor<256xi32>
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[BITS]], %[[NONE]]
// CHECK: tile.atomic_rmw add relaxed device {{.*}}, %[[SUMS]] mask %[[ANY]]
func.func @float_sums(%sums: !tile.ptr<f32> {tile.restrict}, %keys: !tile.ptr<i8>, %values: !tile.ptr<f32>) attributes {tile.kernel} {
  %sk = tile.splat %keys : tensor<4096x!tile.ptr<i8>>
  %key = tile.load %sk : tensor<4096x!tile.ptr<i8>>
  %sv = tile.splat %values : tensor<4096x!tile.ptr<f32>>
  %value = tile.load %sv : tensor<4096x!tile.ptr<f32>>
  %ss = tile.splat %sums : tensor<4096x!tile.ptr<f32>>
  %k = arith.extui %key : tensor<4096xi8> to tensor<4096xi32>
  %s = tile.offset %ss, %k : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  // expected-remark @below {{updates go to a table of 1024 bytes in the block's own memory}}
  tile.atomic_rmw sub relaxed device %s, %value : tensor<4096x!tile.ptr<f32>>
  return
}

// -----
// Cells of 64 bits, half as many.
// CHECK-LABEL: func.func @double_sums
// CHECK: tile.alloca 2048 bytes
// CHECK: arith.bitcast {{.*}} : tensor<256xf64> to tensor<256xi64>
func.func @double_sums(%sums: !tile.ptr<f64> {tile.restrict}, %keys: !tile.ptr<i8>, %values: !tile.ptr<f64>) attributes {tile.kernel} {
  %sk = tile.splat %keys : tensor<4096x!tile.ptr<i8>>
  %key = tile.load %sk : tensor<4096x!tile.ptr<i8>>
  %sv = tile.splat %values : tensor<4096x!tile.ptr<f64>>
  %value = tile.load %sv : tensor<4096x!tile.ptr<f64>>
  %ss = tile.splat %sums : tensor<4096x!tile.ptr<f64>>
  %k = arith.extui %key : tensor<4096xi8> to tensor<4096xi32>
  %s = tile.offset %ss, %k : tensor<4096x!tile.ptr<f64>>, tensor<4096xi32>
  // expected-remark @below {{updates go to a table of 2048 bytes in the block's own memory}}
  tile.atomic_rmw add relaxed device %s, %value : tensor<4096x!tile.ptr<f64>>
  return
}

// -----
// Halves have no cells of their own.
// CHECK-LABEL: func.func @half_sums
// CHECK-NOT: alloca
func.func @half_sums(%sums: !tile.ptr<f16> {tile.restrict}, %keys: !tile.ptr<i8>, %values: !tile.ptr<f16>) attributes {tile.kernel} {
  %sk = tile.splat %keys : tensor<4096x!tile.ptr<i8>>
  %key = tile.load %sk : tensor<4096x!tile.ptr<i8>>
  %sv = tile.splat %values : tensor<4096x!tile.ptr<f16>>
  %value = tile.load %sv : tensor<4096x!tile.ptr<f16>>
  %ss = tile.splat %sums : tensor<4096x!tile.ptr<f16>>
  %k = arith.extui %key : tensor<4096xi8> to tensor<4096xi32>
  %s = tile.offset %ss, %k : tensor<4096x!tile.ptr<f16>>, tensor<4096xi32>
  tile.atomic_rmw add relaxed device %s, %value : tensor<4096x!tile.ptr<f16>>
  return
}

// -----
// CHECK-LABEL: func.func @few
// CHECK-NOT: alloca
func.func @few(%bins: !tile.ptr<i32> {tile.restrict}, %px: !tile.ptr<i8>) attributes {tile.kernel} {
  %sx = tile.splat %px : tensor<512x!tile.ptr<i8>>
  %x = tile.load %sx : tensor<512x!tile.ptr<i8>>
  %ones = arith.constant dense<1> : tensor<512xi32>
  %bs = tile.splat %bins : tensor<512x!tile.ptr<i32>>
  %k = arith.extui %x : tensor<512xi8> to tensor<512xi32>
  %b = tile.offset %bs, %k : tensor<512x!tile.ptr<i32>>, tensor<512xi32>
  // expected-remark @below {{updates go to memory one by one: a block does few updates for the 256 cells that the index may name}}
  tile.atomic_rmw add relaxed device %b, %ones : tensor<512x!tile.ptr<i32>>
  return
}

// -----
// CHECK-LABEL: func.func @may_be_read
// CHECK-NOT: alloca
func.func @may_be_read(%bins: !tile.ptr<i32>, %in: !tile.ptr<i8>, %py: !tile.ptr<i8>) attributes {tile.kernel} {
  %sy = tile.splat %py : tensor<4096x!tile.ptr<i8>>
  %y = tile.load %sy : tensor<4096x!tile.ptr<i8>>
  %x = tile.load %in : !tile.ptr<i8>
  %ones = arith.constant dense<1> : tensor<4096xi32>
  %bs = tile.splat %bins : tensor<4096x!tile.ptr<i32>>
  %k = arith.extui %y : tensor<4096xi8> to tensor<4096xi32>
  %b = tile.offset %bs, %k : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  // expected-remark @below {{updates go to memory one by one: another access of the kernel may touch the table; __restrict__ on its parameter would rule that out}}
  tile.atomic_rmw add relaxed device %b, %ones : tensor<4096x!tile.ptr<i32>>
  return
}

// -----
// Others could learn from the flag that the counts must be there.
// CHECK-LABEL: func.func @flag
// CHECK-NOT: alloca
func.func @flag(%bins: !tile.ptr<i32> {tile.restrict}, %flag: !tile.ptr<i32>, %py: !tile.ptr<i8>) attributes {tile.kernel} {
  %sy = tile.splat %py : tensor<4096x!tile.ptr<i8>>
  %y = tile.load %sy : tensor<4096x!tile.ptr<i8>>
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<4096xi32>
  %bs = tile.splat %bins : tensor<4096x!tile.ptr<i32>>
  %k = arith.extui %y : tensor<4096xi8> to tensor<4096xi32>
  %b = tile.offset %bs, %k : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  // expected-remark @below {{updates go to memory one by one: the kernel has other atomics}}
  tile.atomic_rmw add relaxed device %b, %ones : tensor<4096x!tile.ptr<i32>>
  tile.atomic_store release device %flag, %c1 : !tile.ptr<i32>
  return
}

// -----
// Not of known bounds, read back, ordered: as they are, without a word.
// CHECK-LABEL: func.func @others
// CHECK-NOT: alloca
func.func @others(%bins: !tile.ptr<i32> {tile.restrict}, %out: !tile.ptr<i32>, %pk: !tile.ptr<i32>, %py: !tile.ptr<i8>) attributes {tile.kernel} {
  %sk = tile.splat %pk : tensor<4096x!tile.ptr<i32>>
  %k = tile.load %sk : tensor<4096x!tile.ptr<i32>>
  %sy = tile.splat %py : tensor<4096x!tile.ptr<i8>>
  %y = tile.load %sy : tensor<4096x!tile.ptr<i8>>
  %ones = arith.constant dense<1> : tensor<4096xi32>
  %bs = tile.splat %bins : tensor<4096x!tile.ptr<i32>>
  %a = tile.offset %bs, %k : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  tile.atomic_rmw add relaxed device %a, %ones : tensor<4096x!tile.ptr<i32>>
  %j = arith.extui %y : tensor<4096xi8> to tensor<4096xi32>
  %b = tile.offset %bs, %j : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  tile.atomic_rmw add acq_rel device %b, %ones : tensor<4096x!tile.ptr<i32>>
  return
}

// -----
// The first table takes all the room there is.
// CHECK-LABEL: func.func @room
// CHECK: tile.alloca 16384 bytes
// CHECK-NOT: tile.alloca
// CHECK: return
func.func @room(%bins: !tile.ptr<i32> {tile.restrict}, %few: !tile.ptr<i32> {tile.restrict}, %in: !tile.ptr<i32> {tile.restrict}, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<4096xi32>
  %most = arith.constant dense<4095> : tensor<4096xi32>
  %seven = arith.constant dense<7> : tensor<4096xi32>
  %bs = tile.splat %bins : tensor<4096x!tile.ptr<i32>>
  %fs = tile.splat %few : tensor<4096x!tile.ptr<i32>>
  %ps = tile.splat %in : tensor<4096x!tile.ptr<i32>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %is = tile.splat %i : tensor<4096xi32>
    %p = tile.offset %ps, %is : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
    %x = tile.load %p : tensor<4096x!tile.ptr<i32>>
    %k = arith.andi %x, %most : tensor<4096xi32>
    %b = tile.offset %bs, %k : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
    // expected-remark @below {{updates go to a table of 16384 bytes in the block's own memory}}
    tile.atomic_rmw add relaxed device %b, %ones : tensor<4096x!tile.ptr<i32>>
    %j = arith.andi %x, %seven : tensor<4096xi32>
    %f = tile.offset %fs, %j : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
    // expected-remark @below {{updates go to memory one by one: other tables take the room}}
    tile.atomic_rmw add relaxed device %f, %ones : tensor<4096x!tile.ptr<i32>>
  }
  return
}
