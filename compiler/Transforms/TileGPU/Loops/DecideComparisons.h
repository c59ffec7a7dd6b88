// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of scalars that ranges decide become constants:
//
//     scf.for %i = %c0 to %n step %c1 {
//       %before = arith.cmpi slt, %i, %c0        =>       %before = arith.constant false
//
// so that what stands under them is gone before warps get roles, each with a copy of the kernel: folded in one copy and
// not in the other, a load would be waited for that nobody brings.
#pragma once

#include "mlir/Analysis/DataFlowFramework.h"

namespace tilec::tile_gpu {

/// Makes comparisons below `root` constants, where the ranges that `solver` has computed decide them.
void decideComparisons(mlir::Operation *root, mlir::DataFlowSolver &solver);

} // namespace tilec::tile_gpu
