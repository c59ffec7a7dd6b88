// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits a loop where a comparison of its counter changes its result.
//
//     scf.for %i = %a to %n {                       scf.for %i = %a to %m { work on %x }
//       %masked = cmpi sge, %i, %bound        =>    scf.for %i = %m to %n { work on (mask %x) }
//       %y = scf.if %masked { mask %x } else %x     // %m: where the comparison changes, between %a and %n
//       work on %y
//     }
//
// For consumers' loops with MMAs, whose first or last iterations mask tiles: a branch between MMAs in flight keeps
// the assembler from moving what surrounds it (docs/Experiments.md, "Constants of the model").
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// Splits `loop` at comparisons that decide which tiles a condition of its body gives, at most `most` times; how often.
unsigned splitAtConditions(mlir::scf::ForOp loop, unsigned most);

} // namespace tilec::tile_gpu
