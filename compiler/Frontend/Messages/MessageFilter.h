// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MessageFilter.h - Clang's messages in the words of tile code -----------===//
//
// Stands between Clang and the user's consumer, and does four things.
//
//   * Some of Clang's errors speak of device code where the rule is one of tile code; they get our words
//     (RewordedErrors).
//   * An error inside one of our headers (mostly a `static_assert`) is the user's mistake. It is shown at the user's
//     line that led there, with the header's text.
//   * Explanations through the concepts of our headers become the rules those stand for (RulesFromHeaders).
//
//   * What follows from an error that was said already is not said.
//
// For this an error waits until its notes have arrived.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include <optional>
#include <set>
#include <vector>

namespace clang {
class ASTContext;
}

namespace tilec::frontend {

class MessageFilter : public clang::DiagnosticConsumer {
public:
  MessageFilter(clang::DiagnosticConsumer &next, std::string architecture)
      : next(next), architecture(std::move(architecture)) {}

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
  /// Where Clang reported errors, those included that are not handed on.
  llvm::ArrayRef<clang::SourceLocation> errorPlaces() const {
    return places;
  }
  /// Tells what is being parsed, or that it ends: names and types are looked up there.
  void know(clang::ASTContext *context);

private:
  bool isRepeated(const Message &message);
  bool isConsequence(llvm::StringRef missingHeader);
  bool followsFromError(const Message &message, bool isOurs);
  bool isOfKnownName(const Message &message);
  void remember(const Message &error);
  void nameTypesCanonically(bool canonically);
  void relocate(Message &message, std::vector<Message> &all);

  clang::DiagnosticConsumer &next;
  std::string architecture;
  std::optional<Message> held;
  std::vector<Message> notes;
  std::set<std::pair<unsigned, std::string>> sent;
  /// The line of the last error after which Clang goes on with a guess. What else it finds there is about the guess.
  clang::SourceLocation guessedLine;
  /// Headers that are missing, as was said: what follows from that is not said again.
  std::set<std::string> missing;
  /// Names before `::` that nothing declares, as was said.
  std::set<std::string> undeclared;
  /// The last error, the start of its line, and those of all lines that Clang has found one in.
  clang::SourceLocation lastError, lastLine;
  std::set<unsigned> linesWithErrors;
  /// Where the parser noticed that the line before has no end.
  clang::SourceLocation lineWithoutEnd;
  bool isBraceMissing = false;
  clang::ASTContext *ast = nullptr;
  std::vector<clang::SourceLocation> places;
  /// The notes of the last message explain words that it no longer has.
  bool dropNotes = false;
};

} // namespace tilec::frontend
