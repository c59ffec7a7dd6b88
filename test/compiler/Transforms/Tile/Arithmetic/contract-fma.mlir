// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-contract-fma | FileCheck %s
// Which products and sums become one rounding, and which do not.

// CHECK-LABEL: func.func @fused
// CHECK: math.fma %[[A:.*]], %[[B:.*]], %[[C:.*]] : tensor<4xf16>
// CHECK: math.fma
// CHECK: %[[N:.*]] = arith.negf
// CHECK: math.fma %{{.*}}, %{{.*}}, %[[N]]
// CHECK-NOT: contract
func.func @fused(%a: tensor<4xf16>, %b: tensor<4xf16>, %c: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<4xf16>
  %1 = arith.addf %0, %c fastmath<contract> : tensor<4xf16>
  %2 = arith.mulf %a, %b fastmath<contract> : tensor<4xf16>
  %3 = arith.addf %c, %2 fastmath<contract> : tensor<4xf16>
  %4 = arith.mulf %a, %b fastmath<contract> : tensor<4xf16>
  %5 = arith.subf %4, %c fastmath<contract> : tensor<4xf16>
  return %1, %3, %5 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
}

// CHECK-LABEL: func.func @kept
// CHECK-NOT: math.fma
func.func @kept(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32, f32) {
  // c - a * b
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.subf %c, %0 fastmath<contract> : f32
  // the product is used twice
  %2 = arith.mulf %a, %b fastmath<contract> : f32
  %3 = arith.addf %2, %c fastmath<contract> : f32
  %4 = arith.addf %2, %3 fastmath<contract> : f32
  // one of the two is not marked
  %5 = arith.mulf %a, %b : f32
  %6 = arith.addf %5, %c fastmath<contract> : f32
  return %1, %3, %4, %6 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @across_blocks
// CHECK-NOT: math.fma
func.func @across_blocks(%a: f32, %b: f32, %c: f32, %p: i1) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %r = scf.if %p -> f32 {
    %1 = arith.addf %0, %c fastmath<contract> : f32
    scf.yield %1 : f32
  } else {
    scf.yield %c : f32
  }
  return %r : f32
}
