// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Invocation.h - what Clang is told --------------------------------------===//
#pragma once

#include "compiler/Frontend/Frontend.h"
#include <memory>

namespace clang {
class CompilerInvocation;
}

namespace tilec::frontend {

/// Clang's invocation for one source; null (and a diagnostic) if an argument is wrong.
std::shared_ptr<clang::CompilerInvocation> makeInvocation(const FrontendOptions &options, llvm::StringRef fileName,
                                                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                          clang::DiagnosticConsumer &consumer);

} // namespace tilec::frontend
