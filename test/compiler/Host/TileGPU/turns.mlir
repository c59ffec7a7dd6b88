// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warpgroups that take turns, in many orders: as they should, without a first turn, and with turns passed on twice.
// RUN: tile-gpu-run --no-verify --orders 40 --bytes 64 %s | FileCheck %s

// CHECK-LABEL: in_turn: ok
func.func @in_turn(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tile_gpu.warp_roles consumers {
    tile_gpu.pass_turn first
    scf.for %i = %zero to %n step %one : i32 {
      tile_gpu.take_turn
      tile_gpu.pass_turn
    }
  } producer {
  }
  return
}

// CHECK-LABEL: no_first: first.cu:1:1: deadlock: {{.*}} waits for turn 1 of warpgroup 0, to which 0 warps have passed it, of 4
func.func @no_first(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  tile_gpu.warp_roles consumers {
    tile_gpu.take_turn loc("first.cu":1:1)
    tile_gpu.pass_turn
  } producer {
  }
  return
}

// CHECK-LABEL: twice: {{.*}}warpgroup 0 passes a turn on before warpgroup 1 has come for the last one
func.func @twice(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  tile_gpu.warp_roles consumers {
    tile_gpu.pass_turn
    tile_gpu.pass_turn
  } producer {
  }
  return
}
