// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Places of a lane's elements differ by constants, which are added last, so that all share what comes before:
///
///     %1 = or disjoint %lane, 8                      %0 = shl %lane, 6
///     %2 = shl %1, 6                          =>     %1 = or disjoint %0, %column
///     %3 = or disjoint %2, %column                   %3 = or disjoint %1, 512
///
/// and so for constants that other bits were seen to be overwritten by:
///
///     %1 = and %x, 62                                %1 = and %x, 62
///     %2 = or %x, 192     ; %x below 256      =>     %2 = or disjoint %1, 192
///
/// Addresses then have one base and immediate offsets, in loops one counter. Otherwise each row has a pointer of its
/// own, of two registers that the loop carries, and each mask a number.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct ConstantsLast : llvm::PassInfoMixin<ConstantsLast> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
