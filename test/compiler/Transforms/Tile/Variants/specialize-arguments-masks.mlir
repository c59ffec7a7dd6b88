// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which facts about arguments and grid make masks superfluous, and where none would.
// RUN: tile-opt %s --tile-specialize-arguments --split-input-file | FileCheck %s

// Pointers in two dimensions: rows by the grid, columns by the tile alone. The mask and what it was made of are gone.
// CHECK-LABEL: func.func @rows$v0(
// CHECK-SAME: <kind = at_least, argument = 1, grid = y, step = 4, value = 0>, <kind = at_least, argument = 2, value = 64>]>
// CHECK-NOT: arith.cmpi
// CHECK: tile.load %{{[^ ]*}} : tensor<4x64x!tile.ptr<f32>>
// CHECK: tile.store %{{[^ ]*}}, %{{[^ ]*}} : tensor<4x64x!tile.ptr<f32>>
// CHECK-LABEL: func.func @rows$v1(
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: #tile.variant<@rows, 2>
// CHECK: arith.cmpi
func.func @rows(%p: !tile.ptr<f32>, %rows: i32, %columns: i32) attributes {tile.kernel} {
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %c2 = arith.constant 2 : i32
  %b = tile.block_id y
  %start = arith.shli %b, %c2 : i32
  %i = tile.iota : tensor<4xi32>
  %s = tile.splat %start : tensor<4xi32>
  %r1 = arith.addi %s, %i : tensor<4xi32>
  %r2 = tile.reshape %r1 : tensor<4xi32> -> tensor<4x1xi32>
  %r = tile.broadcast %r2 : tensor<4x1xi32> -> tensor<4x64xi32>
  %j = tile.iota : tensor<64xi32>
  %j2 = tile.reshape %j : tensor<64xi32> -> tensor<1x64xi32>
  %c = tile.broadcast %j2 : tensor<1x64xi32> -> tensor<4x64xi32>
  %ns = tile.splat %rows : tensor<4x64xi32>
  %ms = tile.splat %columns : tensor<4x64xi32>
  %below = arith.cmpi ult, %r, %ns : tensor<4x64xi32>
  %inside = arith.cmpi sgt, %ms, %c : tensor<4x64xi32>
  %mask = arith.andi %below, %inside : tensor<4x64xi1>
  %rc = arith.muli %r, %ms : tensor<4x64xi32>
  %o = arith.addi %rc, %c : tensor<4x64xi32>
  %ps = tile.splat %p : tensor<4x64x!tile.ptr<f32>>
  %q = tile.offset %ps, %o : tensor<4x64x!tile.ptr<f32>>, tensor<4x64xi32>
  %x = tile.load %q mask %mask padding %zero : tensor<4x64x!tile.ptr<f32>>
  tile.store %q, %x mask %mask : tensor<4x64x!tile.ptr<f32>>
  return
}

// -----

// A loop over tiles of a row needs the row divided; that also says all about alignment.
// CHECK-LABEL: func.func @loops$v0(
// CHECK-SAME: [<kind = multiple_of, argument = 0, value = 16>, <kind = multiple_of, argument = 1, value = 128>]>
// CHECK: tile.load_view {{.*}} in_bounds
// CHECK: tile.store %{{[^ ]*}}, %{{[^ ]*}} : tensor<128x!tile.ptr<f32>>
func.func @loops(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %tiles = arith.ceildivsi %n, %c128 : i32
  %t = tile.make_tensor_view %p extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <?xf32, strides = [1]>, padding = zero>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>>
  %i = tile.iota : tensor<128xi32>
  %ns = tile.splat %n : tensor<128xi32>
  scf.for %k = %c0 to %tiles step %c1 : i32 {
    %x = tile.load_view %v[%k : i32] : !tile.partition_view<128, <?xf32, strides = [1]>, padding = zero>
    %start = arith.muli %k, %c128 : i32
    %s = tile.splat %start : tensor<128xi32>
    %j = arith.addi %s, %i : tensor<128xi32>
    %m = arith.cmpi slt, %j, %ns : tensor<128xi32>
    %q = tile.offset %ps, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    tile.store %q, %x mask %m : tensor<128x!tile.ptr<f32>>
  }
  return
}

// -----

// A loop that counts unsigned may run where the extent is negative to a signed comparison.
// CHECK-LABEL: func.func @unsigned_loop$v0(
// CHECK-SAME: <kind = at_least, argument = 1, value = 0>, <kind = multiple_of, argument = 1, value = 128>]>
func.func @unsigned_loop(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>>
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %i = tile.iota : tensor<128xi32>
  %ns = tile.splat %n : tensor<128xi32>
  scf.for unsigned %k = %c0 to %n step %c128 : i32 {
    %s = tile.splat %k : tensor<128xi32>
    %j = arith.addi %s, %i : tensor<128xi32>
    %m = arith.cmpi ult, %j, %ns : tensor<128xi32>
    %q = tile.offset %ps, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    tile.store %q, %zeros mask %m : tensor<128x!tile.ptr<f32>>
  }
  return
}

// -----

