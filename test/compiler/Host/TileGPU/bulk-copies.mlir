// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies by the copy engine: mbarriers count their bytes, stores are waited for in groups, and ordinary writes that the
// engine reads need a proxy fence. Each kernel has one fault, or says ok.
// RUN: tile-gpu-run --print 8 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 8 --orders 20 %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows, stages = 1, align = 128>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 2, align = 128>
!bar = !tile_gpu.mbarriers<1>
!bars = !tile_gpu.mbarriers<4>
// 60 of the words at argument 0.
#map = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (60), strides = ()[s0] -> (), box = [64], order = [0], swizzle = 0>

// Elements outside of the tensor arrive as zeros.
// CHECK-LABEL: loads_by_map: ok
// CHECK: arg0: 56 57 58 59 0 0 0 0
func.func @loads_by_map(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %start = arith.constant 56 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  %map = tile_gpu.tensor_map #map
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 256 : !bar
  tile_gpu.tma_load %map[%start] into %b, %m[%zero] : !buffer, !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #one>
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.memory_barrier cta
  tile_gpu.store %a, %x : tensor<64x!tile.ptr<i32>, #one>
  return
}

#made = #tile_gpu.tensor_map<i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [64], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>

// A map of what the kernel has computed: 16 elements further, 44 of them.
// CHECK-LABEL: loads_by_made_map: ok
// CHECK: arg0: 56 57 58 59 0 0 0 0
func.func @loads_by_made_map(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %start = arith.constant 40 : i32
  %skipped = arith.constant 16 : i32
  %extent = arith.constant 44 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %place = tile_gpu.alloc_buffer {shared_offset = 640 : i64} : !place
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  %from = tile.offset %p, %skipped : !tile.ptr<i32>, i32
  %map = tile_gpu.build_tensor_map #made(%from, %extent) in %place : (!tile.ptr<i32>, i32) in !place
  tile_gpu.tensor_map_fence %map
  tile_gpu.tma_prefetch %map[%start] shape [64]
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 256 : !bar
  tile_gpu.tma_load %map[%start] into %b, %m[%zero] : !buffer, !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<64xi32, #one>
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.memory_barrier cta
  tile_gpu.store %a, %x : tensor<64x!tile.ptr<i32>, #one>
  return
}

// CHECK-LABEL: use_without_fence: use.cu:1:1: expected a fence for the tensor map before this use of it
func.func @use_without_fence(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %extent = arith.constant 44 : i32
  %place = tile_gpu.alloc_buffer {shared_offset = 640 : i64} : !place
  %map = tile_gpu.build_tensor_map #made(%p, %extent) in %place : (!tile.ptr<i32>, i32) in !place
  tile_gpu.tma_prefetch %map[%zero] shape [64] loc("use.cu":1:1)
  return
}

// CHECK-LABEL: read_without_wait: load.cu:2:1: data race: read of byte 0 of shared memory by lane 0 of warp 0 is not ordered with the asynchronous copy at copy.cu:1:1
func.func @read_without_wait(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier warp
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 256 : !bar
  tile_gpu.bulk_load %p into %b, %m[%zero] : !tile.ptr<i32> into !buffer, !bar loc("copy.cu":1:1)
  %x = tile_gpu.buffer_load %b : !buffer -> tensor<64xi32, #tile_gpu.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]]>> loc("load.cu":2:1)
  return
}

// The phase is complete as soon as the announced bytes have come; those of the second copy may still be missing.
// CHECK-LABEL: announces_too_few: load.cu:2:1: data race: read of byte {{[0-9]+}} of shared memory by lane {{[0-9]+}} of warp {{[01]}} is not ordered with the asynchronous copy at {{first.cu|second.cu}}:1:1
func.func @announces_too_few(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %s0 = tile_gpu.buffer_stage %b[%zero] : !ring
  %s1 = tile_gpu.buffer_stage %b[%one] : !ring
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 256 : !bar
  tile_gpu.bulk_load %p into %s0, %m[%zero] : !tile.ptr<i32> into !buffer, !bar loc("first.cu":1:1)
  tile_gpu.bulk_load %p into %s1, %m[%zero] : !tile.ptr<i32> into !buffer, !bar loc("second.cu":1:1)
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %x = tile_gpu.buffer_load %s0 after %w : !buffer -> tensor<64xi32, #one> loc("load.cu":2:1)
  %y = tile_gpu.buffer_load %s1 after %w : !buffer -> tensor<64xi32, #one> loc("load.cu":2:1)
  return
}

// More bytes are announced than come: nobody goes on.
// CHECK-LABEL: announces_too_many: wait.cu:1:1: deadlock: warp 0 waits for a phase of parity 0 of the mbarrier at byte 512 of shared memory, which is in phase 0 and lacks 0 arrivals and 4 bytes, at wait.cu:1:1; warp 1 waits
func.func @announces_too_many(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 260 : !bar
  tile_gpu.bulk_load %p into %b, %m[%zero] : !tile.ptr<i32> into !buffer, !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar loc("wait.cu":1:1)
  return
}

