// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-gpu-verify-mbarriers --tile-gpu-verify-stages
// What the CTAs of a cluster copy into each other's stages.

// Right as it is: each of two CTAs brings one of two boxes.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @right(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.persistent, tile.multicast_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %map = tile_gpu.tensor_map <i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [32], order = [0], swizzle = 0>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps cluster : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.tma_load %map[%i] into %part, %full[%slot] multicast : !slot, !bars
    }
  }
  return
}

// -----

// Who has not begun must not be written to.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @no_begin(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.persistent, tile.multicast_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %map = tile_gpu.tensor_map <i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [32], order = [0], swizzle = 0>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps cluster : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      // expected-error @below {{expected a barrier of the cluster before a copy to all its CTAs}}
      tile_gpu.tma_load %map[%i] into %part, %full[%slot] multicast : !slot, !bars
    }
  }
  return
}

// -----

// Both CTAs have to be done with a stage.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @own_arrivals(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.persistent, tile.multicast_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %map = tile_gpu.tensor_map <i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [32], order = [0], swizzle = 0>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
      // expected-error @below {{expected a stage that all CTAs of the cluster fill to be released to all of them}}
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.tma_load %map[%i] into %part, %full[%slot] multicast : !slot, !bars
    }
  }
  return
}

// -----

// And both arrive.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @too_few(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.persistent, tile.multicast_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %map = tile_gpu.tensor_map <i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [32], order = [0], swizzle = 0>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  // expected-error @below {{expected as many arrivals as the ops of a phase make up (4), got 2}}
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps cluster : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.tma_load %map[%i] into %part, %full[%slot] multicast : !slot, !bars
    }
  }
  return
}

// -----

// One box cannot be shared by two.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @one_box(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile.persistent, tile.multicast_ctas = 2 : i32, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %map = tile_gpu.tensor_map <i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [64], order = [0], swizzle = 0>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cluster {begin}
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps cluster : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      // expected-error @below {{'tile_gpu.tma_load' op expected a cluster that shares 1 boxes evenly, got 2 CTAs}}
      tile_gpu.tma_load %map[%i] into %part, %full[%slot] multicast : !slot, !bars
    }
  }
  return
}

// -----

// Nor by one CTA.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @no_cluster(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %map = tile_gpu.tensor_map <i32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (s1), strides = ()[s0, s1] -> (), box = [32], order = [0], swizzle = 0>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps cluster : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      // expected-error @below {{'tile_gpu.tma_load' op expected a cluster that shares 2 boxes evenly, got 1 CTA}}
      tile_gpu.tma_load %map[%i] into %part, %full[%slot] multicast : !slot, !bars
    }
  }
  return
}
