// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-gpu-verify-mbarriers --tile-gpu-verify-stages
// What can be wrong between a producer and consumers for certain; the rest is the executor's to find
// (test/compiler/Host/TileGPU/warp-roles-faults.mlir).

// Right as it is.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @right(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// A stage that is used once needs no way back.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @once(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %only = tile_gpu.buffer_stage %ring[%c0] : !ring
    %w = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
    %x = tile_gpu.buffer_load %only after %w : !slot -> tensor<64xi32, #one>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %x0 = arith.addi %i, %i : i32
    }
  } producer warps 1 {
    tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
    %only = tile_gpu.buffer_stage %ring[%c0] : !ring
    tile_gpu.bulk_load %p into %only, %full[%c0] : !tile.ptr<i32> into !slot, !bars
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %x0 = arith.addi %i, %i : i32
    }
  }
  return
}

// -----

// The producer overwrites what is being read.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @no_wait(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      // expected-error @+1 {{expected a wait for the stage to be released before this copy, in the same iteration}}
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// It waits before the loop, once.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @waits_once(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
  } producer warps 1 {
    %e = tile_gpu.mbarrier_wait %empty[%c0] parity %c1 : !bars
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      // expected-error @+1 {{expected a wait for the stage to be released before this copy, in the same iteration}}
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// It waits for another stage.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @waits_for_other(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%parity] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      // expected-error @+1 {{expected a wait for the stage to be released before this copy, in the same iteration}}
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// Another stage's mbarrier counts the bytes.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @other_mbarrier(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      // expected-error @+1 {{expected the mbarrier that has the number of the stage}}
      tile_gpu.bulk_load %p into %part, %full[%parity] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// More bytes are announced than come.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @bytes(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      // expected-error @+1 {{expected the 256 bytes that the copies beside it bring, got 512}}
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 512 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// It is counted by what releases stages.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @two_sets(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
      // expected-error @+1 {{expected one set of mbarriers for all copies into a buffer}}
      tile_gpu.bulk_load %p into %part, %empty[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// A stage is read without waiting.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @no_token(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      // expected-error @+1 {{expected the token of a wait for the mbarrier of the stage that it reads}}
      %x = tile_gpu.buffer_load %part : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
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
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// The wait is for another stage.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @other_token(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      %w = tile_gpu.mbarrier_wait %full[%parity] parity %parity : !bars
      // expected-error @+1 {{expected the token of a wait for the mbarrier of the stage that it reads}}
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      tile_gpu.proxy_fence
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
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// The stage is released before it is read.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @too_early(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      tile_gpu.proxy_fence
      // expected-remark @+1 {{here}}
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      // expected-error @+1 {{expected no use of a stage that was released}}
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
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
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// Nobody releases stages.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @nobody(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      // expected-error @+1 {{expected somebody to arrive at the mbarriers, got none}}
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

// -----

// Its values may not be there yet.
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!slot = !tile_gpu.buffer<64xi32, #rows>
!ring = !tile_gpu.buffer<64xi32, #rows, stages = 3>
!bars = !tile_gpu.mbarriers<3>

func.func @unfenced(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
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
      // expected-remark @+1 {{the read}}
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<64xi32, #one>
      // expected-error @+1 {{expected a proxy_fence between reading the stage and releasing it}}
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
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}
