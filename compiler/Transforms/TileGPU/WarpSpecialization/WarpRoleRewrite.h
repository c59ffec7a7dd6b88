// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits a kernel between a producer warp and consumers as WarpRolePlan.h has decided.
//
//     scf.for %i = %a to %n step %s iter_args(%sum = %zero) {
//       load of %map[%i] in place into %b                       // LoadSites.h
//       .. = buffer_load %b; ..
//       free_buffer %b
//     }
//     =>
//     %buffer = alloc_buffer .. stages = 4; %full, %empty = alloc_mbarriers : mbarriers<4>; mbarrier_init ..
//     warp_roles consumers {
//       scf.for %i = .. iter_args(%sum = %zero, %stage = 0, %phase = 0) {
//         %t = mbarrier_wait %full[%stage] parity %phase
//         %b = buffer_stage %buffer[%stage]
//         .. = buffer_load %b; ..
//         mbarrier_arrive %empty[%stage] by warps               // fenced by tile-gpu-place-proxy-fences
//         scf.yield .., next %stage, %phase turned over where %stage is 0 again
//       }
//     } producer {
//       scf.for %i = .. iter_args(%stage = 0, %phase = 0) {
//         mbarrier_wait %empty[%stage] parity 1 - %phase        // the first round does not wait
//         mbarrier_expect_tx %full[%stage] bytes ..
//         tma_load %map[%i] into %buffer[%stage], %full[%stage]
//         scf.yield next %stage, %phase
//       }
//     }
//
// A tensor map that the kernel makes is made by the producer, behind waits for all copies by the one before. Where
// a stage buffer has but one stage, of 64 KB at most, the L2 cache fetches what comes next (`tma_prefetch`) before the
// producer waits for it.
//
// Where the producer draws blocks (`next_block`), what the next iteration begins with goes through a stage buffer of
// its own: the number, and what is computed of it (where the block is), so that consumers need no registers for
// divisors.
//
//     scf.while .. {
//       %next = next_block
//       ..
//       %x = .. of %next
//       scf.yield %next, %x
//     }
//     =>
//     scf.while .. {                                                                       // consumers
//       ..
//       %t = mbarrier_wait %full[..]; %next = buffer_get %stage after %t; %x = buffer_get %other after %t
//       mbarrier_arrive %empty[..] by warps
//       scf.yield %next, %x
//     }
//     scf.while .. {                                                                       // producer
//       ..                                                                                 // its loads
//       %next = next_block                                                                 // LateTileScheduler.h
//       ..                                                                                 // the last of them
//       %x = .. of %next
//       mbarrier_wait %empty[..]; buffer_put %next, %stage; buffer_put %x, %other
//       mbarrier_arrive %full[..] by first
//       scf.yield %next, %x
//     }
//
// Where a cluster shares the blocks its first CTA's producer draws them for all (ClusterTileScheduler.h), once there is
// room for what this block loads first:
//
//     producer {
//       scf.while .. {
//         mbarrier_wait %empty[..]
//         %drawn = next_block
//         ..                                                                               // its loads
//         cluster_put %drawn into %numbers[%n], %sent[%n]
//         mbarrier_expect_tx %sent[%n] bytes 4; %t = mbarrier_wait %sent[%n]; %next = buffer_get %numbers[%n] after %t
//         %next goes to the consumers as above
//         scf.yield %next
//       }
//     }
//
// A block with loads that is executed more than once counts its executions: stage and phase go through all control flow
// around it, and on through later executions of that. Both regions are copies of the kernel's body, the producer's of
// its slice alone; both visit the loads in the same order, and a stage is released before the next load of its block
// is waited for, so none waits for ever.
#pragma once

#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRolePlan.h"

namespace tilec::tile_gpu {

/// The plan has blocks. Returns the roles.
WarpRolesOp splitIntoRoles(mlir::func::FuncOp kernel, const WarpRolePlan &plan);

} // namespace tilec::tile_gpu
