// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt --pass-pipeline='builtin.module(func.func(tile-split-mmas))' %s | FileCheck %s
// RUN: tile-opt --pass-pipeline='builtin.module(func.func(tile-split-mmas{remarks}))' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// MMAs of f32 that a loop adds up become MMAs of bf16 parts; the loop as it was runs where their sum is not finite.
!a = tensor<64x16xf32>
!b = tensor<16x64xf32>
!sum = tensor<64x64xf32>

// The parts of a: what is tiny is no number, then twice the leading bits and the rest. Small terms come first.
// CHECK-LABEL: func.func @floats(
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[C:.*]] = %{{.*}}) -> (tensor<64x64xf32>)
// CHECK: %[[A:.*]] = tile.load %
// CHECK: %[[M:.*]] = math.absf %[[A]]
// CHECK: %[[SMALL:.*]] = arith.cmpf olt, %[[M]], %{{.*}}
// CHECK: %[[NONZERO:.*]] = arith.cmpf une, %[[A]], %{{.*}}
// CHECK: %[[TINY:.*]] = arith.andi %[[SMALL]], %[[NONZERO]]
// CHECK: %[[X:.*]] = arith.select %[[TINY]], %{{.*}}, %[[A]]
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %{{.*}}
// CHECK: %[[H:.*]] = math.fma %[[X]], %{{.*}}, %[[P]]
// CHECK: %[[A0:.*]] = tile.ftof %[[H]] : tensor<64x16xf32> -> tensor<64x16xbf16>
// CHECK: %[[REST:.*]] = arith.subf %[[X]], %[[H]]
// CHECK: arith.mulf %[[REST]]
// CHECK: %[[H1:.*]] = math.fma %[[REST]]
// CHECK: %[[A1:.*]] = tile.ftof %[[H1]]
// CHECK: %[[REST1:.*]] = arith.subf %[[REST]], %[[H1]]
// CHECK: %[[A2:.*]] = tile.ftof %[[REST1]]
// CHECK: tile.load %
// CHECK: %[[B0:.*]] = tile.ftof {{.*}} -> tensor<16x64xbf16>
// CHECK: %[[B1:.*]] = tile.ftof {{.*}} -> tensor<16x64xbf16>
// CHECK: %[[B2:.*]] = tile.ftof {{.*}} -> tensor<16x64xbf16>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: %[[D0:.*]] = tile.mma %[[A0]], %[[B2]], %[[ZERO]]
// CHECK-NEXT: %[[D1:.*]] = tile.mma %[[A1]], %[[B1]], %[[D0]]
// CHECK-NEXT: %[[D2:.*]] = tile.mma %[[A2]], %[[B0]], %[[D1]]
// CHECK-NEXT: %[[D3:.*]] = tile.mma %[[A0]], %[[B1]], %[[D2]]
// CHECK-NEXT: %[[D4:.*]] = tile.mma %[[A1]], %[[B0]], %[[D3]]
// CHECK-NEXT: %[[D5:.*]] = tile.mma %[[A0]], %[[B0]], %[[D4]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[C]], %[[D5]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: %[[BITS:.*]] = tile.bitcast %[[R]]
// CHECK: tile.reduce
// CHECK: arith.maxsi
// CHECK: %[[MOST:.*]] = tile.to_scalar
// CHECK: %[[BAD:.*]] = arith.cmpi sge, %[[MOST]], %{{.*}} : i32
// CHECK: %[[FINAL:.*]] = scf.if %[[BAD]]
// CHECK: %[[AGAIN:.*]] = scf.for
// CHECK: tile.mma {{.*}} : tensor<64x16xf32>, tensor<16x64xf32>, tensor<64x64xf32>
// CHECK: {tile.rare}
// CHECK: scf.yield %[[AGAIN]]
// CHECK: scf.yield %[[R]]
// CHECK: return %[[FINAL]]
// REMARK: remark: MMA of f32 as 6 of bf16
func.func @floats(%pa: tensor<64x16x!tile.ptr<f32>>, %pb: tensor<16x64x!tile.ptr<f32>>, %n: i32) -> !sum {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %none) -> (!sum) : i32 {
    %a = tile.load %pa : tensor<64x16x!tile.ptr<f32>>
    %b = tile.load %pb : tensor<16x64x!tile.ptr<f32>>
    %d = tile.mma %a, %b, %c : !a, !b, !sum
    scf.yield %d : !sum
  }
  return %r : !sum
}

