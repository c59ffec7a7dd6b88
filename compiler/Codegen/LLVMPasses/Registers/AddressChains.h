// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rows of a tile at a stride that is known only at run time are addressed one from the other in a loop:
///
///     before:                                            before:
///       %offset1 = add i64 %offset0, %stride
///       %offset2 = add i64 %offset1, %stride
///       ...
///     loop:                                       ->     loop:
///       %row0 = gep i8, ptr %base, i64 %offset0            %row0 = gep i8, ptr %base, i64 %offset0
///       %row1 = gep i8, ptr %base, i64 %offset1            %row1 = gep i8, ptr %row0, i64 %stride
///       %row2 = gep i8, ptr %base, i64 %offset2            %row2 = gep i8, ptr %row1, i64 %stride
///
/// That is as many additions, but no offset takes two registers as long as the loop runs. The back end's loop strength
/// reduction would turn it round again, so the first address is hidden from it behind assembly of no instruction. Done
/// where there are many rows, of one tile or of several that one block loads: lanes that load element by element have
/// 64 and more. Offsets that are needed behind the loop still, by stores of rows at the same stride, are computed
/// there, also where a way past the loop leads to them.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct ChainAddresses : llvm::PassInfoMixin<ChainAddresses> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
