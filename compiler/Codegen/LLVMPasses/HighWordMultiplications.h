// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The high word of a product of two 32-bit numbers becomes an instruction of its own:
///
///     trunc (lshr (mul (zext x), (zext y)), 32)   ->   llvm.nvvm.mulhi.ui(x, y)
///
/// Code generation finds that by itself only where both extensions stand in the same block; else it multiplies 64 bits.
/// That is slower, and ptxas 13.0 gets it wrong: where the high word is multiplied by -d and added to x (the remainder
/// of a division by a shared divisor), it multiplies the other two first, as if the low word had not been cut off
/// between.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct HighWordMultiplications : llvm::PassInfoMixin<HighWordMultiplications> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
