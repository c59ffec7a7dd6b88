// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pack-carried-registers | FileCheck %s
// What a loop only moves is carried in pairs, and what it computes to have it packed; what it computes else, other types and single ones
// as they are.

// CHECK-LABEL: llvm.func @moved
// CHECK: %[[W:.*]] = llvm.bitcast %{{.*}} : vector<2xbf16> to i32
// CHECK: %[[R:.*]]:4 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[W]], %{{.*}} = %arg2, %{{.*}} = %arg3, %{{.*}} = %arg4) -> (i32, f32, bf16, bf16)
// CHECK: %[[V:.*]] = llvm.bitcast %[[A]] : i32 to vector<2xbf16>
// CHECK-DAG: %[[X:.*]] = llvm.extractelement %[[V]][%{{.*}} : i32] : vector<2xbf16>
// CHECK: arith.extf
// CHECK: %[[N:.*]] = llvm.bitcast %{{.*}} : vector<2xbf16> to i32
// CHECK: scf.yield %[[N]], %{{.*}}, %{{.*}}, %{{.*}} : i32, f32, bf16, bf16
// CHECK: llvm.bitcast %[[R]]#0 : i32 to vector<2xbf16>
llvm.func @moved(%a: bf16, %b: bf16, %s: f32, %c: bf16, %d: bf16, %n: i32, %p: !llvm.ptr<1>) -> bf16 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:5 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %t = %s, %u = %c, %v = %d) -> (bf16, bf16, f32, bf16, bf16) : i32 {
    %l = llvm.load %p : !llvm.ptr<1> -> bf16
    %m = llvm.load %p : !llvm.ptr<1> -> bf16
    %e = arith.extf %x : bf16 to f32
    %f = arith.extf %y : bf16 to f32
    %g = arith.addf %e, %f : f32
    %h = arith.addf %t, %g : f32
    %u1 = arith.addf %u, %x : bf16
    scf.yield %l, %m, %h, %u1, %v : bf16, bf16, f32, bf16, bf16
  }
  llvm.return %r#1 : bf16
}

// CHECK-LABEL: llvm.func @packed
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (i32)
// CHECK: arith.truncf
// CHECK: arith.truncf
// CHECK: %[[N:.*]] = llvm.bitcast %{{.*}} : vector<2xbf16> to i32
// CHECK: scf.yield %[[N]] : i32
llvm.func @packed(%a: bf16, %b: bf16, %s: f32, %n: i32, %p: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (bf16, bf16) : i32 {
    %none = llvm.mlir.undef : vector<2xbf16>
    %half = llvm.insertelement %x, %none[%c0 : i32] : vector<2xbf16>
    %pair = llvm.insertelement %y, %half[%c1 : i32] : vector<2xbf16>
    llvm.store volatile %pair, %p : vector<2xbf16>, !llvm.ptr<1>
    %f = llvm.load volatile %p : !llvm.ptr<1> -> f32
    %g = arith.mulf %f, %s : f32
    %u = arith.truncf %f : f32 to bf16
    %v = arith.truncf %g : f32 to bf16
    scf.yield %u, %v : bf16, bf16
  }
  llvm.return
}

// Through a branch and a loop that does not count what is wanted as a word goes as one.
// CHECK-LABEL: llvm.func @passed_on
// CHECK: %[[W:.*]] = llvm.bitcast %{{.*}} : vector<2xbf16> to i32
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[W]]) : (i32, i32) -> (i32, i32)
// CHECK: ^bb0(%{{.*}}: i32, %[[A:.*]]: i32):
// CHECK: llvm.bitcast %[[A]] : i32 to vector<2xbf16>
// CHECK: scf.if %{{.*}} -> (i32)
// CHECK: scf.yield %{{.*}}, %{{.*}} : i32, i32
llvm.func @passed_on(%a: bf16, %b: bf16, %n: i32, %c: i1, %p: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.while (%i = %c0, %x = %a, %y = %b) : (i32, bf16, bf16) -> (i32, bf16, bf16) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %x, %y : i32, bf16, bf16
  } do {
  ^bb0(%i: i32, %x: bf16, %y: bf16):
    %u = llvm.mlir.undef : vector<2xbf16>
    %v = llvm.insertelement %x, %u[%c0 : i32] : vector<2xbf16>
    %w = llvm.insertelement %y, %v[%c1 : i32] : vector<2xbf16>
    llvm.store %w, %p : vector<2xbf16>, !llvm.ptr<1>
    %z:2 = scf.if %c -> (bf16, bf16) {
      scf.yield %a, %b : bf16, bf16
    } else {
      scf.yield %b, %a : bf16, bf16
    }
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %z#0, %z#1 : i32, bf16, bf16
  }
  llvm.return
}

// Bytes go four in a word; what is left over, or counts, as it is.
// CHECK-LABEL: llvm.func @bytes
// CHECK: llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: scf.for {{.*}} -> (i32, i8, i8)
// CHECK: llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : i32, i8, i8
llvm.func @bytes(%a: i8, %b: i8, %n: i32, %p: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:6 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %a, %w = %b, %u = %a, %v = %b) -> (i8, i8, i8, i8, i8, i8) : i32 {
    llvm.store volatile %w, %p : i8, !llvm.ptr<1>
    %s = llvm.load volatile %p : !llvm.ptr<1> -> i8
    %t = llvm.load volatile %p : !llvm.ptr<1> -> i8
    %c = arith.addi %v, %w : i8
    scf.yield %s, %t, %x, %y, %z, %c : i8, i8, i8, i8, i8, i8
  }
  llvm.return
}
