// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the rewritten text names kernels and variables, and what they are called in device code.
///
/// What other sources can see is named by its symbol: that needs no name lookup, and instances whose arguments nobody
/// can spell have one too. What they cannot see has a symbol that the host compiler may change, so it is named in C++.
#pragma once
#include "compiler/HostPart/HostSource.h"
#include "clang/AST/Decl.h"

namespace clang {
class CompilerInstance;
}

namespace tilec::hostpart {

/// How the host compiler makes symbols.
struct HostMangling {
  bool hasConstraints = true;         ///< of templates
  bool hasLambdasByParameters = true; ///< numbers lambdas of a function by their parameters, not all of them in one
};

class References {
public:
  References(clang::CompilerInstance &instance, HostMangling mangling) : instance(instance), mangling(mangling) {}

  HostKernel ofKernel(const clang::FunctionDecl *kernel) const;
  HostVariable ofVariable(const clang::VarDecl *variable) const;

private:
  void fill(HostReference &reference, const clang::NamedDecl *declaration) const;
  std::string symbolOf(const clang::NamedDecl *declaration, bool hasLambdasByParameters = true) const;
  /// The symbol as the host compiler has it.
  std::string labelOf(const clang::NamedDecl *declaration) const;

  clang::CompilerInstance &instance;
  HostMangling mangling;
};

} // namespace tilec::hostpart
