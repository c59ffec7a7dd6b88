// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-apply-math-mode | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --tile-apply-math-mode='flush=true' | FileCheck %s --check-prefix=FLUSH

// Exponentials may be coarse where each use narrows them or adds many of them up.
// NONE-LABEL: func @hidden
// FLUSH-LABEL: func @hidden
func.func @hidden(%a: tensor<4x128xf32>, %m: tensor<4x128xi1>, %z: tensor<4x128xf32>) -> (tensor<4x128xbf16>, tensor<4x1xf32>, tensor<4x128xbf16>) {
  // NONE: math.exp2 %{{.*}} fastmath<afn> : tensor<4x128xf32>
  // FLUSH: tile.exp2 %{{.*}} flush : tensor<4x128xf32>
  %e = math.exp2 %a : tensor<4x128xf32>
  %n = tile.ftof %e : tensor<4x128xf32> -> tensor<4x128xbf16>
  %s = tile.reduce %e axis = 1 : (tensor<4x128xf32>) -> tensor<4x1xf32> {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    tile.yield %t : f32
  }
  // NONE: math.exp %{{.*}} fastmath<afn> : tensor<4x128xf32>
  %f = math.exp %a : tensor<4x128xf32>
  %c = arith.select %m, %f, %z : tensor<4x128xi1>, tensor<4x128xf32>
  %r = tile.ftof %c : tensor<4x128xf32> -> tensor<4x128xbf16>
  return %n, %s, %r : tensor<4x128xbf16>, tensor<4x1xf32>, tensor<4x128xbf16>
}

// Another use, a sum of few terms, or another reduction would show the error.
// NONE-LABEL: func @shown
// NONE-NOT: afn
func.func @shown(%a: tensor<4x8xf32>) -> (tensor<4x8xbf16>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x1xf32>) {
  %e = math.exp2 %a : tensor<4x8xf32>
  %n = tile.ftof %e : tensor<4x8xf32> -> tensor<4x8xbf16>
  %f = math.exp2 %e : tensor<4x8xf32>
  %s = tile.reduce %f axis = 1 : (tensor<4x8xf32>) -> tensor<4x1xf32> {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    tile.yield %t : f32
  }
  %g = math.exp2 %f : tensor<4x8xf32>
  %p = tile.reduce %g axis = 1 : (tensor<4x8xf32>) -> tensor<4x1xf32> {
  ^bb0(%x: f32, %y: f32):
    %t = arith.maxnumf %x, %y : f32
    tile.yield %t : f32
  }
  return %n, %e, %s, %p : tensor<4x8xbf16>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x1xf32>
}
