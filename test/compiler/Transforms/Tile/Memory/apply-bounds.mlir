// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tile-apply-bounds))' | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tile-apply-bounds{bounds=mask}))' | FileCheck %s --check-prefixes=CHECK,MASK
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tile-apply-bounds{bounds=trap}))' | FileCheck %s --check-prefix=TRAP
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tile-apply-bounds{bounds=trust}))' | FileCheck %s --check-prefix=TRUST
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tile-apply-bounds{warnings}))' --verify-diagnostics -o /dev/null

// TRUST-NOT: padding
// TRUST-NOT: tile.assert

// The last tile leaves the tensor: a load gets the zeros of a view with padding, a store loses what it promised.
// CHECK-LABEL: func.func @known
// CHECK: %[[PADDED:.*]] = tile.make_view %{{.*}} : !tile.partition_view<128, <9xf32, strides = [1]>, padding = zero>
// CHECK: tile.load_view %[[PADDED]][%{{.*}} : i32] : {{.*}}padding = zero>
// CHECK: tile.store_view %{{.*}}[%{{.*}} : i32], %{{.*}} {tile.clipped} : !tile.partition_view<128, <9xf32, strides = [1]>>
// TRAP-LABEL: func.func @known
// TRAP: %[[REST:.*]] = arith.subi %[[EXTENT:c9_i64.*]], %[[LENGTH:c128_i64.*]] : i64
// TRAP: scf.if
// TRAP: tile.print "{{.*}}apply-bounds.mlir:{{[0-9]+}}: tile (%llu) of 128 elements leaves its tensor of %llu in block (%u, %u, %u)\0A"
// TRAP: tile.assert %{{.*}}, "tile of 128 elements is inside its tensor" in "known"
// TRAP: tile.load_view %{{.*}} padding = zero>
func.func @known(%p: !tile.ptr<f32>, %i: i32) {
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<9xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <9xf32, strides = [1]>>
  // expected-warning @+1 {{a tile of 128 elements leaves dimension 0 of extent 9: elements outside are loaded as zero; write 'load_masked' to say so, or compile with '--bounds=trust' if no such tile is accessed}}
  %x = tile.load_view %v[%i : i32] in_bounds : !tile.partition_view<128, <9xf32, strides = [1]>>
  // expected-warning @+1 {{a tile of 128 elements leaves dimension 0 of extent 9: elements outside are not stored; write 'store_masked' to say so}}
  tile.store_view %v[%i : i32], %x in_bounds : !tile.partition_view<128, <9xf32, strides = [1]>>
  return
}

// -----

