// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A multiprocessor converts 16 integers a cycle to floats, but permutes bytes and adds 64 and 128 times. A byte b
/// under the upper half of 2^23 is the float 2^23 + b, so that bytes which share a word, as they come from memory, are
/// converted by a permutation and a subtraction, exactly:
///
///     uitofp (extractelement <4 x i8> %w, k)  ->  bitcast (prmt %w, 2^23's bits, 0x7440 + k) - 2^23
///     sitofp (extractelement <4 x i8> %w, k)  ->  the same of %w ^ 0x80808080, less 128
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct ConvertPackedBytes : llvm::PassInfoMixin<ConvertPackedBytes> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
