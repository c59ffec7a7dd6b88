// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-gpu-verify-mbarriers --tile-gpu-verify-stages
// MMAs into tensor memory read stages of a stage buffer: each behind its wait, and over before the stage is released.

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// Right as it is: the MMA of the stage is waited for.
func.func @right(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %memory = tile_gpu.alloc_tensor_memory : !memory
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      tile_gpu.tensor_wait %memory pending 0 : !memory
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// Nobody waits for the MMA.
func.func @no_wait(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %memory = tile_gpu.alloc_tensor_memory : !memory
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      // expected-remark @+1 {{the MMA}}
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      // expected-error @+1 {{expected a tensor_wait for the MMA that reads the stage before it is released}}
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// The wait lets the MMA run on.
func.func @one_pending(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %memory = tile_gpu.alloc_tensor_memory : !memory
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      // expected-remark @+1 {{the MMA}}
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      tile_gpu.tensor_wait %memory pending 1 : !memory
      // expected-error @+1 {{expected a tensor_wait for the MMA that reads the stage before it is released}}
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// The wait is for MMAs into other columns.
func.func @other_memory(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %memory = tile_gpu.alloc_tensor_memory : !memory
    %second = tile_gpu.alloc_tensor_memory : !memory
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      // expected-remark @+1 {{the MMA}}
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      tile_gpu.tensor_wait %second pending 0 : !memory
      // expected-error @+1 {{expected a tensor_wait for the MMA that reads the stage before it is released}}
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
    tile_gpu.dealloc_tensor_memory %second : !memory
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// The MMA may start before the bytes have come.
func.func @no_token(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %memory = tile_gpu.alloc_tensor_memory : !memory
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      // expected-error @+1 {{expected the token of a wait for the mbarrier of the stage that it reads}}
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true : !slot, !slot into !memory
      tile_gpu.tensor_wait %memory pending 0 : !memory
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// The MMA starts behind the arrival that releases its stage.
func.func @too_late(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    %memory = tile_gpu.alloc_tensor_memory : !memory
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      // expected-remark @+1 {{here}}
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      // expected-error @+1 {{expected no use of a stage that was released}}
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      tile_gpu.tensor_wait %memory pending 0 : !memory
    }
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// An issuer releases the stage when its MMA is over.
func.func @issued(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %memory = tile_gpu.alloc_tensor_memory : !memory
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 1 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  } issuer {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      tile_gpu.tensor_commit %memory to %empty[%slot] : !memory, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// An issuer arrives once, whatever the warps.
func.func @issued_by_warps(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %memory = tile_gpu.alloc_tensor_memory : !memory
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  // expected-error @below {{expected as many arrivals as the ops of a phase make up (1), got 4}}
  tile_gpu.mbarrier_init %empty arrivals 4 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  } issuer {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
      tile_gpu.tensor_commit %memory to %empty[%slot] : !memory, !bars
    }
  }
  return
}

// -----

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!ring = !tile_gpu.buffer<64x64xf16, #rows, stages = 3, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!memory = !tile_gpu.tensor_memory<64>

// Behind the commit the stage is the producer's.
func.func @issued_late(%p: !tile.ptr<f16>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %memory = tile_gpu.alloc_tensor_memory : !memory
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 1 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles consumers {
    tile_gpu.dealloc_tensor_memory %memory : !memory
  } producer warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<f16> into !slot, !bars
    }
  } issuer {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      // expected-remark @below {{here}}
      tile_gpu.tensor_commit %memory to %empty[%slot] : !memory, !bars
      // expected-error @below {{expected no use of a stage that was released}}
      tile_gpu.tensor_mma %part, %part into %memory column 0 accumulates %true after %w : !slot, !slot into !memory
    }
  }
  return
}
