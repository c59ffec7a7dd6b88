// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps run by themselves and meet at barriers only. IR that the verifiers refuse lets them go different ways here; the
// executor must name what each waits for, and not hang.
// RUN: tile-gpu-run --no-verify --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --no-verify --orders 20 %s | FileCheck %s

#warps = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[1]]>
#copies = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// CHECK-DAG: scalar.cu:1:1: copies of element 0 of the tile of tile.to_scalar differ: 0x0 in register 0 of lane 0 of warp 0, 0x1 in register 0 of lane 0 of warp 1
// CHECK-DAG: barrier.cu:2:1: deadlock: warp 0 has ended; warp 1 waits at the barrier of tile_gpu.memory_barrier at barrier.cu:2:1
func.func @one_warp_at_barrier() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<2xi32, #warps>
  %j = tile_gpu.reshape %i : tensor<2xi32, #warps> -> tensor<1xi32, #copies>
  %n = tile.to_scalar %j : tensor<1xi32, #copies> loc("scalar.cu":1:1)
  %zero = arith.constant 0 : i32
  %isOne = arith.cmpi ne, %n, %zero : i32
  scf.if %isOne {
    tile_gpu.memory_barrier cta loc("barrier.cu":2:1)
  }
  return
}

// -----

#warps = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[1]]>
#copies = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>

// CHECK-DAG: {{.*}}.cu:1:1: warp {{[01]}} meets warp {{[01]}} at a barrier of another op: tile_gpu.memory_barrier at {{.*}}.cu:1:1
func.func @two_barriers() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<2xi32, #warps>
  %j = tile_gpu.reshape %i : tensor<2xi32, #warps> -> tensor<1xi32, #copies>
  %n = tile.to_scalar %j : tensor<1xi32, #copies> loc("scalar.cu":1:1)
  %zero = arith.constant 0 : i32
  %isOne = arith.cmpi ne, %n, %zero : i32
  scf.if %isOne {
    tile_gpu.memory_barrier cta loc("one.cu":1:1)
  } else {
    tile_gpu.memory_barrier cta loc("other.cu":1:1)
  }
  return
}
