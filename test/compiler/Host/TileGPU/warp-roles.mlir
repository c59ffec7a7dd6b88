// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp roles: a producer fills rings that consumers drain, for no trips, one, fewer than slots, and more; in loops of
// loops with a counter that runs on; two rings of different depth (mistakes: warp-roles-faults.mlir). Trips: one less than the array has
// pieces of 64 words.
// RUN: tile-gpu-run --orders 40 --bytes 256 %s | FileCheck %s --check-prefix=RIGHT
// RUN: tile-gpu-run --orders 40 --bytes 512 %s | FileCheck %s --check-prefix=RIGHT
// RUN: tile-gpu-run --orders 40 --bytes 768 %s | FileCheck %s --check-prefix=RIGHT
// RUN: tile-gpu-run --orders 40 --bytes 1024 --print 4 %s | FileCheck %s --check-prefix=RIGHT
// RUN: tile-gpu-run --orders 40 --bytes 4096 --print 66 %s | FileCheck %s --check-prefixes=RIGHT,VALUES

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>
!pair = !tile_gpu.buffer<64xi32, #rows, stages = 2>
!two = !tile_gpu.mbarriers<2>

// RIGHT-LABEL: copies: ok
// VALUES: arg0: 0 1 2
// VALUES: arg1: 0 2 4 6 {{.*}} 126 128 130
func.func @copies(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  %pieces = arith.divui %words, %c64 : i32
  %trips = arith.subi %pieces, %c1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 768 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 792 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars loc("full.cu":1:1)
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one> loc("use.cu":1:1)
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %at = arith.muli %i, %c64 : i32
      %n = tile.iota : tensor<64xi32, #one>
      %q0 = tile.offset %q, %at : !tile.ptr<i32>, i32
      %qs = tile.splat %q0 : tensor<64x!tile.ptr<i32>, #one>
      %a = tile.offset %qs, %n : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
      %y = arith.addi %x, %x : tensor<64xi32, #one>
      tile_gpu.store %a, %y : tensor<64x!tile.ptr<i32>, #one>
    }
  } producer warps 1 {

    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %at = arith.muli %i, %c64 : i32
      %p0 = tile.offset %p, %at : !tile.ptr<i32>, i32
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
    }
  }
  return
}

// Announcing first or last is the same.
// RIGHT-LABEL: announces_last: ok
func.func @announces_last(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  %pieces = arith.divui %words, %c64 : i32
  %trips = arith.subi %pieces, %c1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 768 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 792 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars loc("full.cu":1:1)
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one> loc("use.cu":1:1)
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %at = arith.muli %i, %c64 : i32
      %n = tile.iota : tensor<64xi32, #one>
      %q0 = tile.offset %q, %at : !tile.ptr<i32>, i32
      %qs = tile.splat %q0 : tensor<64x!tile.ptr<i32>, #one>
      %a = tile.offset %qs, %n : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
      %y = arith.addi %x, %x : tensor<64xi32, #one>
      tile_gpu.store %a, %y : tensor<64x!tile.ptr<i32>, #one>
    }
  } producer warps 1 {

    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %at = arith.muli %i, %c64 : i32
      %p0 = tile.offset %p, %at : !tile.ptr<i32>, i32
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
    }
  }
  return
}

// Barriers of the consumers do not wait for the producer.
// RIGHT-LABEL: turns: ok
func.func @turns(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  %pieces = arith.divui %words, %c64 : i32
  %trips = arith.subi %pieces, %c1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 768 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 792 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars loc("full.cu":1:1)
      tile_gpu.memory_barrier cta
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one> loc("use.cu":1:1)
      tile_gpu.memory_barrier cta
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %at = arith.muli %i, %c64 : i32
      %n = tile.iota : tensor<64xi32, #one>
      %q0 = tile.offset %q, %at : !tile.ptr<i32>, i32
      %qs = tile.splat %q0 : tensor<64x!tile.ptr<i32>, #one>
      %a = tile.offset %qs, %n : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
      %y = arith.addi %x, %x : tensor<64xi32, #one>
      tile_gpu.store %a, %y : tensor<64x!tile.ptr<i32>, #one>
    }
  } producer warps 1 {

    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %at = arith.muli %i, %c64 : i32
      %p0 = tile.offset %p, %at : !tile.ptr<i32>, i32
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
    }
  }
  return
}

