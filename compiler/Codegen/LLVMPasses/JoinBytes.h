// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Bytes that stay together are moved and computed as the word that they are in. The code generator takes apart what
/// has elements of 8 bits, into a register for each.
///
/// Pairs that are loaded, and joined to words:
///
///     %a = load <2 x i8>                                %x = load i16
///     %b = load <2 x i8>                                %y = load i16
///     %w = shufflevector %a, %b, <0, 1, 2, 3>      =>   %w = bitcast <2 x i16> (%x, %y) to <4 x i8>
///
/// Bytes of a word that a loop carries:
///
///     %p = phi i8 [%v[0], ..], [%w[0], ..]         =>   %u = phi <4 x i8> [%v, ..], [%w, ..]
///     %q = phi i8 [%v[1], ..], [%w[1], ..]              %p = %u[0], %q = %u[1]
///
/// Halves of two bytes (ConvertNarrowIntegers.h), with what each of them has to do with a constant first:
///
///     %c = xor <2 x i8> (%w[0], %w[2]), -128            %c = xor %w as i32, 0x80808080
///     or (zext %c to <2 x i16>), 0x6400            =>   prmt %c, 0x64646464, 0x4240
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct JoinBytes : llvm::PassInfoMixin<JoinBytes> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
