// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-gpu-verify-mbarriers --tile-gpu-verify-stages
// Scalars that the producer puts into stages.
#one = #tile_gpu.shared<[]>
!slot = !tile_gpu.buffer<1xi32, #one, align = 16>
!ring = !tile_gpu.buffer<1xi32, #one, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @scalars(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_get %part after %w : !slot
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      tile_gpu.print "%d" %x : i32
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.buffer_put %i, %part : !slot
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
    }
  }
  return
}

// -----

// Nobody says that it is there.
#one = #tile_gpu.shared<[]>
!slot = !tile_gpu.buffer<1xi32, #one, align = 16>
!ring = !tile_gpu.buffer<1xi32, #one, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @unannounced(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_get %part after %w : !slot
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      tile_gpu.print "%d" %x : i32
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      // expected-error@+1 {{expected an arrival behind it, at the mbarrier that has the number of the stage}}
      tile_gpu.buffer_put %i, %part : !slot
      tile_gpu.mbarrier_arrive %full[%c0] by first : !bars
    }
  }
  return
}

// -----

// The one before may not have been read.
#one = #tile_gpu.shared<[]>
!slot = !tile_gpu.buffer<1xi32, #one, align = 16>
!ring = !tile_gpu.buffer<1xi32, #one, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @too_soon(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_get %part after %w : !slot
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      tile_gpu.print "%d" %x : i32
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      // expected-error@+1 {{expected a wait for the stage to be released before it, in the same iteration}}
      tile_gpu.buffer_put %i, %part : !slot
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
    }
  }
  return
}

// -----

// Another stage's.
#one = #tile_gpu.shared<[]>
!slot = !tile_gpu.buffer<1xi32, #one, align = 16>
!ring = !tile_gpu.buffer<1xi32, #one, stages = 2, align = 16>
!bars = !tile_gpu.mbarriers<2>

func.func @other_slot(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 2 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%c0] parity %parity : !bars
      // expected-error@+1 {{expected the token of a wait for the mbarrier of the stage that it reads}}
      %x = tile_gpu.buffer_get %part after %w : !slot
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      tile_gpu.print "%d" %x : i32
    }
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c2 : i32
      %round = arith.divui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.buffer_put %i, %part : !slot
      tile_gpu.mbarrier_arrive %full[%slot] by first : !bars
    }
  }
  return
}
