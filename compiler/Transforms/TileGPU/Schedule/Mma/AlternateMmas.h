// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs whose accumulators are only added up (fp8: its partial sums are kept short), two at a time.
//
//     scf.for .. (%total, ..) {              start %s of the first; wait; release its stage
//       start %s                             scf.for two iterations at a time (%total, %s, ..) {
//       wait for %s                            start %t of the next;        %total + %s
//       release the stage             =>      start %s of the next but one
//       %total + %s                            wait for %t; release its stage; %total + %t
//     }                                        wait for %s; release its stage
//                                            }
//                                            %total + %s, and one iteration more where their number is even
//
// So the tensor core multiplies while lanes add. Nothing is in flight from one iteration to the next, where the
// assembler would lose sight of it (its note C7514), nor at a branch; there are two copies of the body since
// accumulators in flight cannot change registers.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

namespace tilec::tile_gpu {

/// It is the only MMA of the loop, and its accumulators are only added to what the loop carries.
bool isOnlyAddedUp(mlir::scf::ForOp loop, MmaPipelining &plan);

/// 32-bit registers of a lane, for tiles, that `alternateMmas` takes.
int64_t registersOfAlternation(mlir::scf::ForOp loop, MmaPipelining &plan);

/// Erases the loop.
void alternateMmas(mlir::scf::ForOp loop, MmaPipelining &plan);

} // namespace tilec::tile_gpu
