// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline | FileCheck %s
// A loop gives what its first half computed besides what it carries: both tiles keep their registers, the second one too,
// whose type is met here first.

#tile = #tile_gpu.layout<lane = [[1], [2], [4], [0], [0]]>
#reduced = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>

// CHECK-LABEL: llvm.func @carried_and_condition
// CHECK: %[[POSITIVE:.*]] = llvm.fcmp "ogt"
// CHECK: llvm.cond_br %{{.*}}, ^{{bb[0-9]+}}({{.*}} : f32, i1), ^[[END:bb[0-9]+]]
// CHECK: ^[[END]]:
// CHECK: llvm.zext %[[POSITIVE]] : i1 to i32
func.func @carried_and_condition(%out: !tile.ptr<f32>)
    attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %half = arith.constant dense<0.5> : tensor<8xf32, #tile>
  %zero = arith.constant dense<0.0> : tensor<8xf32, #tile>
  %one = arith.constant 1.0 : f32
  %first = arith.constant dense<1.0> : tensor<8xf32, #tile>
  %end:2 = scf.while (%t = %first) : (tensor<8xf32, #tile>) -> (tensor<8xf32, #tile>, tensor<8xi1, #tile>) {
    %positive = arith.cmpf ogt, %t, %zero : tensor<8xf32, #tile>
    %any = tile_gpu.reduce %positive axis = 0 : (tensor<8xi1, #tile>) -> tensor<1xi1, #reduced> {
    ^bb0(%a: i1, %b: i1):
      %or = arith.ori %a, %b : i1
      tile_gpu.yield %or : i1
    }
    %more = tile.to_scalar %any : tensor<1xi1, #reduced>
    scf.condition(%more) %t, %positive : tensor<8xf32, #tile>, tensor<8xi1, #tile>
  } do {
  ^bb0(%t: tensor<8xf32, #tile>, %positive: tensor<8xi1, #tile>):
    %less = arith.subf %t, %half : tensor<8xf32, #tile>
    scf.yield %less : tensor<8xf32, #tile>
  }
  %all = tile_gpu.reduce %end#1 axis = 0 : (tensor<8xi1, #tile>) -> tensor<1xi1, #reduced> {
  ^bb0(%a: i1, %b: i1):
    %and = arith.andi %a, %b : i1
    tile_gpu.yield %and : i1
  }
  %equal = arith.cmpf oeq, %end#0, %zero : tensor<8xf32, #tile>
  %sum = tile_gpu.reduce %equal axis = 0 : (tensor<8xi1, #tile>) -> tensor<1xi1, #reduced> {
  ^bb0(%a: i1, %b: i1):
    %or = arith.ori %a, %b : i1
    tile_gpu.yield %or : i1
  }
  %both = arith.andi %all, %sum : tensor<1xi1, #reduced>
  %found = tile.to_scalar %both : tensor<1xi1, #reduced>
  scf.if %found {
    tile_gpu.store %out, %one : !tile.ptr<f32>
  }
  return
}
