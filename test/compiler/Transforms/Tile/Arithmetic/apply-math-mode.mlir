// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line's modes reach f32 arithmetic, and only what the source left open.
// RUN: tile-opt %s --tile-apply-math-mode='flush=true' | FileCheck %s --check-prefix=FLUSH
// RUN: tile-opt %s --tile-apply-math-mode='precise-division=false precise-sqrt=false' | FileCheck %s --check-prefix=FAST
// RUN: tile-opt %s --tile-apply-math-mode='flush=true precise-division=false precise-sqrt=false fast-functions=true' | FileCheck %s --check-prefix=ALL
// RUN: tile-opt %s --tile-apply-math-mode | FileCheck %s --check-prefix=NONE

// FLUSH-LABEL: func @modes
// FAST-LABEL: func @modes
// ALL-LABEL: func @modes
// NONE-LABEL: func @modes
// NONE-NOT: flush
func.func @modes(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // FLUSH: tile.addf %{{.*}}, %{{.*}} flush : tensor<4xf32>
  // FAST: arith.addf
  // NONE: arith.addf
  %0 = arith.addf %a, %b : tensor<4xf32>
  // FLUSH: tile.divf %{{.*}}, %{{.*}} flush : tensor<4xf32>
  // FAST: tile.divf %{{.*}}, %{{.*}} rounding<full> : tensor<4xf32>
  // ALL: tile.divf %{{.*}}, %{{.*}} rounding<approximate> flush : tensor<4xf32>
  // NONE: arith.divf
  %1 = arith.divf %a, %b : tensor<4xf32>
  // FLUSH: tile.sqrt %{{.*}} flush : tensor<4xf32>
  // FAST: tile.sqrt %{{.*}} rounding<approximate> : tensor<4xf32>
  // ALL: tile.sqrt %{{.*}} rounding<approximate> flush : tensor<4xf32>
  // NONE: math.sqrt
  %2 = math.sqrt %a : tensor<4xf32>
  // FLUSH: math.exp
  // ALL: tile.exp %{{.*}} rounding<approximate> flush : tensor<4xf32>
  %3 = math.exp %a : tensor<4xf32>
  // FLUSH: tile.fma %{{.*}}, %{{.*}}, %{{.*}} flush : tensor<4xf32>
  // FAST: math.fma
  %4 = math.fma %a, %b, %a : tensor<4xf32>
  // The source's own rounding stays; the subnormal mode is the command line's.
  // FLUSH: tile.mulf %{{.*}}, %{{.*}} rounding<toward_zero> flush : tensor<4xf32>
  // FAST: tile.mulf %{{.*}}, %{{.*}} rounding<toward_zero> : tensor<4xf32>
  %5 = tile.mulf %a, %b rounding<toward_zero> : tensor<4xf32>
  // FLUSH: tile.exp2 %{{.*}} flush : tensor<4xf32>
  %6 = math.exp2 %a : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Other types have no such modes.
// ALL-LABEL: func @others
// ALL-NOT: tile.
func.func @others(%a: f64, %b: f16) -> (f64, f16) {
  %0 = arith.divf %a, %a : f64
  %1 = arith.addf %b, %b : f16
  return %0, %1 : f64, f16
}

// Functions that the GPU has approximations of are marked; the others are not, nor other types.
// ALL-LABEL: func @functions
// ALL: math.sin %{{.*}} fastmath<afn> : f32
// ALL: math.log2 %{{.*}} fastmath<afn> : f32
// ALL: math.powf %{{.*}}, %{{.*}} fastmath<afn> : f32
// ALL: math.sinh %{{.*}} : f32
// ALL: math.sin %{{.*}} : f64
// FAST-LABEL: func @functions
// FAST-NOT: afn
func.func @functions(%a: f32, %b: f64) -> (f32, f32, f64) {
  %0 = math.sin %a : f32
  %1 = math.log2 %0 : f32
  %2 = math.powf %1, %a : f32
  %3 = math.sinh %2 : f32
  %4 = math.sin %b : f64
  return %2, %3, %4 : f32, f32, f64
}

// A power of two has an exact inverse, three has none; neither has the smallest subnormal, nor zero.
// FLUSH-LABEL: func @quotients
// FLUSH: tile.mulf %{{.*}}, %{{.*}} flush : tensor<4xf32>
// NONE-LABEL: func @quotients
// NONE-DAG: %[[EIGHTH:.*]] = arith.constant dense<1.250000e-01> : tensor<4xf32>
// NONE-DAG: arith.mulf %{{.*}}, %[[EIGHTH]] : tensor<4xf32>
// NONE-DAG: %[[MINUS:.*]] = arith.constant -2.000000e+00 : bf16
// NONE-DAG: arith.mulf %{{.*}}, %[[MINUS]] : bf16
// NONE-COUNT-3: arith.divf
func.func @quotients(%a: tensor<4xf32>, %b: bf16) -> (tensor<4xf32>, bf16, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %eight = arith.constant dense<8.0> : tensor<4xf32>
  %half = arith.constant -0.5 : bf16
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %tiny = arith.constant dense<0x00000001> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %0 = arith.divf %a, %eight : tensor<4xf32>
  %1 = arith.divf %b, %half : bf16
  %2 = arith.divf %a, %three : tensor<4xf32>
  %3 = arith.divf %a, %tiny : tensor<4xf32>
  %4 = arith.divf %a, %zero : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, bf16, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
