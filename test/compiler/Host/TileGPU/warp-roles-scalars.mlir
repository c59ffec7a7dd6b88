// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that a producer hands to consumers: right, and with one mistake each, all found by the executor.
// RUN: tile-gpu-run --no-verify --orders 1 --bytes 2048 %s | FileCheck %s
// RUN: tile-gpu-run --no-verify --orders 40 --bytes 2048 %s | FileCheck %s

#one = #tile_gpu.shared<[]>
!slot = !tile_gpu.buffer<1xi32, #one, align = 16>
!ring = !tile_gpu.buffer<1xi32, #one, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

// All as it should be.
// CHECK-LABEL: right: ok
func.func @right(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 128 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 48 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_get %part after %w : !slot loc("get.cu":1:1)
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %a = tile.offset %q, %i : !tile.ptr<i32>, i32
      tile_gpu.store %a, %x : !tile.ptr<i32>
    }
  } producer warps 1 {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.buffer_put %i, %part : !slot loc("put.cu":1:1)
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
    }
  }
  return
}

// The slot is given back before it is read.
// CHECK-LABEL: gives_back_first: {{(get|put).cu:1:1: data race: (read|write)}} of byte {{[0-9]+}} of shared memory
func.func @gives_back_first(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 128 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 48 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %x = tile_gpu.buffer_get %part after %w : !slot loc("get.cu":1:1)
      %a = tile.offset %q, %i : !tile.ptr<i32>, i32
      tile_gpu.store %a, %x : !tile.ptr<i32>
    }
  } producer warps 1 {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.buffer_put %i, %part : !slot loc("put.cu":1:1)
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
    }
  }
  return
}

// The slot is told to be there before it is.
// CHECK-LABEL: tells_first: {{(get|put).cu:1:1: data race: (read|write)}} of byte {{[0-9]+}} of shared memory
func.func @tells_first(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 128 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 48 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_get %part after %w : !slot loc("get.cu":1:1)
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %a = tile.offset %q, %i : !tile.ptr<i32>, i32
      tile_gpu.store %a, %x : !tile.ptr<i32>
    }
  } producer warps 1 {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars loc("empty.cu":1:1)
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
      tile_gpu.buffer_put %i, %part : !slot loc("put.cu":1:1)
    }
  }
  return
}

// The producer does not wait for the slot.
// CHECK-LABEL: never_waits: {{.*(data race|deadlock): }}
func.func @never_waits(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 128 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 48 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_get %part after %w : !slot loc("get.cu":1:1)
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %a = tile.offset %q, %i : !tile.ptr<i32>, i32
      tile_gpu.store %a, %x : !tile.ptr<i32>
    }
  } producer warps 1 {
    scf.for %i = %c0 to %c9 step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      tile_gpu.buffer_put %i, %part : !slot loc("put.cu":1:1)
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
    }
  }
  return
}
