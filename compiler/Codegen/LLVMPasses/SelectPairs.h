// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Two numbers of 16 bits that lie beside each other are selected by one mask together:
///
///     %a = extractelement <8 x bfloat> %loaded, 2        %words = bitcast <8 x bfloat> %loaded to <4 x i32>
///     %b = extractelement <8 x bfloat> %loaded, 3        %word = extractelement <4 x i32> %words, 1
///     %c = select i1 %mask, bfloat %a, bfloat 0      =>  %both = select i1 %mask, i32 %word, i32 0
///     %d = select i1 %mask, bfloat %b, bfloat 0          %c and %d: halves of %both
///
/// So they stay in one register, where a tile that lanes hold has twice as many otherwise, and is put together for
/// arithmetic on pairs.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct SelectPairs : llvm::PassInfoMixin<SelectPairs> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
