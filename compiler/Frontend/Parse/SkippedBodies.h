// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SkippedBodies.h - functions whose bodies nobody reads ------------------===//
//
// Tile code is inlined from its source, so the bodies of tile functions are wanted. Of two kinds they are not:
//
//   * SIMT functions: another compiler's business;
//   * functions of other libraries, those of the type headers above all, which fill half of them: tile code may call
//     what is constexpr there (Clang reads these bodies, as it does those that a return type follows from), and knows
//     operations of the 16-, 8- and 4-bit types by name.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace tilec::frontend {

/// For `ASTConsumer::shouldSkipFunctionBody`.
bool skipsBody(const clang::Decl *declaration, const clang::SourceManager &sources);

} // namespace tilec::frontend
