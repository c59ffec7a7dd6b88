// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A tile that lanes load element by element, to store it to shared memory, is loaded in turns:
///
///     %a0 = load .. ; %a1 = load .. ; ..          %a0 = load .. ; ..  as many as are on their way at once
///     barrier                                     barrier
///     store %a0, %shared0                  =>     store %a0, %shared0
///     store %a1, %shared1                         %a32 = load ..
///     ..                                          store %a1, %shared1
///                                                 %a33 = load ..
///                                                 ..
///
/// As they come each load takes a register until the barrier, 192 and more of a lane: the assembler would spill what
/// the kernel needs besides. The later loads pass the barrier. What this block's other lanes have written before it
/// they may see only then; what is written behind it they must not see, so nothing may write global memory up to the
/// next barrier, and nothing between the loads and their stores.
///
/// There, and where as many elements are stored by masks, addresses and masks stand beside their accesses. So rows are
/// chained (AddressChains.h) behind this, in the order in which they are loaded.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct InterleaveLoads : llvm::PassInfoMixin<InterleaveLoads> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