// The mbarrier is used before its initialisation is known to the other warp.
// CHECK-LABEL: no_barrier_after_init: wait.cu:1:1: {{lane 0 of warp 1 uses the mbarrier at byte 512 of shared memory, but nothing orders that with its initialisation at init.cu:1:1|the mbarrier at byte 512 of shared memory is not initialised}}
func.func @no_barrier_after_init(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar loc("init.cu":1:1)
  tile_gpu.mbarrier_arrive %m[%zero] by first : !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar loc("wait.cu":1:1)
  return
}

// Three arrivals for phases of two: the third counts for the next one, which lacks one then.
// CHECK-LABEL: arrives_too_often: wait.cu:1:1: deadlock: warp 0 waits for a phase of parity 1 of the mbarrier at byte 512 of shared memory, which is in phase 1 and lacks 1 arrivals and 0 bytes
func.func @arrives_too_often() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 2 : !bar
  tile_gpu.memory_barrier warp
  tile_gpu.mbarrier_arrive %m[%zero] by warps : !bar
  tile_gpu.mbarrier_arrive %m[%zero] by warps : !bar
  tile_gpu.mbarrier_arrive %m[%zero] by warps : !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %one : !bar loc("wait.cu":1:1)
  return
}

// A ring of two slots with full and empty mbarriers, five iterations: phases wrap around twice.
// CHECK-LABEL: ring: ok
// CHECK: arg1: 0 5 10 15 20 25 30 35
func.func @ring(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 544 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  %zeros = arith.constant dense<0> : tensor<64xi32, #one>
  %sum = scf.for %k = %c0 to %c5 step %c1 iter_args(%s = %zeros) -> (tensor<64xi32, #one>) : i32 {
    %slot = arith.remui %k, %c2 : i32
    %round = arith.divui %k, %c2 : i32
    %parity = arith.remui %round, %c2 : i32
    %other = arith.subi %c1, %parity : i32
    %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
    %bs = tile_gpu.buffer_stage %b[%slot] : !ring
    tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
    tile_gpu.bulk_load %p into %bs, %full[%slot] : !tile.ptr<i32> into !buffer, !bars
    %f = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
    %x = tile_gpu.buffer_load %bs after %f : !buffer -> tensor<64xi32, #one>
    tile_gpu.proxy_fence
    tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    %n = arith.addi %s, %x : tensor<64xi32, #one>
    scf.yield %n : tensor<64xi32, #one>
  }
  %i = tile.iota : tensor<64xi32, #one>
  %q0 = tile.splat %q : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q0, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.store %a, %sum : tensor<64x!tile.ptr<i32>, #one>
  return
}

// The same with parities that begin wrong: the producer does not wait for the readers of the slot.
// CHECK-LABEL: ring_does_not_wait: {{.*(data race|deadlock)}}
func.func @ring_does_not_wait(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c5 = arith.constant 5 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.memory_barrier cta
  scf.for %k = %c0 to %c5 step %c1 : i32 {
    %slot = arith.remui %k, %c2 : i32
    %round = arith.divui %k, %c2 : i32
    %parity = arith.remui %round, %c2 : i32
    %bs = tile_gpu.buffer_stage %b[%slot] : !ring
    tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
    tile_gpu.bulk_load %p into %bs, %full[%slot] : !tile.ptr<i32> into !buffer, !bars loc("copy.cu":1:1)
    %f = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
    %x = tile_gpu.buffer_load %bs after %f : !buffer -> tensor<64xi32, #one> loc("load.cu":1:1)
    tile_gpu.proxy_fence
  }
  return
}

