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

// Blocks count the iterations of a loop whose last step may leave the counter's type.
// CHECK-LABEL: func @wraps
// CHECK: %[[ENTERS:.*]] = arith.cmpi ult, %arg0, %arg1
// CHECK: %[[DISTANCE:.*]] = arith.subi %arg1, %arg0
// CHECK: %[[LAST:.*]] = arith.subi %[[DISTANCE]], %c1
// CHECK: %[[STEPS:.*]] = arith.divui %[[LAST]], %c3
// CHECK: %[[TRIPS:.*]] = arith.addi %[[STEPS]], %c1
// CHECK: arith.select %[[ENTERS]], %[[TRIPS]], %c0
// CHECK: ^[[HEAD:bb[0-9]+]](%[[T:.*]]: i32):
// CHECK: arith.cmpi ult, %[[T]]
// CHECK: %[[PASSED:.*]] = arith.muli %[[T]], %c3
// CHECK: %[[I:.*]] = arith.addi %arg0, %[[PASSED]]
// CHECK: "use"(%[[I]])
func.func @wraps(%from: i32, %to: i32) {
  %step = arith.constant 3 : i32
  scf.for unsigned %i = %from to %to step %step : i32 {
    "use"(%i) : (i32) -> ()
  }
  return
}

// Nothing is counted where the end leaves room for a step.
// CHECK-LABEL: func @fits
// CHECK-NOT: arith.div
// CHECK: return
func.func @fits(%from: i32, %half: i16, %to: i32) {
  %one = arith.constant 1 : i32
  %step = arith.constant 3 : i32
  %end = arith.extui %half : i16 to i32
  scf.for unsigned %i = %from to %end step %step : i32 {
    "use"(%i) : (i32) -> ()
  }
  scf.for %i = %from to %to step %one : i32 {
    "use"(%i) : (i32) -> ()
  }
  %two = arith.constant 2 : i32
  %moved = arith.subi %to, %two : i32
  scf.for %i = %from to %moved step %step : i32 {
    "use"(%i) : (i32) -> ()
  }
  return
}

// Without sign an end that was moved forward may have wrapped itself.
// CHECK-LABEL: func @moved
// CHECK: arith.divui
// CHECK: return
func.func @moved(%from: i32, %to: i32) {
  %step = arith.constant 3 : i32
  %two = arith.constant 2 : i32
  %end = arith.subi %to, %two : i32
  scf.for unsigned %i = %from to %end step %step : i32 {
    "use"(%i) : (i32) -> ()
  }
  return
}
