// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InitializedArrays.cpp - `int a[n] = {}` in host code -------------------===//
#include "compiler/Frontend/Parse/InitializedArrays.h"
#include "compiler/Frontend/Parse/RewrittenFiles.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// A part of a text, by its offsets.
struct Part {
  unsigned begin, end;
};
} // namespace

/// The initializer of the declarator that has its length at `offset`: from `=` or `{` to the end of the braces.
static std::optional<Part> initializerBehind(llvm::StringRef text, unsigned offset) {
  LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
  Lexer lexer(SourceLocation(), language, text.begin(), text.begin() + offset, text.end());
  std::optional<unsigned> begin;
  unsigned braces = 0, brackets = 1; // the length's own
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
    unsigned end = lexer.getBufferLocation() - text.begin();
    if (token.is(tok::semi) && braces == 0)
      return std::nullopt;
    brackets += token.is(tok::l_square);
    brackets -= brackets > 0 && token.is(tok::r_square);
    if (brackets > 0)
      continue;
    if (!begin && token.isOneOf(tok::equal, tok::l_brace))
      begin = end - token.getLength();
    braces += begin && token.is(tok::l_brace);
    if (begin && token.is(tok::r_brace) && --braces == 0)
      return Part{*begin, end};
  }
  return std::nullopt;
}

std::optional<std::vector<PreambleFile>> tilec::frontend::withoutArrayInitializers(llvm::ArrayRef<Message> messages,
                                                                                   const SourceManager &sources) {
  RewrittenFiles files(sources);
  for (const Message &message : messages) {
    if (message.id != diag::err_variable_object_no_init || message.where.isInvalid())
      continue;
    auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(message.where));
    std::optional<Part> initializer = initializerBehind(files.textOf(file), offset);
    if (!initializer)
      return std::nullopt;
    files.blank(file, initializer->begin, initializer->end);
  }
  return files.take();
}
