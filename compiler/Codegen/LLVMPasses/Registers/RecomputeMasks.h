// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Masks of rows that several stretches use are computed in each of them; a stretch goes from the beginning of a block,
/// or an MMA by warpgroups, to the next:
///
///     %inside17 = and i1 %flag, (icmp ugt %rows, 17)      ..
///     ..                                                  %left = select %flag, min(%rows, 64), 0
///     other:                                         =>   %some = add %left, 1
///       load .. if %inside17                              load .. if (icmp ugt %some, 18)
///
/// There are seven predicates. Of more each would wait in a register, and take an instruction to come back from it: as
/// many as it takes to compare. The assembler merges equal comparisons again, so each stretch adds another number to
/// both sides.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct RecomputeMasks : llvm::PassInfoMixin<RecomputeMasks> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
