// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Turns what Clang and MLIR report into objects, rendered the same way.
#pragma once
#include "tilec/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace tilec::jit {

/// Clang's diagnostics.
class ClangCollector : public clang::DiagnosticConsumer {
public:
  ClangCollector(std::vector<Diagnostic> &into, bool colors);

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

private:
  std::vector<Diagnostic> &into;
  clang::DiagnosticOptions options;
  std::string text; ///< what the printer writes for one diagnostic
  llvm::raw_string_ostream stream;
  clang::TextDiagnosticPrinter printer;
};

/// MLIR's diagnostics of one context, while this object lives. Chains of inlining become notes. Summaries of kernels come
/// before the other remarks.
class MlirCollector {
public:
  MlirCollector(mlir::MLIRContext &context, std::vector<Diagnostic> &into,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, bool remarks);

  /// Says what is wrong without a place in the source.
  void reportError(const std::string &message);

private:
  void handle(const mlir::Diagnostic &diagnostic, Diagnostic::Severity severity);
  std::string sourceLine(const std::string &file, unsigned line);

  std::vector<Diagnostic> &into;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files;
  bool remarks;
  size_t endOfSummaries; ///< in `into`
  llvm::StringSet<> reported; ///< so far, but notes
  mlir::ScopedDiagnosticHandler handler;
};

/// `file:line:col: error: message`, and the source line with a caret when `sourceLine` is not empty.
std::string render(const Diagnostic &diagnostic, const std::string &sourceLine = {});

} // namespace tilec::jit
