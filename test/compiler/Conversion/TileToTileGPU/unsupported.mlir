// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu --verify-diagnostics
// What has no distributed form yet is an error at its line, each of them.

// A tile that no block can hold: four million elements for at most 1024 lanes.
func.func @too_large() attributes {tile.kernel} {
  // expected-error @below {{not supported yet: a tile of 4194304 elements on the GPU (more than 1024 for each lane)}}
  %i = tile.iota : tensor<4194304xi32>
  return
}
