// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the CTAs that share a tile block must wait for each other, and where it is enough that one's lanes do.
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory --tile-gpu-place-memory-barriers --split-input-file | FileCheck %s

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>

// Once before the first: others may not have begun. The second has scratch of its own, and who writes it has met the
// others in the first.
// CHECK-LABEL: func.func @gathers
// CHECK: tile_gpu.memory_barrier{{ +}}cluster {begin}
// CHECK-NEXT: tile_gpu.cluster_gather %{{.*}} {shared_offset = 0 : i64}
// CHECK-NEXT: tile_gpu.cluster_gather %{{.*}} {shared_offset = 16 : i64}
func.func @gathers(%a: tensor<1xf32, #one>) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %c = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  %d = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>

// A CTA that is an iteration ahead must not write what another one still reads.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster{{$}}
// CHECK-NEXT: tile_gpu.cluster_gather
func.func @loop(%a: tensor<1xf32, #one>, %n: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %c = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  }
  return
}

// -----

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>

// The part next door may be another CTA's; one's own elements stay in the lane.
// CHECK-LABEL: func.func @global
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster
// CHECK-NEXT: tile_gpu.load
func.func @global(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x : !ptrs
  %a = tile_gpu.load %p : !ptrs
  %b = tile_gpu.load %q : !ptrs
  return
}

// -----

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>

// Scratch of a CTA is its own.
// CHECK-LABEL: func.func @reductions
// CHECK-NOT: memory_barrier{{ +}}cluster
// CHECK: memory_barrier{{ +}}cta
// CHECK-NOT: memory_barrier{{ +}}cluster
// CHECK: return
func.func @reductions(%x: tensor<256xf32, #own>, %n: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %s = tile_gpu.reduce %x axis = 0 : (tensor<256xf32, #own>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
  }
  return
}

// -----

// What the first CTA does alone: the others wait before its branch, not in it.
// CHECK-LABEL: func.func @first
// CHECK: tile_gpu.load
// CHECK: tile_gpu.memory_barrier{{ +}}cluster
// CHECK-NEXT: scf.if
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: }
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster
// CHECK-NEXT: tile_gpu.load
func.func @first(%p: !tile.ptr<f32>, %x: f32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %rank = tile.cta_rank
  %c0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %rank, %c0 : i32
  %a = tile_gpu.load %p : !tile.ptr<f32>
  scf.if %first {
    tile_gpu.store %p, %x : !tile.ptr<f32>
  }
  %b = tile_gpu.load %p : !tile.ptr<f32>
  return
}

// -----

// A release stands for all CTAs, an acquire too.
// CHECK-LABEL: func.func @orders
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster
// CHECK-NEXT: scf.if
// CHECK-NEXT: tile_gpu.atomic_rmw
// CHECK-NOT: cluster
// CHECK: }
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster
#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>
func.func @orders(%flag: !tile.ptr<i32>, %p: !ptrs, %x: tensor<256xf32, #own>) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %rank = tile.cta_rank
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = arith.cmpi eq, %rank, %c0 : i32
  tile_gpu.store %p, %x : !ptrs
  scf.if %first {
    tile_gpu.atomic_rmw add acq_rel device %flag, %c1 : !tile.ptr<i32>
  }
  return
}

// -----

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>

