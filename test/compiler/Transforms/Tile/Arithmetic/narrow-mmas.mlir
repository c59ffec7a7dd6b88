// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt --tile-narrow-mmas --canonicalize %s | FileCheck %s
// Operands that were widened before an MMA are multiplied in the type that they came from.

// CHECK-LABEL: func.func @halves(
// CHECK-SAME: %[[A:.*]]: tensor<32x16xf16>, %[[B:.*]]: tensor<16x64xf16>, %[[C:.*]]: tensor<32x64xf32>
// CHECK-NEXT: %[[D:.*]] = tile.mma %[[A]], %[[B]], %[[C]] : tensor<32x16xf16>, tensor<16x64xf16>, tensor<32x64xf32>
// CHECK-NEXT: return %[[D]]
func.func @halves(%a: tensor<32x16xf16>, %b: tensor<16x64xf16>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %x = tile.ftof %a : tensor<32x16xf16> -> tensor<32x16xf32>
  %y = tile.ftof %b : tensor<16x64xf16> -> tensor<16x64xf32>
  %d = tile.mma %x, %y, %c : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}

// MMAs of 8 bits are added with fewer bits by the 8-bit units: f16 has them all.
// CHECK-LABEL: func.func @eights(
// CHECK: %[[X:.*]] = tile.ftof %{{.*}} : tensor<32x16xf8E4M3FN> -> tensor<32x16xf16>
// CHECK: %[[Y:.*]] = tile.ftof %{{.*}} : tensor<16x64xf8E5M2> -> tensor<16x64xf16>
// CHECK: tile.mma %[[X]], %[[Y]], %{{.*}} : tensor<32x16xf16>, tensor<16x64xf16>, tensor<32x64xf32>
func.func @eights(%a: tensor<32x16xf8E4M3FN>, %b: tensor<16x64xf8E5M2>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %x = tile.ftof %a : tensor<32x16xf8E4M3FN> -> tensor<32x16xf32>
  %y = tile.ftof %b : tensor<16x64xf8E5M2> -> tensor<16x64xf32>
  %d = tile.mma %x, %y, %c : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}

// bfloat has the range of e8m0 and every int8, half does not have every bfloat.
// CHECK-LABEL: func.func @bytes_and_bfloats(
// CHECK: %[[X:.*]] = tile.itof %{{.*}} unsigned : tensor<32x16xi8> -> tensor<32x16xbf16>
// CHECK: tile.mma %[[X]], %{{.*}}, %{{.*}} : tensor<32x16xbf16>, tensor<16x64xbf16>, tensor<32x64xf32>
func.func @bytes_and_bfloats(%a: tensor<32x16xi8>, %b: tensor<16x64xbf16>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %x = tile.itof %a unsigned : tensor<32x16xi8> -> tensor<32x16xf32>
  %y = tile.ftof %b : tensor<16x64xbf16> -> tensor<16x64xf32>
  %d = tile.mma %x, %y, %c : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}

// CHECK-LABEL: func.func @half_and_bfloat(
// CHECK: tile.mma %{{.*}} : tensor<32x16xtf32>, tensor<16x64xtf32>, tensor<32x64xf32>
func.func @half_and_bfloat(%a: tensor<32x16xf16>, %b: tensor<16x64xbf16>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %x = tile.ftof %a : tensor<32x16xf16> -> tensor<32x16xf32>
  %y = tile.ftof %b : tensor<16x64xbf16> -> tensor<16x64xf32>
  %d = tile.mma %x, %y, %c : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}

// CHECK-LABEL: func.func @tf32(
// CHECK: tile.mma %{{.*}} : tensor<32x16xf16>, tensor<16x64xf16>, tensor<32x64xf32>
func.func @tf32(%a: tensor<32x16xf16>, %b: tensor<64x16xf16>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %x = tile.ftof %a : tensor<32x16xf16> -> tensor<32x16xtf32>
  %w = tile.ftof %b : tensor<64x16xf16> -> tensor<64x16xf32>
  %t = tile.permute %w [1, 0] : tensor<64x16xf32>
  %y = tile.ftof %t : tensor<16x64xf32> -> tensor<16x64xtf32>
  %d = tile.mma %x, %y, %c : tensor<32x16xtf32>, tensor<16x64xtf32>, tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}

// An operand that has all the bits of f32 keeps the other one wide.
// CHECK-LABEL: func.func @one_is_wide(
// CHECK: tile.mma %{{.*}} : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
func.func @one_is_wide(%a: tensor<32x16xf16>, %b: tensor<16x64xf32>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %x = tile.ftof %a : tensor<32x16xf16> -> tensor<32x16xf32>
  %d = tile.mma %x, %b, %c : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}

