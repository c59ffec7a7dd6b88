// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A module of the LLVM and NVVM dialects becomes an LLVM module that NVPTX can compile rightly.
#pragma once
#include "compiler/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace tilec::codegen {

struct TranslationOptions {
  bool lineInfo = false;        ///< keep source lines: `.loc` directives, no other debug information
  bool flushSubnormals = false; ///< libdevice's flush-to-zero forms
};

/// The NVPTX back end for `target`. Thread-safe.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const Target &target, unsigned level);

/// Lowers the NVVM ops that stand for inline PTX, gives functions debug scopes when lines are wanted, translates, sets
/// triple and data layout of `machine`, and marks inline PTX convergent. `module` is changed. Null after a diagnostic.
std::unique_ptr<llvm::Module> translateToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
                                              const llvm::TargetMachine &machine, const TranslationOptions &options);

} // namespace tilec::codegen
