// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A multiprocessor converts 16 integers a cycle to floats, but permutes bytes and adds 64 and 128 times. A byte b
/// under the upper half of 2^23 is the float 2^23 + b, and under that of 2^10 the half 1024 + b. So integers of 8 and
/// 16 bits are converted by a permutation or a bitwise or, and a subtraction, exactly. Bytes that share a word are not
/// taken out of it first, and two of them become halves together:
///
///     uitofp (extractelement <4 x i8> %w, k) to float  ->  bitcast (prmt %w, 2^23's bits, 0x7440 + k) - 2^23
///     sitofp (extractelement <4 x i8> %w, k) to float  ->  the same of %w ^ 0x80808080, less 128
///     uitofp of bytes k and k + 1 of %w to half        ->  bitcast (prmt %w, 0x64646464, k, 4, k + 1, 4) - 1024
///     uitofp i16 %x to float                           ->  bitcast (zext %x | 2^23's bits) - 2^23
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct ConvertNarrowIntegers : llvm::PassInfoMixin<ConvertNarrowIntegers> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
