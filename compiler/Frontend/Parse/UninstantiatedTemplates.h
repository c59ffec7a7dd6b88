// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UninstantiatedTemplates.h - errors that nobody meets -------------------===//
//
// NVIDIA's compiler looks into the body of a template when it is instantiated; sources hold templates that would not
// compile, but are never used. Clang looks into every body at once. If all errors of a source lie in the bodies of
// templates that it instantiates nowhere, they are shown as warnings, and the source is parsed again without these
// bodies.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace tilec::frontend {

/// Keeps all messages of a parse until it is known what to do with them.
class MessageRecord : public clang::DiagnosticConsumer {
public:
  explicit MessageRecord(clang::DiagnosticConsumer &next) : next(next) {}

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) override {
    next.BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override {
    send();
    next.EndSourceFile();
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    messages.emplace_back(level, info);
  }

  /// Hands on what there is.
  void send();
  /// Hands on those errors that are `wanted`, with their notes, as warnings that end in `reason`, and forgets the rest.
  void sendErrorsAsWarnings(llvm::StringRef reason, llvm::function_ref<bool(const Message &)> wanted);
  /// Forgets what there is.
  void clear() override {
    DiagnosticConsumer::clear();
    messages.clear();
  }
  llvm::ArrayRef<Message> held() const {
    return messages;
  }

private:
  clang::DiagnosticConsumer &next;
  std::vector<Message> messages;
};

/// The files with errors, blank where the bodies of their templates are that hold the errors; nothing if some error
/// lies elsewhere, or in a template that is instantiated. An invalid place of an error stands for one that ended the
/// parse. `declarations` are those of the source at file level.
std::optional<std::vector<PreambleFile>> withoutFaultyTemplates(llvm::ArrayRef<clang::SourceLocation> errors,
                                                                llvm::ArrayRef<clang::Decl *> declarations);

} // namespace tilec::frontend
