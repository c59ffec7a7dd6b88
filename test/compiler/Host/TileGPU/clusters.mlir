// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CTAs of a cluster run together: what they store to each other and to global memory races unless a barrier of the
// cluster stands between.
// RUN: tile-gpu-run %s | FileCheck %s

#own = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>

// Each CTA stores its own 64 elements and loads the other one's.
// CHECK: narrow_barrier: {{store|load}}.cu:{{.*}}: data race: {{read|write}} of byte {{[0-9]+}} of arg0 by {{.*}} is not ordered with the {{write|read}} at {{load|store}}.cu
func.func @narrow_barrier(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %rank = tile.cta_rank
  %other = arith.subi %c1, %rank : i32
  %from = arith.muli %rank, %c64 : i32
  %to = arith.muli %other, %c64 : i32
  %i = tile.iota : tensor<64xi32, #own>
  %mine = tile.offset %p, %from : !tile.ptr<i32>, i32
  %theirs = tile.offset %p, %to : !tile.ptr<i32>, i32
  %q = tile.splat %mine : tensor<64x!tile.ptr<i32>, #own>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #own> loc("store.cu":6:3)
  tile_gpu.memory_barrier cta
  %r = tile.splat %theirs : tensor<64x!tile.ptr<i32>, #own>
  %b = tile.offset %r, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #own> loc("load.cu":7:3)
  return
}

// CHECK: cluster_barrier: ok
func.func @cluster_barrier(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %rank = tile.cta_rank
  %other = arith.subi %c1, %rank : i32
  %from = arith.muli %rank, %c64 : i32
  %to = arith.muli %other, %c64 : i32
  %i = tile.iota : tensor<64xi32, #own>
  %mine = tile.offset %p, %from : !tile.ptr<i32>, i32
  %theirs = tile.offset %p, %to : !tile.ptr<i32>, i32
  %q = tile.splat %mine : tensor<64x!tile.ptr<i32>, #own>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #own>
  tile_gpu.memory_barrier cluster
  %r = tile.splat %theirs : tensor<64x!tile.ptr<i32>, #own>
  %b = tile.offset %r, %i : tensor<64x!tile.ptr<i32>, #own>, tensor<64xi32, #own>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #own>
  return
}

// A CTA that is an iteration ahead overwrites what another one has yet to read.
// CHECK: iteration_ahead: gather.cu:3:1: data race: write of byte {{[0-9]+}} of shared memory by {{.*}} is not ordered with the read at gather.cu:3:1
func.func @iteration_ahead() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %a = tile.splat %i : tensor<1xi32, #one>
    %b = tile_gpu.cluster_gather %a {shared_offset = 0 : i64} : (tensor<1xi32, #one>) -> tensor<2x1xi32, #all> loc("gather.cu":3:1)
  }
  return
}

// CHECK: iterations_apart: ok
func.func @iterations_apart() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %a = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cluster
    %b = tile_gpu.cluster_gather %a {shared_offset = 0 : i64} : (tensor<1xi32, #one>) -> tensor<2x1xi32, #all>
  }
  return
}

// A barrier of the cluster that only one CTA reaches.
// CHECK: alone: {{.*}}deadlock: warp 0 waits at the barrier of tile_gpu.memory_barrier
func.func @alone() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %c0 = arith.constant 0 : i32
  %rank = tile.cta_rank
  %first = arith.cmpi eq, %rank, %c0 : i32
  scf.if %first {
    tile_gpu.memory_barrier cluster loc("barrier.cu":1:1)
  }
  return
}

#rows = #tile_gpu.shared<[[1, 0]]>
!slot = !tile_gpu.buffer<2x1xi32, #rows, align = 16>
!box = !tile_gpu.buffer<2x1xi32, #rows, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

// What is sent is there behind the wait, in whichever order CTAs come by.
// CHECK: sent: ok
func.func @sent() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %box = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !box
  %come = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %x = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cta
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xi32, #one> into !slot, !bars loc("send.cu":5:1)
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars loc("wait.cu":6:1)
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xi32, #all> loc("read.cu":7:1)
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

// It may not be there yet before the wait.
// CHECK: sent_read_early: {{(send.cu:5:1: data race: write|read.cu:7:1: data race: read)}} of byte {{[0-9]+}} of shared memory
func.func @sent_read_early() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %box = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !box
  %come = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %x = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cta
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xi32, #one> into !slot, !bars loc("send.cu":5:1)
    %a = tile_gpu.buffer_load %part : !slot -> tensor<2x1xi32, #all> loc("read.cu":7:1)
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars loc("wait.cu":6:1)
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

// Bytes of both CTAs come.
// CHECK: sent_too_few: {{.*(deadlock|data race).*}}
func.func @sent_too_few() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %box = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !box
  %come = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %x = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cta
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 4 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xi32, #one> into !slot, !bars loc("send.cu":5:1)
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars loc("wait.cu":6:1)
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xi32, #all> loc("read.cu":7:1)
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

// One slot: a CTA that is a message ahead overwrites what another one has yet to read.
// CHECK: sent_over_unread: {{(send.cu:5:1: data race: write|read.cu:7:1: data race: read)}} of byte
func.func @sent_over_unread() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %box = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !box
  %come = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %x = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cta
    %part = tile_gpu.buffer_stage %box[%c0] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xi32, #one> into !slot, !bars loc("send.cu":5:1)
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars loc("wait.cu":6:1)
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xi32, #all> loc("read.cu":7:1)
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

// The other CTA's mbarriers may not be ready.
// CHECK: sent_before_begin: {{.*the mbarrier at byte 32 of shared memory is not initialised}}
func.func @sent_before_begin() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %box = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !box
  %come = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %x = tile.splat %i : tensor<1xi32, #one>
    tile_gpu.memory_barrier cta
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xi32, #one> into !slot, !bars loc("send.cu":5:1)
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars loc("wait.cu":6:1)
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xi32, #all> loc("read.cu":7:1)
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

// Without a barrier a warp of the other CTA may still read the last message but one.
// CHECK: sent_without_barrier: {{.*data race.*}}
func.func @sent_without_barrier() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %box = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !box
  %come = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  tile_gpu.memory_barrier cluster {begin}
  scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %x = tile.splat %i : tensor<1xi32, #one>
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xi32, #one> into !slot, !bars loc("send.cu":5:1)
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars loc("wait.cu":6:1)
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xi32, #all> loc("read.cu":7:1)
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>
!bar = !tile_gpu.mbarriers<1>

// Each producer reads what the first one has put, but nothing keeps that from putting the next number there.
// CHECK: numbers_in_one_slot: {{.*data race.*}}
func.func @numbers_in_one_slot() attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %slot = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !number
  %sent = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bar
  tile_gpu.mbarrier_init %sent arrivals 1 : !bar
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %c0) -> (i32) : i32 {
      tile_gpu.cluster_put %i into %slot, %sent[%c0] : !number, !bar loc("put.cu":5:1)
      tile_gpu.mbarrier_expect_tx %sent[%c0] bytes 4 : !bar
      %t = tile_gpu.mbarrier_wait %sent[%c0] parity %p : !bar loc("wait.cu":6:1)
      %x = tile_gpu.buffer_get %slot after %t : !number loc("get.cu":7:1)
      %p1 = arith.xori %p, %c1 : i32
      scf.yield %p1 : i32
    }
  }
  return
}
