// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs computed the other way round.
//
//     %r = tile.mma %a, %b, %c        becomes        %t = tile.mma transpose(%b), transpose(%a), transpose(%c)
//                                                    %r = transpose(%t)
//
// where that lets warpgroups read the large operand from the stages that a loop's loads fill (`whyTransposed` of
// compiler/Strategy/MmaStrategy.h). Block-scaled MMAs likewise where they then fit tcgen05, whose instructions
// with scales have 128 rows. Sums that a loop only carries are carried transposed.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec {

void transposeMmas(mlir::func::FuncOp kernel, const Target &target, bool remarks);

} // namespace tilec
