// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// Tiles that control flow carries have the layout of their shape throughout.

// CHECK-LABEL: func @carried
func.func @carried(%n: i32, %c: i1) attributes {tile.kernel} {
  %k = arith.index_castui %n : i32 to index
  %i = tile.iota : tensor<256xi32>
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<256xi32, #[[L:.*]]>) -> tensor<256xi32, #[[L]]>
  // CHECK: scf.condition(%{{.*}}) %{{.*}} : tensor<256xi32, #[[L]]>
  // CHECK: ^bb0(%{{.*}}: tensor<256xi32, #[[L]]>):
  %w = scf.while (%x = %i) : (tensor<256xi32>) -> tensor<256xi32> {
    scf.condition(%c) %x : tensor<256xi32>
  } do {
  ^bb0(%x: tensor<256xi32>):
    %y = arith.addi %x, %x : tensor<256xi32>
    scf.yield %y : tensor<256xi32>
  }
  // CHECK: scf.if %{{.*}} -> (tensor<256xi32, #[[L]]>)
  %f = scf.if %c -> (tensor<256xi32>) {
    scf.yield %w : tensor<256xi32>
  } else {
    scf.yield %i : tensor<256xi32>
  }
  // CHECK: scf.index_switch %{{.*}} -> tensor<256xi32, #[[L]]>
  %s = scf.index_switch %k -> tensor<256xi32>
  case 0 {
    scf.yield %f : tensor<256xi32>
  }
  default {
    scf.yield %i : tensor<256xi32>
  }
  tile.print "%d" %s : tensor<256xi32>
  return
}
