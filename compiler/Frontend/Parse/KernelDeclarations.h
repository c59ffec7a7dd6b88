// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelDeclarations.h - kernels keep to Clang's space rules -------------===//
//
// The prelude makes Clang add host and device attributes to every function (`force_cuda_host_device`). A kernel must
// not get them: they contradict `global` as soon as it is declared again or instantiated explicitly. So the forcing is
// suspended from the specifier `__tile_global__` until its declaration is complete.
//
// The parser reads one token ahead: the specifier of the next kernel may be seen before the present declaration is
// reported. Therefore specifiers wait in a list, and a declaration settles those that stand before its end.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CompilerInstance;
class Decl;
} // namespace clang

namespace tilec::frontend {

class KernelDeclarations {
public:
  explicit KernelDeclarations(clang::CompilerInstance &instance) : instance(instance) {}

  /// Starts to watch the preprocessor for `__tile_global__`. To be called before parsing.
  void watch();
  void specifierRead(clang::SourceLocation where);
  /// The head of a function definition is complete; its body follows.
  void bodyStarts(const clang::Decl *function);
  void declarationEnds(const clang::Decl *declaration);

private:
  void settleBefore(clang::SourceLocation end);

  clang::CompilerInstance &instance;
  llvm::SmallVector<clang::SourceLocation> waiting;
};

} // namespace tilec::frontend
