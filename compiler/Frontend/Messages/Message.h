// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Message.h - a diagnostic that can wait ---------------------------------===//
#pragma once

#include "clang/Basic/Diagnostic.h"
#include <string>
#include <vector>

namespace tilec::frontend {

/// A copy of a `clang::Diagnostic`, with its text made and free to be changed.
struct Message {
  clang::DiagnosticsEngine::Level level;
  const clang::DiagnosticsEngine *engine;
  clang::SourceLocation where;
  unsigned id;
  /// Ranges and fix-its.
  clang::DiagnosticStorage storage;
  std::string text;
  /// What Clang puts into its sentence, each as it would be printed: "'tile<float, shape<8>>'", "2".
  std::vector<std::string> arguments;

  Message(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info);
  /// Is it the diagnostic `id`, or one of several?
  bool is(std::initializer_list<unsigned> ids) const;
  /// Argument `index`; empty without one.
  llvm::StringRef argument(unsigned index) const;
  /// The name in the quotes of argument `index`, `Values` of "'Values' (aka 'tile<float, shape<8>>')".
  llvm::StringRef nameAt(unsigned index) const;
  /// The type of argument `index` without aliases, `tile<float, shape<8>>` of the same.
  llvm::StringRef typeAt(unsigned index) const;
  /// Takes back Clang's guess "; did you mean 'x'?", if there is one.
  bool dropGuess();
  /// Does it point into one of the headers held in the binary?
  bool isInOurHeader() const;
  /// Does it point into the one called `path` in the table of headers?
  bool isIn(llvm::StringRef path) const;
  /// Does it point into a header of the C++ library or the like, but not of ours?
  bool isInSystemHeader() const;
  /// The line it points to, up to its column.
  llvm::StringRef lineBefore() const;
  /// The line it points to, from its column on.
  llvm::StringRef lineFrom() const;
  /// Moves the message to the end of the line before, if that is where a ';' is missing; false if it cannot be.
  bool moveToMissingSemicolon();
  /// Out of our headers, to the `#include` that led there, if there is one.
  void moveToInclude();
  /// Out of what is read before the source, a copy of its directives, to the directive of the source that names the
  /// first argument; false if there is none.
  bool moveOutOfPreamble();
  /// Out of a macro of our headers, such as `__tile_global__`, to where it is used.
  void moveOutOfMacro();
  void sendTo(clang::DiagnosticConsumer &consumer) const;
};

} // namespace tilec::frontend