// What stays masked: sums that may wrap in 32 bits below a 64-bit extent, differences, loaded limits, a loop from one,
// and a limit that is a sum.
// CHECK-NOT: in_bounds
// CHECK-NOT: kind = at_least
func.func @wraps(%p: !tile.ptr<f32>, %n: i64) attributes {tile.kernel} {
  %zeros = arith.constant dense<0.0> : tensor<256xf32>
  %c256 = arith.constant 256 : i32
  %b = tile.block_id x
  %start = arith.muli %b, %c256 : i32
  %i = tile.iota : tensor<256xi32>
  %s = tile.splat %start : tensor<256xi32>
  %j32 = arith.addi %s, %i : tensor<256xi32>
  %j = arith.extsi %j32 : tensor<256xi32> to tensor<256xi64>
  %ns = tile.splat %n : tensor<256xi64>
  %m = arith.cmpi ult, %j, %ns : tensor<256xi64>
  %ps = tile.splat %p : tensor<256x!tile.ptr<f32>>
  %q = tile.offset %ps, %j : tensor<256x!tile.ptr<f32>>, tensor<256xi64>
  tile.store %q, %zeros mask %m : tensor<256x!tile.ptr<f32>>
  return
}
func.func @others(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %c1 = arith.constant 1 : i32
  %c256 = arith.constant 256 : i32
  %i = tile.iota : tensor<256xi32>
  %ps = tile.splat %p : tensor<256x!tile.ptr<i32>>
  %ns = tile.splat %n : tensor<256xi32>
  %back = arith.subi %ns, %i : tensor<256xi32>
  %m0 = arith.cmpi slt, %back, %ns : tensor<256xi32>
  tile.store %ps, %i mask %m0 : tensor<256x!tile.ptr<i32>>
  %limit = tile.load %p : !tile.ptr<i32>
  %ls = tile.splat %limit : tensor<256xi32>
  %m1 = arith.cmpi slt, %i, %ls : tensor<256xi32>
  tile.store %ps, %i mask %m1 : tensor<256x!tile.ptr<i32>>
  scf.for %k = %c1 to %n step %c256 : i32 {
    %s = tile.splat %k : tensor<256xi32>
    %j = arith.addi %s, %i : tensor<256xi32>
    %m2 = arith.cmpi slt, %j, %ns : tensor<256xi32>
    tile.store %ps, %i mask %m2 : tensor<256x!tile.ptr<i32>>
  }
  %sum = arith.addi %n, %c1 : i32
  %ss = tile.splat %sum : tensor<256xi32>
  %m3 = arith.cmpi slt, %i, %ss : tensor<256xi32>
  tile.store %ps, %i mask %m3 : tensor<256x!tile.ptr<i32>>
  return
}

// -----

// A constant extent bounds the grid.
// CHECK-LABEL: func.func @fixed$v0(
// CHECK-SAME: <kind = at_least, grid = x, step = 128, value = -1000>]>
func.func @fixed(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %b = tile.block_id x
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<1000xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <1000xf32, strides = [1]>>
  tile.store_view %v[%b : i32], %zeros : !tile.partition_view<128, <1000xf32, strides = [1]>>
  return
}

// -----

// Rows by a counter up to their number are inside whatever it starts from and steps by; and what is left out beyond the
// columns is nothing where the columns fill the tile.
// CHECK-LABEL: func.func @rows_in_turn$v0(
// CHECK-SAME: <kind = at_least, argument = 2, value = 128>
// CHECK-NOT: arith.cmpi slt
// CHECK: tile.load_view {{.*}} in_bounds
// CHECK: tile.store_view {{.*}} in_bounds
// CHECK: return
// CHECK-LABEL: func.func @rows_in_turn(
// CHECK: arith.cmpi slt
// CHECK-NOT: in_bounds
// CHECK: return
func.func @rows_in_turn(%p: !tile.ptr<f32>, %rows: i32, %columns: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<1x128xf32>
  %one = arith.constant dense<1.0> : tensor<1x128xf32>
  %first = tile.block_id x
  %step = tile.num_blocks x
  %wide = arith.extsi %columns : i32 to i64
  %t = tile.make_tensor_view %p extents[%rows, %columns : i32, i32] strides[%wide : i64] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %v = tile.make_view %t : !tile.partition_view<1x128, <?x?xf32, strides = [?, 1]>, padding = zero>
  %i = tile.iota : tensor<128xi32>
  %i2 = tile.reshape %i : tensor<128xi32> -> tensor<1x128xi32>
  %ns = tile.splat %columns : tensor<1x128xi32>
  %inside = arith.cmpi slt, %i2, %ns : tensor<1x128xi32>
  scf.for %row = %first to %rows step %step : i32 {
    %x = tile.load_view %v[%row, %c0 : i32, i32] : !tile.partition_view<1x128, <?x?xf32, strides = [?, 1]>, padding = zero>
    %y = arith.addf %x, %one : tensor<1x128xf32>
    %z = arith.select %inside, %y, %zero : tensor<1x128xi1>, tensor<1x128xf32>
    tile.store_view %v[%row, %c0 : i32, i32], %z : !tile.partition_view<1x128, <?x?xf32, strides = [?, 1]>, padding = zero>
  }
  return
}
