// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline | FileCheck %s
// A loop gives what its first half computed besides what it carries: both tiles keep their registers, the second one too,
// whose type is met here first.

#layout = #tile_gpu.layout<register = [[8]], lane = [[1], [2], [4], [0], [0]]>

// CHECK-LABEL: llvm.func @condition_and_carried
// The loop ends with two floats and two predicates.
// CHECK: llvm.cond_br %{{.*}}, ^{{bb[0-9]+}}({{.*}} : f32, f32, i1, i1), ^[[END:bb[0-9]+]]
// CHECK: ^[[END]]:
// CHECK-COUNT-2: llvm.select
func.func @condition_and_carried(%out: !tile.ptr<f32>, %start: f32)
    attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %zero = arith.constant dense<0.0> : tensor<16xf32, #layout>
  %half = arith.constant dense<0.5> : tensor<16xf32, #layout>
  %first = tile.splat %start : tensor<16xf32, #layout>
  %end:2 = scf.while (%t = %first) : (tensor<16xf32, #layout>) -> (tensor<16xf32, #layout>, tensor<16xi1, #layout>) {
    %positive = arith.cmpf ogt, %t, %zero : tensor<16xf32, #layout>
    %more = arith.cmpf ogt, %start, %start : f32
    scf.condition(%more) %t, %positive : tensor<16xf32, #layout>, tensor<16xi1, #layout>
  } do {
  ^bb0(%t: tensor<16xf32, #layout>, %positive: tensor<16xi1, #layout>):
    %less = arith.subf %t, %half : tensor<16xf32, #layout>
    scf.yield %less : tensor<16xf32, #layout>
  }
  %chosen = arith.select %end#1, %end#0, %half : tensor<16xi1, #layout>, tensor<16xf32, #layout>
  %index = tile_gpu.coordinate 0 : tensor<16xi32, #layout>
  %base = tile.splat %out : tensor<16x!tile.ptr<f32>, #layout>
  %place = tile.offset %base, %index : tensor<16x!tile.ptr<f32>, #layout>, tensor<16xi32, #layout>
  tile_gpu.store %place, %chosen : tensor<16x!tile.ptr<f32>, #layout>
  return
}