// An extent that is computed from constants is known as well.
// CHECK-LABEL: func.func @computed
// CHECK: tile.store_view {{.*}}tile.clipped
func.func @computed(%p: !tile.ptr<f32>, %x: tensor<128xf32>, %i: i32) {
  %c3 = arith.constant 3 : i32
  %c9 = arith.muli %c3, %c3 : i32
  %t = tile.make_tensor_view %p extents [%c9 : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <?xf32, strides = [1]>>
  // expected-warning @+1 {{a tile of 128 elements leaves dimension 0 of extent 9}}
  tile.store_view %v[%i : i32], %x in_bounds : !tile.partition_view<128, <?xf32, strides = [1]>>
  return
}

// -----

// Where tiles divide the extent, and where it is an argument, the source is trusted.
// CHECK-LABEL: func.func @trusted
// AUTO-COUNT-2: in_bounds
// MASK-COUNT-2: tile.clipped
func.func @trusted(%p: !tile.ptr<f32>, %x: tensor<128xf32>, %i: i32, %n: i32) {
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<256xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <256xf32, strides = [1]>>
  tile.store_view %v[%i : i32], %x in_bounds : !tile.partition_view<128, <256xf32, strides = [1]>>
  %u = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %w = tile.make_view %u : !tile.partition_view<128, <?xf32, strides = [1]>>
  tile.store_view %w[%i : i32], %x in_bounds : !tile.partition_view<128, <?xf32, strides = [1]>>
  return
}

// -----

// Loops that stay inside, a constant index, and numbers of 8 bits.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: tile.clipped
// CHECK: return
// TRAP-LABEL: func.func @inside
// TRAP-NOT: tile.assert
// TRAP: return
func.func @inside(%p: !tile.ptr<f32>, %x: tensor<8xf32>, %i: i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<19xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<8, <19xf32, strides = [1]>>
  scf.for %j = %c0 to %c2 step %c1 : i32 {
    tile.store_view %v[%j : i32], %x in_bounds : !tile.partition_view<8, <19xf32, strides = [1]>>
  }
  scf.for unsigned %j = %c0 to %c2 step %c1 : i32 {
    tile.store_view %v[%j : i32], %x in_bounds : !tile.partition_view<8, <19xf32, strides = [1]>>
  }
  tile.store_view %v[%c1 : i32], %x in_bounds : !tile.partition_view<8, <19xf32, strides = [1]>>
  %u = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<2050xf32, strides = [1]>
  %w = tile.make_view %u : !tile.partition_view<8, <2050xf32, strides = [1]>>
  tile.store_view %w[%i : i8], %x in_bounds : !tile.partition_view<8, <2050xf32, strides = [1]>>
  return
}

// -----

// A tile that is outside whatever the extent, tiles that overlap, and several dimensions.
// CHECK-LABEL: func.func @outside
// CHECK-COUNT-3: tile.clipped
func.func @outside(%p: !tile.ptr<i32>, %x: tensor<8xi32>, %y: tensor<4x8xi32>, %i: i32) {
  %c2 = arith.constant 2 : i32
  %t = tile.make_tensor_view %p : !tile.ptr<i32> -> !tile.tensor_view<16xi32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<8, <16xi32, strides = [1]>>
  // expected-warning @+1 {{a tile of 8 elements leaves dimension 0 of extent 16: elements outside are not stored; write 'atomic_store_masked' to say so}}
  tile.atomic_store_view relaxed device %v[%c2 : i32], %x in_bounds : !tile.partition_view<8, <16xi32, strides = [1]>>
  %w = tile.make_view %t : !tile.strided_view<8, steps = [4], <16xi32, strides = [1]>>
  // expected-warning @+1 {{one of the overlapping tiles of 8 elements leaves dimension 0 of extent 16: elements outside are not updated; write 'atomic_max_masked' to say so}}
  tile.atomic_reduce_view max_signed relaxed device %w[%i : i32], %x in_bounds : !tile.strided_view<8, steps = [4], <16xi32, strides = [1]>>
  %u = tile.make_tensor_view %p : !tile.ptr<i32> -> !tile.tensor_view<1x12xi32, strides = [12, 1]>
  %m = tile.make_view %u : !tile.partition_view<4x8, <1x12xi32, strides = [12, 1]>>
  // expected-warning @+1 {{the last tile of 4x8 elements leaves dimension 0 of extent 1 and dimension 1 of extent 12}}
  tile.store_view %m[%i, %i : i32, i32], %y in_bounds : !tile.partition_view<4x8, <1x12xi32, strides = [12, 1]>>
  return
}

// -----

// What a gather names is trusted by default; a trap asks for the largest number.
// AUTO-LABEL: func.func @gathered
// AUTO: tile.load_view {{.*}} in_bounds
// MASK-LABEL: func.func @gathered
// MASK: tile.load_view {{.*}} padding = zero>
// TRAP-LABEL: func.func @gathered
// TRAP: tile.reduce
// TRAP: arith.maxui
// TRAP: tile.assert %{{.*}}, "tile of 4x8 elements is inside its tensor" in "gathered"
func.func @gathered(%p: !tile.ptr<f32>, %i: tensor<4xi32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : i32
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<9x8xf32, strides = [8, 1]>
  %v = tile.make_view %t : !tile.gather_scatter_view<4x8, dimension = 0, <9x8xf32, strides = [8, 1]>>
  %x = tile.load_view %v[%i, %c0 : tensor<4xi32>, i32] in_bounds : !tile.gather_scatter_view<4x8, dimension = 0, <9x8xf32, strides = [8, 1]>>
  return %x : tensor<4x8xf32>
}

// -----

// The branches around an access say that its tile is inside: compared from either side, after a return, one of several
// conditions, of a wider number, moved by a constant.
// CHECK-LABEL: func.func @guarded
// CHECK-NOT: tile.clipped
// TRAP-LABEL: func.func @guarded
// TRAP-NOT: tile.assert
func.func @guarded(%p: !tile.ptr<f32>, %x: tensor<128xf32>, %other: i1) {
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<1000xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <1000xf32, strides = [1]>>
  %block = tile.block_id x
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %false = arith.constant false
  %less = arith.cmpi slt, %block, %c7 : i32
  scf.if %less {
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  %leaves = arith.cmpi sle, %c7, %block : i32
  scf.if %leaves {
  } else {
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  %both = scf.if %other -> i1 {
    scf.yield %less : i1
  } else {
    scf.yield %false : i1
  }
  scf.if %both {
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  %either = arith.ori %leaves, %other : i1
  scf.if %either {
  } else {
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  %wide = arith.extsi %block : i32 to i64
  %c7_wide = arith.constant 7 : i64
  %wideLess = arith.cmpi slt, %wide, %c7_wide : i64
  scf.if %wideLess {
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
    %isLater = arith.cmpi sge, %block, %c1 : i32
    scf.if %isLater {
      %before = arith.subi %block, %c1 : i32
    tile.store_view %v[%before : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
    }
  }
  return
}

// -----

// Conditions that say less: of one tile too many, of either of two, in the other branch, of the number behind.
// AUTO-LABEL: func.func @guarded_too_little
// AUTO-COUNT-4: tile.clipped
// MASK-LABEL: func.func @guarded_too_little
// MASK-COUNT-4: tile.clipped
// TRAP-LABEL: func.func @guarded_too_little
// TRAP-COUNT-4: tile.assert
func.func @guarded_too_little(%p: !tile.ptr<f32>, %x: tensor<128xf32>, %other: i1) {
  %t = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<1000xf32, strides = [1]>
  %v = tile.make_view %t : !tile.partition_view<128, <1000xf32, strides = [1]>>
  %block = tile.block_id x
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %lessThan8 = arith.cmpi slt, %block, %c8 : i32
  scf.if %lessThan8 {
  // expected-warning @+1 {{the last tile of 128 elements leaves dimension 0 of extent 1000}}
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  %less = arith.cmpi slt, %block, %c7 : i32
  %either = arith.ori %less, %other : i1
  scf.if %either {
  // expected-warning @+1 {{the last tile of 128 elements leaves dimension 0 of extent 1000}}
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  scf.if %less {
    %next = arith.addi %block, %c1 : i32
  // expected-warning @+1 {{the last tile of 128 elements leaves dimension 0 of extent 1000}}
    tile.store_view %v[%next : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  } else {
  // expected-warning @+1 {{tile of 128 elements leaves dimension 0 of extent 1000}}
    tile.store_view %v[%block : i32], %x in_bounds : !tile.partition_view<128, <1000xf32, strides = [1]>>
  }
  return
}