// To wait until all have begun orders no memory: what does comes after it.
// CHECK-LABEL: func.func @begin_orders_nothing
// CHECK: tile_gpu.load
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster {begin}
// CHECK-NEXT: tile_gpu.cluster_gather
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster{{$}}
// CHECK-NEXT: tile_gpu.load
func.func @begin_orders_nothing(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>, %a: tensor<1xf32, #one>) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %b = tile_gpu.load %p : !ptrs
  %c = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  tile_gpu.store %p, %x : !ptrs
  %d = tile_gpu.load %q : !ptrs
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>

// A path to it has met already: then all meet once more.
// CHECK-LABEL: func.func @maybe_met
// CHECK: scf.if
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster{{$}}
// CHECK: }
// CHECK: tile_gpu.memory_barrier{{ +}}cluster{{$}}
// CHECK-NEXT: tile_gpu.cluster_gather
func.func @maybe_met(%a: tensor<1xf32, #one>, %if: i1) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  scf.if %if {
    %c = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  }
  %d = tile_gpu.cluster_gather %a : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
#all = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
#rows = #tile_gpu.shared<[[1, 0]]>
!slot = !tile_gpu.buffer<2x1xf32, #rows, align = 16>
!box = !tile_gpu.buffer<2x1xf32, #rows, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

// CTAs that send wait once until all have begun, before the loop; in it the lanes of a CTA have read the last message
// before it sends the next.
// CHECK-LABEL: func.func @sends
// CHECK: tile_gpu.mbarrier_init
// CHECK-NEXT: tile_gpu.memory_barrier{{ +}}cluster {begin}
// CHECK-NEXT: scf.for
// CHECK: tile_gpu.memory_barrier{{ +}}cta
// CHECK: tile_gpu.cluster_send
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.buffer_load
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @sends(%x: tensor<1xf32, #one>, %n: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %box = tile_gpu.alloc_buffer : !box
  %come = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %p = %c0) -> (i32, i32) : i32 {
    %part = tile_gpu.buffer_stage %box[%s] : !box
    tile_gpu.mbarrier_expect_tx %come[%s] bytes 8 : !bars
    tile_gpu.cluster_send %x into %part, %come[%s] : tensor<1xf32, #one> into !slot, !bars
    %t = tile_gpu.mbarrier_wait %come[%s] parity %p : !bars
    %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xf32, #all>
    %s1 = arith.xori %s, %c1 : i32
    %p1 = arith.xori %p, %s : i32
    scf.yield %s1, %p1 : i32, i32
  }
  return
}

// A barrier that stands in a branch may not have been met: not all CTAs have begun for certain, and their mbarriers may
// not be ready.
// CHECK-LABEL: func.func @sends_behind_branch
// CHECK: scf.if
// CHECK: tile_gpu.memory_barrier{{ +}}cluster{{$}}
// CHECK: }
// CHECK: tile_gpu.memory_barrier{{ +}}cluster{{$}}
// CHECK: tile_gpu.cluster_send
// CHECK-NOT: memory_barrier{{ +}}cluster
// CHECK: return
func.func @sends_behind_branch(%x: tensor<1xf32, #one>, %c: i1) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %box = tile_gpu.alloc_buffer : !box
  %come = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %come arrivals 1 : !bars
  scf.if %c {
    %met = tile_gpu.cluster_gather %x : (tensor<1xf32, #one>) -> tensor<2x1xf32, #all>
  }
  %part = tile_gpu.buffer_stage %box[%c0] : !box
  tile_gpu.mbarrier_expect_tx %come[%c0] bytes 8 : !bars
  tile_gpu.cluster_send %x into %part, %come[%c0] : tensor<1xf32, #one> into !slot, !bars
  %t = tile_gpu.mbarrier_wait %come[%c0] parity %c0 : !bars
  %a = tile_gpu.buffer_load %part after %t : !slot -> tensor<2x1xf32, #all>
  return
}

// -----

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>

// Blocks that follow each other are threads of their own.
// CHECK-LABEL: func.func @blocks
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @blocks(%p: !tile.ptr<f32>, %x: tensor<256xf32, #own>, %n: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32, tile.persistent} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %q = tile.offset %p, %i : !tile.ptr<f32>, i32
    %r = tile.splat %q : !ptrs
    %e = tile.iota : tensor<256xi32, #own>
    %a = tile.offset %r, %e : !ptrs, tensor<256xi32, #own>
    tile_gpu.store %a, %x : !ptrs
  } {tile.block_loop}
  return
}
