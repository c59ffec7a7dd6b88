// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What follows in a few steps from a thread's number, a block's and the kernel's arguments is computed again where it
/// is needed, instead of held while tiles need the registers:
///
///     %thread = tid.x                                    %thread = tid.x
///     %mask = icmp ult (shl %thread, 2), %n              %mask = icmp ult (shl %thread, 2), %n
///     .. load a row under %mask, reduce it        ->     .. load a row under %mask, reduce it
///     store its results under %mask                      %thread2 = asm sideeffect "mov.u32 $0, %tid.x;"
///                                                        %n2 = asm sideeffect "" (%n)
///                                                        %mask2 = icmp ult (shl %thread2, 2), %n2
///                                                        store its results under %mask2
///
/// The same goes for the addresses, and for how often roles that a kernel gives to its warps go round their loops: each
/// role computes that for itself. Neither LLVM nor the assembler would take the copy for the original, as numbers are
/// read again and arguments pass through assembly of no instruction.
///
/// 1. It is done only where registers are short beside tiles (RegisterPressure.h), and only past a stretch of work
///    where they are, or into a role. What loops do not change is computed before them. Only where lanes copy operands
///    for the first steps of an inner loop, which is unrolled, does the loop around it compute their masks: the sums
///    of the inner loop would send them through memory.
/// 2. What was computed on each of the ways that join, as redundancy elimination leaves it, is computed behind it.
/// 3. One copy serves all uses up to the next such stretch.
///
/// Values that are loaded, and what follows from them, are not computed again: memory may have changed.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct RecomputeArithmetic : llvm::PassInfoMixin<RecomputeArithmetic> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
