// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the CTAs of a cluster send to each other: bytes, stages, waits, and that all have begun.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-gpu-verify-mbarriers --tile-gpu-verify-stages

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#rows = #tile_gpu.shared<[[1, 0]]>
!slot = !tile_gpu.buffer<2x1xf32, #rows, align = 16>
!box = !tile_gpu.buffer<2x1xf32, #rows, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @right(%x: tensor<1xf32, #one>, %n: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %box = tile_gpu.alloc_buffer : !box
  %come = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster
  scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xf32, #one> into !slot, !bars
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xf32, #all>
    %t1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %t1, %p1 : i32, i32
  }
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#rows = #tile_gpu.shared<[[1, 0]]>
!slot = !tile_gpu.buffer<2x1xf32, #rows, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @wrong(%x: tensor<1xf32, #one>, %n: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %box = tile_gpu.alloc_buffer : !slot
  %come = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    // expected-error@+1 {{expected the 8 bytes that all CTAs send, got 4}}
    tile_gpu.mbarrier_expect_tx %come[%c0] bytes 4 : !bars
    // expected-error@+2 {{expected two stages to send to in a loop, got one}}
    // expected-error@+1 {{expected a barrier of the cluster before the first send}}
    tile_gpu.cluster_send %x into %box, %come[%c0] : tensor<1xf32, #one> into !slot, !bars
    %t = tile_gpu.mbarrier_wait %come[%c0] parity %p : !bars
    // expected-error@+1 {{expected the token of a wait for the mbarrier of the stage that it reads}}
    %a = tile_gpu.buffer_load %box : !slot -> tensor<2x1xf32, #all>
    %p1 = arith.xori %p, %c1 : i32
    scf.yield %p1 : i32
  }
  // expected-error@+2 {{expected the mbarrier that has the number of the stage}}
  // expected-error@+1 {{expected a barrier of the cluster before the first send}}
  tile_gpu.cluster_send %x into %box, %come[%c1] : tensor<1xf32, #one> into !slot, !bars
  return
}

// -----

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>
!numbers = !tile_gpu.buffer<1xi32, #scalar, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @numbers(%n: i32) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %numbers = tile_gpu.alloc_buffer : !numbers
  %sent = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %sent arrivals 1 : !bars
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %at = tile_gpu.buffer_stage %numbers[%c0] : !numbers
      // expected-error@+3 {{expected the mbarrier that has the number of the stage}}
      // expected-error@+2 {{expected a barrier of the cluster before the first send}}
      // expected-error@+1 {{expected consumers who send each other something in a loop, which keeps producers together}}
      tile_gpu.cluster_put %i into %at, %sent[%c1] : !number, !bars
      // expected-error@+1 {{expected the 4 bytes that all CTAs send, got 8}}
      tile_gpu.mbarrier_expect_tx %sent[%c0] bytes 8 : !bars
      %t = tile_gpu.mbarrier_wait %sent[%c1] parity %c0 : !bars
      // expected-error@+1 {{expected the token of a wait for the mbarrier of the stage that it reads}}
      %x = tile_gpu.buffer_get %at after %t : !number
    }
  }
  return
}
