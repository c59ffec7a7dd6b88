// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Clang's parse of a preprocessed text as plain C++, in process. Errors are collected: the host compiler has the last
/// word.
#pragma once
#include "compiler/HostPart/HostSource.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class CompilerInstance;
class Decl;
} // namespace clang

namespace tilec::hostpart {

/// Calls `then` while the AST is alive. Bodies for which `skipsBody` says so are not parsed.
llvm::Error parseHostText(const std::string &text, const HostOptions &options, std::vector<std::string> &problems,
                          llvm::function_ref<bool(const clang::Decl *)> skipsBody,
                          llvm::function_ref<void(clang::CompilerInstance &)> then);

} // namespace tilec::hostpart
