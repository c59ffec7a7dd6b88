// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HintTokens.cpp - [[cutile::hint(...)]] rewritten for Clang -------------===//
//
//   [[cutile::hint(900, latency = N)]]        -> [[clang::annotate("cutile.hint", 900, "latency", N)]]
//   [[using cutile: hint(0, occupancy = 2)]]  -> [[using clang: annotate("cutile.hint", 0, "occupancy", 2)]]
//   __tile_global__ [[cutile::hint(...)]]     -> __tile_global__ __attribute__((annotate(...)))
//
// Clang skips the arguments of attributes it does not know, so they must become ones that it knows; and values must
// stay expressions, because they may depend on template parameters. `cutile` is predefined as a macro that names
// itself; when the preprocessor "expands" it, in lexing order, before the parser has seen anything, the tokens after it
// are read, rewritten and put back. If they are no hint, they are put back as they were.
//
// C++ allows no attribute between the specifiers of a declaration, where `__tile_global__ [[...]] void k()` has one;
// there the GNU spelling is used, for all hints that follow the specifier. What follows `__tile_global__` is looked at
// when that macro is expanded.
//
// Reported here, at the token: a missing architecture, no key, an empty argument. All else waits for the values
// (Hints.h).
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Parse/HintTokens.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

using namespace clang;

namespace {
using Tokens = llvm::SmallVector<Token, 32>;

class HintRewriter : public PPCallbacks {
public:
  explicit HintRewriter(Preprocessor &preprocessor)
      : pp(preprocessor), cutile(pp.getIdentifierInfo("cutile")), hint(pp.getIdentifierInfo("hint")),
        kernel(pp.getIdentifierInfo("__tile_global__")) {}

  void MacroExpands(const Token &name, const MacroDefinition &definition, SourceRange, const MacroArgs *) override {
    if (busy) {
      if (name.getIdentifierInfo() == cutile)
        setExpansion(definition, cutile);
      return;
    }
    busy = true;
    if (name.getIdentifierInfo() == cutile)
      afterNamespace(definition);
    else if (name.getIdentifierInfo() == kernel)
      afterKernelSpecifier(name.getLocation());
    busy = false;
  }

private:
  /// The end of the source is read once only, and put back like everything else.
  Token next() {
    if (end)
      return *end;
    Token token;
    pp.Lex(token);
    if (token.is(tok::eof))
      end = token;
    return token;
  }

  /// What `cutile` expands to now: the body of the macro is one identifier.
  static void setExpansion(const MacroDefinition &definition, IdentifierInfo *identifier) {
    const_cast<Token &>(definition.getMacroInfo()->tokens().front()).setIdentifierInfo(identifier);
  }

