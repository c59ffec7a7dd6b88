// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected 5 lane bases, got 2}}
#a = #tile_gpu.layout<lane = [[1], [2]]>

// -----
// expected-error @below {{expected at most 5 warp bases, got 6}}
#a = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[1], [1], [1], [1], [1], [1]]>

// -----
// expected-error @below {{expected at most 4 cta bases, got 5}}
#a = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], cta = [[1], [1], [1], [1], [1]]>

// -----
// expected-error @below {{expected at most 24 register bases, got 25}}
#a = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], register = [[1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1]]>

// -----
// expected-error @below {{expected coordinates from 0 up, got -1}}
#a = #tile_gpu.layout<lane = [[0], [0], [0], [0], [-1]]>

// -----
// expected-error @below {{expected 1 coordinates in each basis, got 2}}
#a = #tile_gpu.layout<lane = [[0], [0, 1], [0], [0], [0]]>

// -----
// expected-error @below {{expected register, lane, warp or cta, each once, got 'thread'}}
#a = #tile_gpu.layout<thread = [[0]]>

// -----
// expected-error @below {{expected register, lane, warp or cta, each once, got 'lane'}}
#a = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], lane = [[0]]>

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
// expected-error @below {{expected a layout of rank 2, got rank 1}}
func.func private @f(tensor<32x1xf32, #a>)

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
// expected-error @below {{expected a layout on a tile}}
func.func private @f(tensor<33xf32, #a>)

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]]>
// expected-error @below {{expected lane coordinates below 16, got 16}}
func.func private @f(tensor<16xf32, #a>)

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [8]]>
// expected-error @below {{expected a layout with a place for every element}}
func.func private @f(tensor<32xf32, #a>)

// -----
// expected-error @below {{expected a power of two from 1 to 32 as 'tile_gpu.num_warps', got 3}}
func.func private @f() attributes {tile_gpu.num_warps = 3 : i32}

// -----
// expected-error @below {{expected an integer as 'tile_gpu.num_warps', got "four"}}
func.func private @f() attributes {tile_gpu.num_warps = "four"}

// -----
// expected-error @below {{expected a number of bytes as 'tile_gpu.shared_bytes', got -1}}
func.func private @f() attributes {tile_gpu.shared_bytes = -1 : i64}

// -----
// expected-error @below {{has unknown attribute 'tile_gpu.warps' of the tile_gpu dialect}}
func.func private @f() attributes {tile_gpu.warps = 4 : i32}

// -----
func.func @f() {
  // expected-error @below {{expected 'tile_gpu.num_warps' on a function}}
  return {tile_gpu.num_warps = 4 : i32}
}

// -----
// expected-error @below {{expected 'tile_gpu.max_scratch' on a layout conversion}}
func.func private @f() attributes {tile_gpu.max_scratch = 4 : i64}

// -----
// expected-error @below {{expected at least 1 as 'tile_gpu.min_ctas', got 0}}
func.func private @f() attributes {tile_gpu.min_ctas = 0 : i32}

// -----
// expected-error @below {{expected 0 to 100 percent as 'tile_gpu.carveout', got 101}}
func.func private @f() attributes {tile_gpu.carveout = 101 : i32}
