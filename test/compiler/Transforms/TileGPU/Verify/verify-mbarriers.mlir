// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mbarriers whose phases cannot complete, or whose waits see the wrong phase in every other iteration.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-gpu-verify-mbarriers))'

!bars = !tile_gpu.mbarriers<2>

// A full mbarrier by one arrival, an empty one by all four warps; parities follow the rounds.
func.func @right(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  scf.for %k = %c0 to %n step %c1 : i32 {
    %slot = arith.remui %k, %c2 : i32
    %round = arith.divui %k, %c2 : i32
    %parity = arith.remui %round, %c2 : i32
    %other = arith.subi %c1, %parity : i32
    %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
    tile_gpu.mbarrier_expect_tx %full[%slot] bytes 256 : !bars
    %f = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
    tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
  }
  return
}

// -----

!bars = !tile_gpu.mbarriers<2>

func.func @counts(%i: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloc_mbarriers : !bars
  %b = tile_gpu.alloc_mbarriers : !bars
  // expected-error @below {{expected as many arrivals as the ops of a phase make up (4), got 1}}
  tile_gpu.mbarrier_init %a arrivals 1 : !bars
  // expected-error @below {{expected as many arrivals as the ops of a phase make up (1, 128, 129), got 4}}
  tile_gpu.mbarrier_init %b arrivals 4 : !bars
  tile_gpu.mbarrier_arrive %a[%i] by warps : !bars
  tile_gpu.mbarrier_arrive %b[%i] by lanes : !bars
  tile_gpu.mbarrier_arrive %b[%i] by first : !bars
  return
}

// -----

!bars = !tile_gpu.mbarriers<2>

func.func @parity(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  scf.for %k = %c0 to %n step %c1 : i32 {
    tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
    // expected-error @below {{expected a parity that changes with each phase, got the same in every iteration}}
    %f = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
  }
  return
}

// -----

!bars = !tile_gpu.mbarriers<2>

// Two waits for two phases in each iteration.
func.func @two_phases(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  scf.for %k = %c0 to %n step %c1 : i32 {
    tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
    %f = tile_gpu.mbarrier_wait %full[%c0] parity %c0 : !bars
    tile_gpu.mbarrier_expect_tx %full[%c0] bytes 256 : !bars
    %g = tile_gpu.mbarrier_wait %full[%c0] parity %c1 : !bars
  }
  return
}

// -----

!bars = !tile_gpu.mbarriers<2>

// A stage is one group's, or all groups' together; six of eight warps are neither.
func.func @groups(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %one = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %one arrivals 4 : !bars
  %all = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %all arrivals 8 : !bars
  %some = tile_gpu.alloc_mbarriers : !bars
  // expected-error @below {{expected as many arrivals as the ops of a phase make up (4, 8, 12), got 6}}
  tile_gpu.mbarrier_init %some arrivals 6 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i32):
    tile_gpu.mbarrier_arrive %one[%c0] by warps : !bars
    tile_gpu.mbarrier_arrive %all[%c0] by warps : !bars
    tile_gpu.mbarrier_arrive %some[%c0] by warps : !bars
  } producer {
  }
  return
}
