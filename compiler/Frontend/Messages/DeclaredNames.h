// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeclaredNames.h - names that a source could have meant -----------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ASTContext;
class NamespaceDecl;
} // namespace clang

namespace tilec::frontend {

/// Looks into what is declared so far: the functions and classes of the API, and the source's own functions.
class DeclaredNames {
public:
  explicit DeclaredNames(clang::ASTContext *ast) : ast(ast) {}

  /// How this source writes `name` of `cuda::tiles`: "ct::load", or empty if there is none.
  std::string inApi(llvm::StringRef name) const;
  /// Does `cuda::tiles` have a function of that name?
  bool isApiFunction(llvm::StringRef name) const;
  /// "ct::" if `ct` is another name of `cuda::tiles`, else "cuda::tiles::".
  std::string prefix() const;
  /// The name in `cuda::tiles` that `name` is a slip of, or empty.
  std::string likeInApi(llvm::StringRef name) const;
  /// The function of the source that `name` is a slip of, or empty.
  std::string likeInSource(llvm::StringRef name) const;
  /// "relaxed, acquire, release, acq_rel" for `memory_order`, an enumeration of `cuda::tiles`; empty for others.
  std::string enumerators(llvm::StringRef enumeration) const;

private:
  const clang::NamespaceDecl *api() const;

  clang::ASTContext *ast;
};

/// The one of `names` that differs from `name` the least, in a few letters at most; empty if there is none.
llvm::StringRef closestName(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> names);

} // namespace tilec::frontend
