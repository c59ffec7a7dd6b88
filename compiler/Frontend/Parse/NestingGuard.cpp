// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestingGuard.cpp - an end to sources that nest without end -------------===//
//
// Clang's parser recurses: for each statement inside another one, for each operand of a prefix operator, for each `? :`
// in the last part of another one. Its semantic analysis recurses over what was parsed, long sums included. Clang
// guards brackets alone. This guard counts, on the tokens that the preprocessor gives to the parser, an upper bound of
// that depth:
//
//   if (a) if (b) x; else if (c) y;     statements that begin, until one ends that no `else` follows; labels are a list
//   - - - x,  a + b + c,  f()()()       operators and closed brackets, until the expression ends
//
// Each open bracket has counts of its own, and the depth is the sum over all of them. At the limit there is an error at
// the token, and the parser is given the end of the file.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Parse/NestingGuard.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include <utility>
#include <vector>

using namespace clang;

namespace {

/// What a stack of 512 MiB is enough for, several times over.
constexpr unsigned kMaxStatements = 5000, kMaxOperators = 50000;

class NestingGuard {
public:
  explicit NestingGuard(Preprocessor &preprocessor) : preprocessor(preprocessor) {}

  /// Called for each token on its way to the parser.
  void take(Token &token) {
    if (stopped)
      return end(token);
    count(token.getKind());
    if (statements > kMaxStatements)
      stop(token, "statements", kMaxStatements);
    else if (operators > kMaxOperators)
      stop(token, "operators of an expression", kMaxOperators);
  }

private:
  /// Open statements and operators inside one bracket.
  struct Level {
    unsigned statements = 0, operators = 0;
    bool hasDo = false; // one of the statements: a `while` may be its end
  };

  void count(tok::TokenKind kind) {
    if (afterStatement && kind != tok::kw_else && !(kind == tok::kw_while && levels.back().hasDo))
      endStatements();
    afterStatement = false;
    switch (kind) {
    case tok::kw_do:
      levels.back().hasDo = true;
      [[fallthrough]];
    case tok::kw_if:
    case tok::kw_for:
    case tok::kw_while:
    case tok::kw_switch:
    case tok::kw_try:
      ++levels.back().statements;
      ++statements;
      return endOperators();
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace:
      levels.emplace_back();
      return;
    case tok::r_paren:
    case tok::r_square:
      close();
      return addOperator();
    case tok::r_brace:
      close();
      afterStatement = true;
      return endOperators();
    case tok::semi:
      afterStatement = true;
      return endOperators();
    case tok::comma:
      return endOperators();
    case tok::identifier:
    case tok::numeric_constant:
      return;
    default:
      if (isOperator(kind))
        addOperator();
    }
  }

  static bool isOperator(tok::TokenKind kind) {
    switch (kind) {
    case tok::colon: // counted with its `?`
    case tok::coloncolon:
    case tok::ellipsis:
      return false;
    case tok::kw_sizeof:
    case tok::kw_alignof:
    case tok::kw_new:
    case tok::kw_delete:
    case tok::kw_throw:
    case tok::kw_noexcept:
      return true;
    default:
      return tok::getPunctuatorSpelling(kind) != nullptr;
    }
  }

  void addOperator() {
    ++levels.back().operators;
    ++operators;
  }
  void endOperators() {
    operators -= std::exchange(levels.back().operators, 0);
  }
  void endStatements() {
    statements -= std::exchange(levels.back().statements, 0);
    levels.back().hasDo = false;
  }

  /// Leaves the innermost bracket; of one that was never opened the parser speaks.
  void close() {
    endOperators();
    endStatements();
    if (levels.size() > 1)
      levels.pop_back();
  }

  void stop(Token &token, const char *what, unsigned most) {
    stopped = true;
    DiagnosticsEngine &engine = preprocessor.getDiagnostics();
    engine.Report(token.getLocation(), engine.getCustomDiagID(DiagnosticsEngine::Fatal, "%0 nested deeper than %1"))
        << what << most;
    end(token);
  }

  static void end(Token &token) {
    SourceLocation where = token.getLocation();
    token.startToken();
    token.setKind(tok::eof);
    token.setLocation(where);
  }

  Preprocessor &preprocessor;
  std::vector<Level> levels = {Level()};
  /// Sums over `levels`.
  unsigned statements = 0, operators = 0;
  /// The last token may have ended a statement.
  bool afterStatement = false;
  bool stopped = false;
};

} // namespace

llvm::unique_function<void(const Token &)> tilec::frontend::guardNesting(Preprocessor &preprocessor) {
  // The token is the parser's own, just read.
  return [guard = NestingGuard(preprocessor)](const Token &token) mutable { guard.take(const_cast<Token &>(token)); };
}
