// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s

// A layout prints as it was written; places without bits are left out.
// CHECK-DAG: #layout = #tile_gpu.layout<register = {{\[\[}}0, 1], [8, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 8]], cta = {{\[\[}}0, 0]]>
// CHECK-DAG: #{{.*}} = #tile_gpu.layout<lane = {{\[\[}}], [], [], [], []]>
#whole = #tile_gpu.layout<lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0]], warp = [[0, 8]], cta = [[0, 0]]>
#scalar = #tile_gpu.layout<lane = [[], [], [], [], []]>

// CHECK-LABEL: func @types(
// CHECK-SAME: tensor<16x16xf32, #layout>, %{{.*}}: tensor<f32, #{{.*}}>
func.func @types(%a: tensor<16x16xf32, #whole>, %b: tensor<f32, #scalar>) {
  return
}
