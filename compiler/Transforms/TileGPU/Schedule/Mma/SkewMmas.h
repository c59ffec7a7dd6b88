// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An MMA whose first operand is computed from another's accumulators, started one iteration late: attention.
//
//     scf.for %i .. (%o, ..) {                   start S of the first iteration; wait; work on S: %p, %o
//       start S                                  scf.for all but the last (%o, %p, ..) {
//       wait for S                                 take a turn
//       work on S: %p, and %o' from %o      =>     start S of the next iteration
//       start O = %p x stage + %o'                  start O = %p x stage + %o of this one
//       wait for O                                 pass the turn on
//       yield O                                    wait for S; early work on S
//     }                                            wait for O; late work: what needs O, and %p
//                                                }
//                                                start O of the last iteration; wait
//
// So the second MMA runs under the work on the next accumulators, and they wait for the first one alone. What both
// loops do is in the same order but for the start of S, which comes before that of O, and for the wait for O, which
// comes later. Of the work, what depends on O is late, and what narrows the first operand: its registers are read until
// O is done. Then both MMAs' registers stay where they are from one iteration to the next.
//
// Where lanes copy operands into stages by themselves, the wait for the copies comes first, and those of later
// iterations are started under both MMAs. A stage that O may still be reading is copied to behind the wait for O.
//
// With two warpgroups, each starts its two MMAs in its turn: one computes while the other's MMAs run. Without
// turns both tend to multiply at the same time, and then both compute. The first scores and the last values are turns
// of their own: so warpgroups stay apart from block to block.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

namespace tilec::tile_gpu {

struct MmaSkew : Decision {
  WarpgroupMmaOp mma;
  WarpgroupWaitOp wait;
  /// Number of the carried value that is its accumulators.
  unsigned carried = 0;
  /// Ops of the body that start it, the MMA last; none of them computes tiles.
  llvm::SetVector<mlir::Operation *> tail;
  /// The arrivals that release its stages.
  llvm::SmallVector<MbarrierArriveOp> arrivals;
  /// Work that comes behind the wait.
  llvm::DenseSet<mlir::Operation *> late;
  /// What the tail and its arrivals need of the iteration.
  llvm::SetVector<mlir::Value> needs;
  /// The registers of a lane for tiles.
  int64_t registers = 0;
};

/// For a loop whose `rotation` is not declined. No MMA: there is none of the kind.
MmaSkew planSkew(mlir::scf::ForOp loop, WarpRolesOp roles, MmaPipelining &pipelining);

/// Rewrites the loop by both plans. `usesPingPong`: warpgroups do.
void skewMma(mlir::scf::ForOp loop, MmaPipelining &pipelining, MmaSkew &skew, bool usesPingPong);

} // namespace tilec::tile_gpu