// A counter runs on over loops, some of no trips.
// RIGHT-LABEL: nested: ok
func.func @nested(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  %pieces = arith.divui %words, %c64 : i32
  %trips = arith.subi %pieces, %c1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 768 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 792 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %end = scf.for %j = %c0 to %c3 step %c1 iter_args(%from = %c0) -> (i32) : i32 {
    %rest = arith.remui %trips, %c3 : i32
    %is = arith.cmpi eq, %j, %c1 : i32
    %inner = arith.select %is, %c0, %rest : i32
    %next = scf.for %k = %c0 to %inner step %c1 iter_args(%i = %from) -> (i32) : i32 {
      %after = arith.addi %i, %c1 : i32
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars loc("full.cu":1:1)
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one> loc("use.cu":1:1)
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %at = arith.muli %i, %c64 : i32
      %n = tile.iota : tensor<64xi32, #one>
      %q0 = tile.offset %q, %at : !tile.ptr<i32>, i32
      %qs = tile.splat %q0 : tensor<64x!tile.ptr<i32>, #one>
      %a = tile.offset %qs, %n : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
      %y = arith.addi %x, %x : tensor<64xi32, #one>
      scf.yield %after : i32
    }
    scf.yield %next : i32
    }
  } producer warps 1 {

    %end = scf.for %j = %c0 to %c3 step %c1 iter_args(%from = %c0) -> (i32) : i32 {
    %rest = arith.remui %trips, %c3 : i32
    %is = arith.cmpi eq, %j, %c1 : i32
    %inner = arith.select %is, %c0, %rest : i32
    %next = scf.for %k = %c0 to %inner step %c1 iter_args(%i = %from) -> (i32) : i32 {
      %after = arith.addi %i, %c1 : i32
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %at = arith.muli %i, %c64 : i32
      %p0 = tile.offset %p, %c0 : !tile.ptr<i32>, i32
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
      scf.yield %after : i32
    }
    scf.yield %next : i32
    }
  }
  return
}

// Two rings: the second is used in every second trip.
// RIGHT-LABEL: two_rings: ok
func.func @two_rings(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 2048 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  %pieces = arith.divui %words, %c64 : i32
  %trips = arith.subi %pieces, %c1 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 768 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 792 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  %ring2 = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !pair
  %full2 = tile_gpu.alloc_mbarriers {shared_offset = 1536 : i64} : !two
  %empty2 = tile_gpu.alloc_mbarriers {shared_offset = 1552 : i64} : !two
  tile_gpu.mbarrier_init %full2 arrivals 1 : !two
  tile_gpu.mbarrier_init %empty2 arrivals 2 : !two
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars loc("full.cu":1:1)
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one> loc("use.cu":1:1)
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %half = arith.shrui %i, %c1 : i32
      %odd = arith.andi %i, %c1 : i32
      %isOdd = arith.cmpi ne, %odd, %c0 : i32
      scf.if %isOdd {
        %slot2 = arith.andi %half, %c1 : i32
        %round2 = arith.shrui %half, %c1 : i32
        %parity2 = arith.andi %round2, %c1 : i32
        %part2 = tile_gpu.buffer_stage %ring2[%slot2] : !pair
        %w2 = tile_gpu.mbarrier_wait %full2[%slot2] parity %parity2 : !two
        %x2 = tile_gpu.buffer_load %part2 after %w2 : !slot -> tensor<64xi32, #one>
        tile_gpu.proxy_fence
        tile_gpu.mbarrier_arrive %empty2[%slot2] by warps : !two
      }
      %at = arith.muli %i, %c64 : i32
      %n = tile.iota : tensor<64xi32, #one>
      %q0 = tile.offset %q, %at : !tile.ptr<i32>, i32
      %qs = tile.splat %q0 : tensor<64x!tile.ptr<i32>, #one>
      %a = tile.offset %qs, %n : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
      %y = arith.addi %x, %x : tensor<64xi32, #one>
      tile_gpu.store %a, %y : tensor<64x!tile.ptr<i32>, #one>
    }
  } producer warps 1 {

    scf.for %i = %c0 to %trips step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %at = arith.muli %i, %c64 : i32
      %p0 = tile.offset %p, %at : !tile.ptr<i32>, i32
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
      %half = arith.shrui %i, %c1 : i32
      %odd = arith.andi %i, %c1 : i32
      %isOdd = arith.cmpi ne, %odd, %c0 : i32
      scf.if %isOdd {
        %slot2 = arith.andi %half, %c1 : i32
        %round2 = arith.shrui %half, %c1 : i32
        %parity2 = arith.andi %round2, %c1 : i32
        %other2 = arith.subi %c1, %parity2 : i32
        %part2 = tile_gpu.buffer_stage %ring2[%slot2] : !pair
        %e2 = tile_gpu.mbarrier_wait %empty2[%slot2] parity %other2 : !two
        tile_gpu.mbarrier_expect_tx %full2[%slot2] bytes 256 : !two
        tile_gpu.bulk_load %p into %part2, %full2[%slot2] : !tile.ptr<i32> into !slot, !two
      }
    }
  }
  return
}

