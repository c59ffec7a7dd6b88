// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Lowering.h - from a parsed translation unit to the `tile` dialect ------===//
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace clang {
class CompilerInstance;
}

namespace tilec::frontend {
struct FrontendOptions;

/// Appends every kernel of the parsed translation unit to `module`; fails after reporting an error.
mlir::LogicalResult lowerTranslationUnit(clang::CompilerInstance &instance, const FrontendOptions &options,
                                         mlir::ModuleOp module);

} // namespace tilec::frontend
