// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// bf16 is the upper half of an f32. Where two of them share a word, as they come from memory, the upper one is an f32
/// already but for the other's bits, and a mask is all it takes; the assembler would first move it down, then up again:
///
///     fpext (extractelement <2 x bfloat> %w, 1)  ->  bitcast (and (bitcast %w to i32), 0xFFFF0000)
///     fpext (extractelement <2 x bfloat> %w, 0)  ->  bitcast (shl (bitcast %w to i32), 16)
///
/// So where floats are rounded to a pair, and widened again besides:
///
///     fpext (fptrunc float %a to bfloat), beside a <2 x bfloat> of it and its neighbour  ->  the same of that pair
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct WidenPackedFloats : llvm::PassInfoMixin<WidenPackedFloats> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