// A sum of halves, a scaled half and 0.1 have more bits than a half; 0.5 does not.
// CHECK-LABEL: func.func @computed(
// CHECK-COUNT-3: tile.mma %{{.*}} : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
// CHECK: tile.mma %{{.*}} : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
func.func @computed(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %tenth = arith.constant dense<0.1> : tensor<16x16xf32>
  %half = arith.constant dense<0.5> : tensor<16x16xf32>
  %x = tile.ftof %a : tensor<16x16xf16> -> tensor<16x16xf32>
  %y = tile.ftof %b : tensor<16x16xf16> -> tensor<16x16xf32>
  %s = arith.addf %x, %y : tensor<16x16xf32>
  %p = arith.mulf %x, %half : tensor<16x16xf32>
  %d = tile.mma %x, %s, %c : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %e = tile.mma %p, %y, %d : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %f = tile.mma %x, %tenth, %e : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  %g = tile.mma %x, %half, %f : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  return %g : tensor<16x16xf32>
}

// What moves, selects or compares elements, and what changes signs, is done in the narrow type.
// CHECK-LABEL: func.func @through(
// CHECK-SAME: %[[A:.*]]: tensor<1x16xf16>, %[[B:.*]]: tensor<256xf16>, %[[M:.*]]: tensor<16x16xi1>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
// CHECK-DAG: %[[X:.*]] = tile.broadcast %[[A]] : tensor<1x16xf16> -> tensor<16x16xf16>
// CHECK-DAG: %[[S:.*]] = arith.select %[[M]], %[[X]], %[[ZERO]] : tensor<16x16xi1>, tensor<16x16xf16>
// CHECK-DAG: %[[Y:.*]] = tile.reshape %[[B]] : tensor<256xf16> -> tensor<16x16xf16>
// CHECK-DAG: %[[N:.*]] = arith.negf %[[Y]] : tensor<16x16xf16>
// CHECK-DAG: %[[R:.*]] = arith.maxnumf %[[N]], %[[ZERO]] : tensor<16x16xf16>
// CHECK: tile.mma %[[S]], %[[R]], %{{.*}} : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
func.func @through(%a: tensor<1x16xf16>, %b: tensor<256xf16>, %m: tensor<16x16xi1>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %x = tile.ftof %a : tensor<1x16xf16> -> tensor<1x16xf32>
  %w = tile.broadcast %x : tensor<1x16xf32> -> tensor<16x16xf32>
  %s = arith.select %m, %w, %zero : tensor<16x16xi1>, tensor<16x16xf32>
  %y = tile.ftof %b : tensor<256xf16> -> tensor<256xf32>
  %v = tile.reshape %y : tensor<256xf32> -> tensor<16x16xf32>
  %n = arith.negf %v : tensor<16x16xf32>
  %r = arith.maxnumf %n, %zero : tensor<16x16xf32>
  %d = tile.mma %s, %r, %c : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}

// What a loop carries of an operand it carries in the narrow type; others read it widened.
// CHECK-LABEL: func.func @carried(
// CHECK: %[[R:.*]]:2 = scf.for %{{.*}} iter_args(%[[X:.*]] = %arg0, %[[S:.*]] = %{{.*}}) -> (tensor<16x16xf16>, tensor<16x16xf32>)
// CHECK-DAG: tile.mma %[[X]], %arg1, %[[S]] : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
// CHECK-DAG: %[[T:.*]] = tile.permute %[[X]] [1, 0] : tensor<16x16xf16>
// CHECK: scf.yield %[[T]], %{{.*}}
// CHECK: tile.ftof %[[R]]#0 : tensor<16x16xf16> -> tensor<16x16xf32>
func.func @carried(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>, %n: i32) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x0 = tile.ftof %a : tensor<16x16xf16> -> tensor<16x16xf32>
  %y = tile.ftof %b : tensor<16x16xf16> -> tensor<16x16xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0, %s = %c) -> (tensor<16x16xf32>, tensor<16x16xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    %t = tile.permute %x [1, 0] : tensor<16x16xf32>
    scf.yield %t, %d : tensor<16x16xf32>, tensor<16x16xf32>
  }
  return %r#0, %r#1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// One of the values that are carried is computed.
// CHECK-LABEL: func.func @carried_wide(
// CHECK: tile.mma %{{.*}} : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
func.func @carried_wide(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>, %n: i32) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x0 = tile.ftof %a : tensor<16x16xf16> -> tensor<16x16xf32>
  %y = tile.ftof %b : tensor<16x16xf16> -> tensor<16x16xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0, %s = %c) -> (tensor<16x16xf32>, tensor<16x16xf32>) : i32 {
    %d = tile.mma %x, %y, %s : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    %t = arith.addf %x, %x : tensor<16x16xf32>
    scf.yield %t, %d : tensor<16x16xf32>, tensor<16x16xf32>
  }
  return %r#1 : tensor<16x16xf32>
}