// What was widened is one part.
// CHECK-LABEL: func.func @one_of_bfloats(
// CHECK: scf.for
// CHECK-COUNT-3: tile.mma {{.*}} : tensor<64x16xbf16>, tensor<16x64xbf16>, tensor<64x64xf32>
// CHECK-NEXT: arith.addf
// REMARK: remark: MMA of f32 as 3 of bf16
func.func @one_of_bfloats(%pa: tensor<64x16x!tile.ptr<bf16>>, %pb: tensor<16x64x!tile.ptr<f32>>, %n: i32) -> !sum {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %none) -> (!sum) : i32 {
    %h = tile.load %pa : tensor<64x16x!tile.ptr<bf16>>
    %a = tile.ftof %h : tensor<64x16xbf16> -> !a
    %b = tile.load %pb : tensor<16x64x!tile.ptr<f32>>
    %d = tile.mma %a, %b, %c : !a, !b, !sum
    scf.yield %d : !sum
  }
  return %r : !sum
}

// Operands in another order, one from outside of the loop: MMAs stay behind both. What else the loop carries stays its own.
// CHECK-LABEL: func.func @b_first(
// CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%[[C:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[E:.*]] = %{{.*}})
// CHECK: tile.load {{.*}} : tensor<16x64x!tile.ptr<f32>>
// CHECK: tile.load {{.*}} : tensor<64x16x!tile.ptr<f32>>
// CHECK-COUNT-6: tile.mma {{.*}} : tensor<64x16xbf16>, tensor<16x64xbf16>, tensor<64x64xf32>
// CHECK-NEXT: arith.addf %[[C]]
// CHECK-COUNT-6: tile.mma {{.*}} : tensor<64x16xbf16>, tensor<16x64xbf16>, tensor<64x64xf32>
// CHECK-NEXT: arith.addf %[[E]]
// CHECK: %[[FINAL:.*]]:2 = scf.if {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: return %[[FINAL]]#0, %[[FINAL]]#1, %[[R]]#1
// REMARK-COUNT-2: remark: MMA of f32 as 6 of bf16
func.func @b_first(%pa: tensor<64x16x!tile.ptr<f32>>, %pb: tensor<16x64x!tile.ptr<f32>>, %g: !b, %n: i32) -> (!sum, !sum, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%c = %none, %k = %zero, %e = %none) -> (!sum, i32, !sum) : i32 {
    %b = tile.load %pb : tensor<16x64x!tile.ptr<f32>>
    %a = tile.load %pa : tensor<64x16x!tile.ptr<f32>>
    %d = tile.mma %a, %b, %c : !a, !b, !sum
    %f = tile.mma %a, %g, %e : !a, !b, !sum
    %l = arith.addi %k, %one : i32
    scf.yield %d, %l, %f : !sum, i32, !sum
  }
  return %r#0, %r#2, %r#1 : !sum, !sum, i32
}

// A loop that reads its accumulators may hide what is not finite; one that writes cannot run again; small tiles gain nothing.
// CHECK-LABEL: func.func @read(
// CHECK-NOT: bf16
// CHECK: return
// REMARK-NOT: remark
func.func @read(%a: !a, %b: !b, %n: i32) -> (!sum, !sum) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%c = %none, %m = %none) -> (!sum, !sum) : i32 {
    %d = tile.mma %a, %b, %c : !a, !b, !sum
    %e = arith.maximumf %d, %m : !sum
    scf.yield %d, %e : !sum, !sum
  }
  return %r#0, %r#1 : !sum, !sum
}

// CHECK-LABEL: func.func @writes(
// CHECK-NOT: bf16
// CHECK: return
func.func @writes(%a: !a, %b: !b, %p: tensor<64x16x!tile.ptr<f32>>, %n: i32) -> !sum {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %none) -> (!sum) : i32 {
    tile.store %p, %a : tensor<64x16x!tile.ptr<f32>>
    %d = tile.mma %a, %b, %c : !a, !b, !sum
    scf.yield %d : !sum
  }
  return %r : !sum
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT: bf16
// CHECK: return
func.func @small(%a: tensor<32x16xf32>, %b: !b, %n: i32) -> tensor<32x64xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<32x64xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %none) -> (tensor<32x64xf32>) : i32 {
    %d = tile.mma %a, %b, %c : tensor<32x16xf32>, !b, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  return %r : tensor<32x64xf32>
}