  void putBack(llvm::ArrayRef<Token> tokens) {
    auto stream = std::make_unique<Token[]>(tokens.size());
    std::copy(tokens.begin(), tokens.end(), stream.get());
    pp.EnterTokenStream(std::move(stream), tokens.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  }

  /// `cutile` was read: is it a hint, `:: hint (` or, after `using`, `: hint (`?
  void afterNamespace(const MacroDefinition &definition) {
    Tokens read = {next()};
    bool isUsing = read.back().is(tok::colon);
    bool isHint = isUsing || read.back().is(tok::coloncolon);
    if (isHint) {
      read.push_back(next());
      isHint = isHintName(read.back());
    }
    setExpansion(definition, isHint ? pp.getIdentifierInfo("clang") : cutile);
    if (isHint) {
      Token name = read.pop_back_val();
      rewriteAttribute(name, read);
      if (isUsing)
        rewriteFurtherAttributes(read);
    }
    putBack(read);
  }

  bool isHintName(const Token &token) const {
    return token.getIdentifierInfo() == hint;
  }

  /// After `[[using cutile: hint(...)`: more of them, divided by commas.
  void rewriteFurtherAttributes(Tokens &out) {
    while (true) {
      out.push_back(next());
      if (out.back().isNot(tok::comma))
        return;
      Token name = next();
      if (!isHintName(name)) {
        out.push_back(name);
        return;
      }
      rewriteAttribute(name, out);
    }
  }

  /// The specifier was read; GNU attributes in place of the `[[...]]` that may follow.
  void afterKernelSpecifier(SourceLocation) {
    Tokens out;
    while (true) {
      Token open = next();
      if (open.isNot(tok::l_square)) {
        out.push_back(open);
        break;
      }
      Token second = next();
      if (second.isNot(tok::l_square)) {
        out.push_back(open);
        out.push_back(second);
        break;
      }
      rewriteAttributeList(open.getLocation(), out);
    }
    putBack(out);
  }

  /// After `[[`: `__attribute__((` list `))`, up to the `]]`, which is dropped.
  void rewriteAttributeList(SourceLocation where, Tokens &out) {
    out.push_back(makeToken(tok::kw___attribute, where, pp.getIdentifierInfo("__attribute__")));
    out.push_back(makeToken(tok::l_paren, where));
    out.push_back(makeToken(tok::l_paren, where));
    unsigned depth = 0;
    Token token = next();
    for (; token.isNot(tok::eof); token = next()) {
      if (depth == 0 && token.is(tok::r_square)) {
        token = next();
        break;
      }
      if (depth == 0 && (token.is(tok::kw_using) || token.isOneOf(tok::colon, tok::coloncolon) ||
                         token.getIdentifierInfo() == cutile))
        continue;
      if (depth == 0 && isHintName(token)) {
        rewriteAttribute(token, out);
        continue;
      }
      depth += token.is(tok::l_paren);
      depth -= token.is(tok::r_paren);
      out.push_back(token);
    }
    out.push_back(makeToken(tok::r_paren, where));
    out.push_back(makeToken(tok::r_paren, where));
    if (token.isNot(tok::r_square))
      out.push_back(token);
  }

  /// `hint` was read: appends `annotate("cutile.hint", ...)`, or `annotate("cutile.wrong")` after an error.
  void rewriteAttribute(const Token &name, Tokens &out) {
    Token annotate = name;
    annotate.setIdentifierInfo(pp.getIdentifierInfo("annotate"));
    annotate.setKind(tok::identifier);
    out.push_back(annotate);

    Token open = next();
    if (open.isNot(tok::l_paren)) {
      report(name.getLocation(), "a hint needs arguments: hint(ARCHITECTURE, KEY = VALUE, ...)");
      appendWrong(name.getLocation(), out);
      out.push_back(open);
      return;
    }
    Tokens arguments;
    Token close = readArguments(arguments);
    if (close.isNot(tok::r_paren)) {
      report(open.getLocation(), "the arguments of a hint have no end: expected ')'");
      appendWrong(name.getLocation(), out);
      out.push_back(close);
      return;
    }
    if (!check(arguments, close)) {
      appendWrong(name.getLocation(), out);
      return;
    }
    out.push_back(open);
    out.push_back(makeString("cutile.hint", name.getLocation()));
    out.push_back(makeToken(tok::comma, name.getLocation()));
    appendKeysAsStrings(arguments, out);
    out.push_back(close);
  }

  /// Reads up to the `)` that closes the argument list, and returns that; or what shows that it is missing.
  Token readArguments(Tokens &arguments) {
    unsigned depth = 0;
    while (true) {
      Token token = next();
      bool closes = token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
      if (token.isOneOf(tok::eof, tok::semi) || (depth == 0 && closes))
        return token;
      depth += token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
      depth -= closes;
      arguments.push_back(token);
    }
  }

  static bool isKey(const Tokens &arguments, size_t at) {
    return arguments[at].getIdentifierInfo() && at + 1 < arguments.size() && arguments[at + 1].is(tok::equal) &&
           (at == 0 || arguments[at - 1].is(tok::comma));
  }

  bool check(const Tokens &arguments, const Token &close) {
    if (arguments.empty())
      return report(close.getLocation(), "a hint needs arguments: hint(ARCHITECTURE, KEY = VALUE, ...)");
    if (isKey(arguments, 0))
      return report(arguments[0].getLocation(),
                    "the first argument of a hint is an architecture (0 for all, 900 for sm_90, ...)");
    bool hasKey = false;
    unsigned depth = 0;
    for (size_t i = 0; i != arguments.size(); ++i) {
      depth += arguments[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
      depth -= arguments[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
      if (depth != 0 || arguments[i].isNot(tok::comma))
        continue;
      if (i + 1 == arguments.size())
        return report(arguments[i].getLocation(), "expected 'KEY = VALUE' after ',' in a hint");
      if (!isKey(arguments, i + 1))
        return report(arguments[i + 1].getLocation(), "expected 'KEY = VALUE' in a hint");
      if (i + 3 == arguments.size() || arguments[i + 3].is(tok::comma))
        return report(arguments[i + 2].getLocation(), "expected a value after '=' in a hint");
      hasKey = true;
    }
    if (!hasKey)
      return report(close.getLocation(), "a hint needs at least one 'KEY = VALUE' after its architecture");
    return true;
  }

  void appendKeysAsStrings(const Tokens &arguments, Tokens &out) {
    for (size_t i = 0; i != arguments.size(); ++i) {
      if (!isKey(arguments, i)) {
        out.push_back(arguments[i]);
        continue;
      }
      out.push_back(makeString(arguments[i].getIdentifierInfo()->getName(), arguments[i].getLocation()));
      out.push_back(makeToken(tok::comma, arguments[++i].getLocation()));
    }
  }

  void appendWrong(SourceLocation where, Tokens &out) {
    out.push_back(makeToken(tok::l_paren, where));
    out.push_back(makeString("cutile.wrong", where));
    out.push_back(makeToken(tok::r_paren, where));
  }

  Token makeToken(tok::TokenKind kind, SourceLocation where, IdentifierInfo *identifier = nullptr) {
    Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(where);
    token.setLength(1);
    if (identifier)
      token.setIdentifierInfo(identifier);
    return token;
  }

  Token makeString(llvm::StringRef text, SourceLocation where) {
    Token token;
    token.startToken();
    token.setKind(tok::string_literal);
    pp.CreateString(("\"" + text + "\"").str(), token, where, where);
    return token;
  }

  template <unsigned N> bool report(SourceLocation where, const char (&message)[N]) {
    DiagnosticsEngine &diagnostics = pp.getDiagnostics();
    diagnostics.Report(where, diagnostics.getCustomDiagID(DiagnosticsEngine::Error, message));
    return false;
  }

  Preprocessor &pp;
  IdentifierInfo *cutile, *hint, *kernel;
  bool busy = false;
  std::optional<Token> end;
};
} // namespace

void tilec::frontend::rewriteHints(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<HintRewriter>(preprocessor));
}
