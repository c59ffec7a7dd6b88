// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX that stands in LLVM IR as inline assembly, for which LLVM has no instruction of its own.
#pragma once

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

namespace tilec::codegen {

/// The text of an instruction that is inline assembly; empty of all others.
inline llvm::StringRef inlinePtxOf(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const auto *assembly = call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
  return assembly ? llvm::StringRef(assembly->getAsmString()) : llvm::StringRef();
}

/// `wgmma.mma_async`.
inline bool isWarpgroupMma(const llvm::Instruction &instruction) {
  return inlinePtxOf(instruction).contains("wgmma.mma_async");
}

} // namespace tilec::codegen
