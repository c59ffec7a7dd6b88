// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose sums are only added up (fp8: its partial sums are kept short), two at a time.
//
//     scf.for .. (%total, ..) {              start %s of the first; wait; give its slot back
//       start %s                             scf.for two iterations at a time (%total, %s, ..) {
//       wait for %s                            start %t of the next;        %total + %s
//       give the slot back             =>      start %s of the next but one
//       %total + %s                            wait for %t; give its slot back; %total + %t
//     }                                        wait for %s; give its slot back
//                                            }
//                                            %total + %s, and one iteration more where their number is even
//
// So the tensor core multiplies while lanes add. Nothing is in flight from one iteration to the next, where the
// assembler would lose sight of it (its note C7514), nor at a branch; there are two copies of the body since sums in
// flight cannot change registers.
#pragma once

#include "dialects/TileGPU/Transforms/Products/RotationPlan.h"

namespace tilec::tile_gpu {

/// It is the only product of the loop, and its sums are only added to what the loop carries.
bool isOnlyAddedUp(mlir::scf::ForOp loop, Rotation &plan);

/// 32-bit registers of a lane, for tiles, that `alternateProducts` takes.
int64_t registersOfAlternation(mlir::scf::ForOp loop, Rotation &plan);

/// Erases the loop.
void alternateProducts(mlir::scf::ForOp loop, Rotation &plan);

} // namespace tilec::tile_gpu
