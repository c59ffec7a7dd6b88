// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/SourceTokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilec::hostpart;
namespace tok = clang::tok;

namespace {
constexpr size_t kNone = ~size_t(0);

const clang::LangOptions &languageOptions() {
  static const clang::LangOptions options = [] {
    clang::LangOptions made;
    made.CPlusPlus = made.CPlusPlus11 = made.CPlusPlus14 = made.CPlusPlus17 = made.CPlusPlus20 = true;
    made.LineComment = made.Bool = made.GNUMode = made.DollarIdents = made.Char8 = true;
    made.CUDA = true; // <<< and >>> are tokens
    return made;
  }();
  return options;
}

tok::TokenKind openingOf(tok::TokenKind kind) {
  return kind == tok::r_paren ? tok::l_paren : kind == tok::r_square ? tok::l_square : tok::l_brace;
}
} // namespace

SourceTokens::SourceTokens(llvm::StringRef text) : text(text) {
  clang::Lexer lexer(clang::SourceLocation(), languageOptions(), text.begin(), text.begin(), text.end());
  clang::Token token;
  std::vector<size_t> open;
  lexer.LexFromRawLexer(token);
  while (token.isNot(tok::eof)) {
    if (token.is(tok::hash) && token.isAtStartOfLine()) {
      do
        lexer.LexFromRawLexer(token);
      while (token.isNot(tok::eof) && !token.isAtStartOfLine());
      continue;
    }
    size_t end = lexer.getBufferLocation() - text.begin();
    size_t index = tokens.size();
    tokens.push_back({token.getKind(), end - token.getLength(), end});
    partners.push_back(kNone);
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      open.push_back(index);
    else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && !open.empty() &&
             tokens[open.back()].kind == openingOf(token.getKind())) {
      partners[index] = open.back();
      partners[open.back()] = index;
      open.pop_back();
    }
    lexer.LexFromRawLexer(token);
  }
}

size_t SourceTokens::indexAt(size_t offset) const {
  return llvm::partition_point(tokens, [&](const SourceToken &token) { return token.begin < offset; }) - tokens.begin();
}

std::optional<size_t> SourceTokens::partner(size_t index) const {
  if (index >= partners.size() || partners[index] == kNone)
    return std::nullopt;
  return partners[index];
}
