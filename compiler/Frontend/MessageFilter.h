// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MessageFilter.h - Clang's messages in the words of tile code -----------===//
#pragma once

#include "clang/Basic/Diagnostic.h"

namespace tilec::frontend {

/// Stands between Clang and the user's consumer.
class MessageFilter : public clang::DiagnosticConsumer {
public:
  explicit MessageFilter(clang::DiagnosticConsumer &next) : next(next) {}

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) override {
    next.BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override {
    flush();
    next.EndSourceFile();
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;
  /// Hands on what is held back.
  void flush();

private:
  clang::DiagnosticConsumer &next;
};

} // namespace tilec::frontend
