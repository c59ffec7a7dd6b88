// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rings between a producer and consumers with one mistake each, all found by the executor.
// RUN: tile-gpu-run --no-verify --orders 1 --bytes 2048 %s | FileCheck %s
// RUN: tile-gpu-run --no-verify --orders 40 --bytes 2048 %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

// The slot is given back before it is read.
// CHECK-LABEL: gives_back_first: {{use.cu:1:1: data race: read|copy.cu:1:1: data race: write}} of byte {{[0-9]+}} of shared memory
func.func @gives_back_first(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars loc("give.cu":1:1)
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one> loc("use.cu":1:1)
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

// Only warp 0 gives it back, and warp 1 may still read.
// CHECK-LABEL: one_gives_back: {{use.cu:1:1: data race: read|copy.cu:1:1: data race: write}} of byte {{[0-9]+}} of shared memory
func.func @one_gives_back(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
  tile_gpu.mbarrier_init %empty arrivals 1 : !bars
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
      tile_gpu.mbarrier_arrive %empty[%slot] by first : !bars loc("give.cu":1:1)
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

// The producer does not wait.
// CHECK-LABEL: does_not_wait: {{use.cu:1:1|copy.cu:1:1|.*one arrival too many|.*deadlock}}
func.func @does_not_wait(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
    }
  }
  return
}

// The first round is waited for, which nobody gives back.
// CHECK-LABEL: waits_at_first: {{.*}}deadlock: warp 0 waits for a phase of parity 0 of the mbarrier at byte 768 {{.*}}; warp 1 waits for {{.*}}; warp 2 waits for a phase of parity 0 of the mbarrier at byte 792
func.func @waits_at_first(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %parity : !bars loc("empty.cu":1:1)
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p0 into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars loc("copy.cu":1:1)
    }
  }
  return
}

// The parity of the trip, not of the round.
// CHECK-LABEL: parity_of_trip: {{.*(data race|deadlock|too many)}}
func.func @parity_of_trip(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
      %odd = arith.andi %i, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %odd : !bars loc("full.cu":1:1)
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

// One more arrival is asked for than there are.
// CHECK-LABEL: asks_for_three: {{.*}}deadlock: {{.*}}warp 2 waits for a phase of parity 0 of the mbarrier at byte 792 of shared memory, which is in phase 0 and lacks 1 arrivals
func.func @asks_for_three(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
  tile_gpu.mbarrier_init %empty arrivals 3 : !bars
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

// The producer makes a trip too few.
// CHECK-LABEL: one_too_few: full.cu:1:1: deadlock: warp 0 waits for {{.*}}; warp 2 has ended
func.func @one_too_few(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
    %fewer = arith.subi %trips, %c1 : i32
    scf.for %i = %c0 to %fewer step %c1 : i32 {
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

// The producer makes a trip too many: the kernel ends before the copy does.
// CHECK-LABEL: one_too_many: copy.cu:1:1: the block ends while tile_gpu.bulk_load may still write shared memory
func.func @one_too_many(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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

    scf.for %i = %c0 to %pieces step %c1 : i32 {
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

// A slot is given back while its values may be on their way to registers.
// CHECK-LABEL: no_fence: copy.cu:1:1: missing proxy fence: write of byte {{[0-9]+}} of shared memory by lane 0 of warp 2 by the asynchronous proxy comes after the read at use.cu:1:1 by lane {{[0-9]+}} of warp {{[01]}}, which has no proxy_fence behind it
func.func @no_fence(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %words: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
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
