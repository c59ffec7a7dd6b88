// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --allow-unregistered-dialect --lower-control-flow | FileCheck %s
// Branches and loops become blocks, in each other and one after the other, in their order.

// CHECK-LABEL: func @nested
// CHECK-NOT: scf.
// CHECK: cf.cond_br %arg0, ^[[THEN:bb[0-9]+]], ^[[BEHIND:bb[0-9]+]]
// CHECK: ^[[THEN]]:
// CHECK: "first"()
// CHECK: ^[[HEAD:bb[0-9]+]](%[[I:.*]]: i32):
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:bb[0-9]+]], ^[[END:bb[0-9]+]]
// CHECK: ^[[BODY]]:
// CHECK: "second"(%[[I]])
// CHECK: cf.br ^[[HEAD]](
// CHECK: ^[[END]]:
// CHECK: "third"()
// CHECK: ^[[BEHIND]]:
// CHECK: cf.cond_br %arg1, ^[[YES:bb[0-9]+]], ^[[NO:bb[0-9]+]]
// CHECK: ^[[YES]]:
// CHECK: cf.br ^[[LAST:bb[0-9]+]](%arg2 : i32)
// CHECK: ^[[NO]]:
// CHECK: cf.br ^[[LAST]](%arg3 : i32)
// CHECK: ^[[LAST]](%[[R:.*]]: i32):
// CHECK: return %[[R]]
func.func @nested(%a: i1, %b: i1, %from: i32, %to: i32) -> i32 {
  %step = arith.constant 1 : i32
  scf.if %a {
    "first"() : () -> ()
    scf.for %i = %from to %to step %step : i32 {
      "second"(%i) : (i32) -> ()
    }
    "third"() : () -> ()
  }
  %r = scf.if %b -> i32 {
    scf.yield %from : i32
  } else {
    scf.yield %to : i32
  }
  return %r : i32
}
