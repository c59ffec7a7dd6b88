// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu --verify-diagnostics
// What has no distributed form yet is an error at its line, each of them.

func.func @products(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %a = arith.constant dense<0.0> : tensor<32x32xf8E4M3FN>
  %s = arith.constant dense<1.0> : tensor<32x1xf8E8M0FNU>
  %t = arith.constant dense<1.0> : tensor<1x32xf8E8M0FNU>
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  // expected-error @below {{not supported yet: scaled_mma on the GPU}}
  %d = tile.scaled_mma %a scale %s, %a scale %t, %c : tensor<32x32xf8E4M3FN>, tensor<32x1xf8E8M0FNU>, tensor<32x32xf8E4M3FN>, tensor<1x32xf8E8M0FNU>, tensor<32x32xf32>
  // expected-error @below {{not supported yet: scaled_mma on the GPU}}
  %e = tile.scaled_mma %a scale %s, %a scale %t, %d : tensor<32x32xf8E4M3FN>, tensor<32x1xf8E8M0FNU>, tensor<32x32xf8E4M3FN>, tensor<1x32xf8E8M0FNU>, tensor<32x32xf32>
  return
}

// A tile that no block can hold: four million elements for at most 1024 lanes.
func.func @too_large() attributes {tile.kernel} {
  // expected-error @below {{not supported yet: a tile of 4194304 elements on the GPU (more than 1024 for each lane)}}
  %i = tile.iota : tensor<4194304xi32>
  return
}
