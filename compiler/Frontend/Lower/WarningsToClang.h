// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WarningsToClang.h - what passes warn of, as warnings of Clang's --------===//
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace clang {
class CompilerInstance;
}

namespace tilec::frontend {

/// While it lives, warnings of a context go to Clang, which knows -w, -Werror and -W... and shows the source line.
/// Each place is told once; calls that were inlined are notes.
class WarningsToClang {
public:
  /// `group`: the name behind -W.
  WarningsToClang(clang::CompilerInstance &instance, mlir::MLIRContext *context, llvm::StringRef group);

private:
  mlir::LogicalResult report(mlir::Diagnostic &diagnostic);
  clang::SourceLocation find(mlir::FileLineColLoc position) const;

  clang::CompilerInstance &instance;
  std::string group;
  llvm::StringSet<> reported;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tilec::frontend
