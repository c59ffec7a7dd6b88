// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Invocation.h - what Clang is told --------------------------------------===//
#pragma once

#include "compiler/Frontend/Frontend.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
}

namespace tilec::frontend {

enum class InvocationPurpose { Compile, Precompile };

/// How the preamble reaches the source.
struct InvocationPlan {
  const Preamble &preamble;
  InvocationPurpose purpose;
  /// The precompiled form of the preamble's headers; empty to read them.
  std::string precompiled;
};

/// Where the two parts of the preamble appear to lie, in the folder of the embedded headers.
inline constexpr llvm::StringLiteral preambleFile = "preamble.h";
inline constexpr llvm::StringLiteral definitionsFile = "definitions.h";

/// The include folder of the CUDA Toolkit, or empty.
std::string findToolkitInclude(const FrontendOptions &options, llvm::vfs::FileSystem &files);

/// What every parse begins with: the language, and the macros that sources and headers ask for CUDA with.
std::vector<std::string> languageFlags(const FrontendOptions &options);

/// The command line for Clang's driver.
std::vector<std::string> makeArguments(const FrontendOptions &options, const InvocationPlan &plan,
                                       llvm::StringRef fileName, llvm::vfs::FileSystem &files);

/// Clang's invocation for one source; null (and a diagnostic) if an argument is wrong.
std::shared_ptr<clang::CompilerInvocation> makeInvocation(const FrontendOptions &options, const InvocationPlan &plan,
                                                          llvm::StringRef fileName,
                                                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                          clang::DiagnosticConsumer &consumer);

} // namespace tilec::frontend
