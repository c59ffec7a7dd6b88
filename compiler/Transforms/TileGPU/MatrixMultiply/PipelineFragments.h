// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads operands of f64 MMAs while others are multiplied.
//
//     scf.for .. iter_args(%sum, %stage) {            wait %full[%stage]; %a, %b = the first half of K of its stage
//       wait %full[%stage]                            scf.for all but the last .. iter_args(%sum, %stage, %a, %b) {
//       %a, %b = buffer_load ..                         wait %full[%stage]; %c, %d = the second half of K
//       mbarrier_arrive %empty[%stage]           =>     %s = mma %a, %b plus %sum
//       %s = mma %a, %b plus %sum                       mbarrier_arrive %empty[%stage]
//       scf.yield %s, next %stage                        wait %full[next %stage]; %e, %f = the first half of its stage
//     }                                                 %t = mma %c, %d plus %s
//                                                       scf.yield %t, next %stage, %e, %f
//                                                     }
//                                                     the last one's two MMAs
//
// The units of f64 take their operands from registers, so a warp that loads does not multiply, and two warps on each
// quarter of a multiprocessor come to do the same at the same time. Half of an iteration's operands fit beside the
// other half where a whole one's would not beside the next one's (docs/Experiments.md, "Constants of the model"). What
// is waited for again has arrived: that costs a look at the mbarrier.
//
// Each half is written as a load of all of it; parts that nobody takes are not loaded.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// Replaces a loop of one f64 MMA by mma.sync whose operands come from stages. One of its MMAs; null if it is
/// none.
MmaOp pipelineFragments(mlir::scf::ForOp loop);

} // namespace tilec::tile_gpu
