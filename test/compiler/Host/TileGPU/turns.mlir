// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warpgroups that take turns, in many orders: as they should, without a first turn, and with turns passed on twice.
// RUN: tile-gpu-run --no-verify --orders 40 --bytes 64 %s | FileCheck %s

// CHECK-LABEL: in_turn: ok
func.func @in_turn(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tile_gpu.warp_roles consumers {
    tile_gpu.ping_pong_arrive first
    scf.for %i = %zero to %n step %one : i32 {
      tile_gpu.ping_pong_wait
      tile_gpu.ping_pong_arrive
    }
  } producer {
  }
  return
}

// CHECK-LABEL: no_first: first.cu:1:1: deadlock: {{.*}} waits for turn 1 of warpgroup 0, to which 0 warps have passed it, of 4
func.func @no_first(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  tile_gpu.warp_roles consumers {
    tile_gpu.ping_pong_wait loc("first.cu":1:1)
    tile_gpu.ping_pong_arrive
  } producer {
  }
  return
}

// CHECK-LABEL: twice: {{.*}}warpgroup 0 passes a turn on before warpgroup 1 has come for the last one
func.func @twice(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  tile_gpu.warp_roles consumers {
    tile_gpu.ping_pong_arrive
    tile_gpu.ping_pong_arrive
  } producer {
  }
  return
}

// Each group has a block of its own, and takes turns with the other: three turns of the first, two of the second.
// CHECK-LABEL: groups: ok
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#turned = #tile_gpu.layout<lane = [[4], [8], [16], [32], [64]], warp = [[1], [2]]>
func.func @groups(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.group_scratch_bytes = 512 : i64, tile_gpu.shared_bytes = 1024 : i64} {
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i32):
    tile_gpu.ping_pong_arrive first
    scf.for %i = %group to %five step %two : i32 {
      tile_gpu.ping_pong_wait
      tile_gpu.ping_pong_arrive
      %x = tile.iota : tensor<128xi32, #one>
      %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<128xi32, #one> -> tensor<128xi32, #turned>
      tile_gpu.memory_barrier cta
      %z = tile_gpu.convert_layout %y {shared_offset = 0 : i64} : tensor<128xi32, #turned> -> tensor<128xi32, #one>
      tile_gpu.memory_barrier cta
    }
  } producer {
  }
  return
}

// CHECK-LABEL: twice_in_groups: {{.*}}warpgroup 0 passes a turn on before warpgroup 1 has come for the last one
func.func @twice_in_groups(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 0 : i64} {
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i32):
    tile_gpu.ping_pong_arrive
    tile_gpu.ping_pong_arrive
  } producer {
  }
  return
}
