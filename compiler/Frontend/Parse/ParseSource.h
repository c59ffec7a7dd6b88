// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParseSource.h - one parse of one source --------------------------------===//
#pragma once

#include "compiler/Frontend/Frontend.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class CompilerInstance;
}

namespace tilec::frontend {

/// Parses `fileName`, checks its tile code and, if all is well so far, calls `then` while the AST is alive. Fails if
/// `then` does or if any error was reported.
mlir::LogicalResult parseSource(const FrontendOptions &options, llvm::StringRef fileName,
                                clang::DiagnosticConsumer &consumer,
                                llvm::function_ref<mlir::LogicalResult(clang::CompilerInstance &)> then);

} // namespace tilec::frontend
