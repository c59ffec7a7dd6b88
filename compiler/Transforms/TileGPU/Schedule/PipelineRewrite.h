// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites a loop as PipelinePlan.h has decided.
//
//     scf.for %i = %a to %n step %s {
//       %x = tile_gpu.load address(%i)
//       use %x
//     }
//     =>
//     %buffer = alloc_buffer .. stages = 3
//     %first:2 = scf.for %k = 0 to 2 .. {                       // prologue; %g as below
//       %c = scf.if (%trips > %k) { async_copy address(%a + %k * %s) into %buffer[%k] }
//       %g = async_commit %c
//     }
//     scf.for %i = %a to %n step %s iter_args(%left = %trips, %read = 0, %write = 2, %g0, %g1 = %first) {
//       %arrived = async_wait %g0 pending 1
//       %c = scf.if (%left > 2) { async_copy address(%i + 2 * %s) into %buffer[%write] }
//       %g2 = async_commit %c
//       %x = buffer_load %buffer[%read] after %arrived
//       use %x
//       scf.yield %left - 1, next of %read and %write, %g1, %g2
//     }
//     async_wait pending 0                                      // drain
//     free_buffer %buffer
//
// A copy stands in a branch instead of under a mask, so that no address of an iteration that does not exist is
// computed. What the copy engine brings is counted by an mbarrier for each stage:
//
//     %buffer = alloc_buffer .. stages = 3; %full = alloc_mbarriers; mbarrier_init %full arrivals 1
//     proxy_fence; memory_barrier                               // what the bytes held before, all have read
//     .. the prologue starts copies as below
//     scf.for .. iter_args(%left, %parity = 0, %read, %write) {
//       proxy_fence                                             // what this lane read of the stage that is filled next
//       %arrived = mbarrier_wait %full[%read] parity %parity
//       memory_barrier
//       scf.if (%left > 2) {
//         mbarrier_expect_tx %full[%write]
//         tma_load %map[coordinates(%i + 2 * %s)] into %buffer[%write], %full[%write]
//       }
//       %x = buffer_load %buffer[%read] after %arrived
//       scf.yield %left - 1, (%read begins anew ? 1 - %parity : %parity), next of %read and %write
//     }
//
// Where loads have one stage, lanes wait where they read it, and it is filled again behind the last MMA:
//
//       %arrived = mbarrier_wait %full[0] parity %parity; %x = buffer_load %stage after %arrived; mma %x, ..
//       proxy_fence; memory_barrier
//       scf.if (%left > 1) { mbarrier_expect_tx %full[0]; tma_load %map[coordinates(%i + %s)] into %stage, %full[0] }
//
// Groups are committed in every iteration, empty or not: `pending` is a constant. Where other lanes read what
// a lane copied, a barrier stands behind the wait, which also frees the stage that is written next.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/PipelinePlan.h"

namespace tilec::tile_gpu {

/// Replaces `loop`. The plan has loads.
void pipelineLoop(mlir::scf::ForOp loop, const PipelinePlan &plan);

} // namespace tilec::tile_gpu