// CHECK-LABEL: stores_by_map: ok
// CHECK: arg0: 0 1 2 3 0 1 2 3
func.func @stores_by_map(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %four = arith.constant 4 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #map
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tma_store %b to %map[%four] : !buffer
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// CHECK-LABEL: no_proxy_fence: store.cu:2:1: missing proxy fence: read of byte {{[0-9]+}} of shared memory by lane 0 of warp 0 by the asynchronous proxy comes after the write at write.cu:1:1 by lane {{[0-9]+}} of warp {{[01]}}, which has no proxy_fence behind it
func.func @no_proxy_fence(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer loc("write.cu":1:1)
  tile_gpu.memory_barrier cta
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<i32> loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// The fence is behind the barrier: nothing orders the other lanes' fences before the store.
// CHECK-LABEL: fence_after_barrier: store.cu:2:1: missing proxy fence: read of byte 4 of shared memory by lane 0 of warp 0
func.func @fence_after_barrier(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer loc("write.cu":1:1)
  tile_gpu.memory_barrier cta
  tile_gpu.proxy_fence
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<i32> loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// CHECK-LABEL: no_barrier_after_fence: {{.*}}data race
func.func @no_barrier_after_fence(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer loc("write.cu":1:1)
  tile_gpu.proxy_fence
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<i32> loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// The buffer is written again while the engine may still read it.
// CHECK-LABEL: overwrites_source: {{.*}}data race: write of byte {{[0-9]+}} of shared memory by lane {{[0-9]+}} of warp {{[01]}} is not ordered with the asynchronous copy at store.cu:2:1
func.func @overwrites_source(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<i32> loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit
  tile_gpu.memory_barrier cta
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer loc("write.cu":3:1)
  tile_gpu.bulk_wait %g pending 0
  return
}

// A wait for reading lets the buffer be written again, but what was stored is not there yet.
// CHECK-LABEL: waits_for_reading: load.cu:3:1: data race: read of byte 0 of arg0 by lane 0 of warp 0 is not ordered with the asynchronous copy at store.cu:2:1
func.func @waits_for_reading(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<i32> loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0 read
  tile_gpu.memory_barrier cta
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer loc("write.cu":3:1)
  %x = tile_gpu.load %p : !tile.ptr<i32> loc("load.cu":3:1)
  return
}

// CHECK-LABEL: ends_unread: store.cu:2:1: the block ends while tile_gpu.bulk_store may still read shared memory
func.func @ends_unread(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.bulk_store %b to %p : !buffer to !tile.ptr<i32> loc("store.cu":2:1)
  %g = tile_gpu.bulk_commit
  return
}

// CHECK-LABEL: reduces: ok
// CHECK: arg0: 0 2 4 6 8 10 12 14
func.func @reduces(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #map
  %i = tile.iota : tensor<64xi32, #one>
  tile_gpu.buffer_store %i, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tma_reduce add %b to %map[%zero] : !buffer
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// CHECK-LABEL: reduces_a_run: ok
// CHECK: arg0: 5 5 5 5 5 5 6 7
func.func @reduces_a_run(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %five = arith.constant dense<5> : tensor<64xi32, #one>
  tile_gpu.bulk_prefetch %p bytes 256 : !tile.ptr<i32>
  tile_gpu.buffer_store %five, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.bulk_reduce max_signed %b to %p : !buffer to !tile.ptr<i32>
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// CHECK-LABEL: reduces_misaligned: reduce.cu:1:1: expected an address that is a multiple of 16, got
func.func @reduces_misaligned(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %one = arith.constant 1 : i32
  %q = tile.offset %p, %one : !tile.ptr<i32>, i32
  %five = arith.constant dense<5> : tensor<64xi32, #one>
  tile_gpu.buffer_store %five, %b : tensor<64xi32, #one>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.bulk_reduce add %b to %q : !buffer to !tile.ptr<i32> loc("reduce.cu":1:1)
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}

// CHECK-LABEL: loads_from_midst: load.cu:1:1: expected an innermost coordinate that is a multiple of 4 elements, got 6
func.func @loads_from_midst(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %start = arith.constant 6 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  %map = tile_gpu.tensor_map #map
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 256 : !bar
  tile_gpu.tma_load %map[%start] into %b, %m[%zero] : !buffer, !bar loc("load.cu":1:1)
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  return
}

// CHECK-LABEL: prefetches_outside: fetch.cu:1:1: {{.*}}prefetch
func.func @prefetches_outside(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  tile_gpu.bulk_prefetch %p bytes 1048576 : !tile.ptr<i32> loc("fetch.cu":1:1)
  return
}

// NaN (0x7fc00000) where the map says so.
// CHECK-LABEL: nan_outside: ok
// CHECK: arg0: 56 57 58 59 2143289344 2143289344 2143289344 2143289344
#nan_map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (60), strides = ()[s0] -> (), box = [64], order = [0], swizzle = 0 nan_fill = true>
!floats = !tile_gpu.buffer<64xf32, #rows, stages = 1, align = 128>
func.func @nan_outside(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %start = arith.constant 56 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !floats
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  %map = tile_gpu.tensor_map #nan_map
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 256 : !bar
  tile_gpu.tma_load %map[%start] into %b, %m[%zero] : !floats, !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %x = tile_gpu.buffer_load %b after %w : !floats -> tensor<64xf32, #one>
  %i = tile.iota : tensor<64xi32, #one>
  %p0 = tile.splat %p : tensor<64x!tile.ptr<f32>, #one>
  %a = tile.offset %p0, %i : tensor<64x!tile.ptr<f32>, #one>, tensor<64xi32, #one>
  tile_gpu.memory_barrier cta
  tile_gpu.store %a, %x : tensor<64x!tile.ptr<f32>, #one>
  return
}
