// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Bodies.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"

using namespace tilec::hostpart;
namespace tok = clang::tok;

/// The token behind the initializers `: a(1), b{2}` of a constructor, which begin at `colon`.
static std::optional<size_t> skipInitializers(const SourceTokens &tokens, size_t colon) {
  for (size_t i = colon + 1; i < tokens.size(); ++i) {
    if (!tokens.is(i, tok::l_paren) && !tokens.is(i, tok::l_brace))
      continue;
    std::optional<size_t> end = tokens.partner(i);
    if (!end)
      return std::nullopt;
    i = *end + (tokens.is(*end + 1, tok::ellipsis) ? 1 : 0);
    if (!tokens.is(i + 1, tok::comma))
      return i + 1;
  }
  return std::nullopt;
}

/// The `{` of a body behind the token at `start`, which ends the parameters or the clause behind them.
static std::optional<size_t> findBodyStart(const SourceTokens &tokens, size_t start) {
  for (size_t i = start + 1; i < tokens.size(); ++i) {
    if (tokens.is(i, tok::l_brace))
      return i;
    if (tokens.is(i, tok::semi) || tokens.is(i, tok::equal))
      return std::nullopt;
    if (tokens.is(i, tok::colon))
      return skipInitializers(tokens, i);
    if (tokens.is(i, tok::l_paren) || tokens.is(i, tok::l_square)) {
      std::optional<size_t> end = tokens.partner(i);
      if (!end)
        return std::nullopt;
      i = *end;
    }
  }
  return std::nullopt;
}

std::optional<BodyRange> tilec::hostpart::bodyOf(const clang::FunctionDecl *function, const SourceTokens &tokens,
                                                 PlaceOf placeOf) {
  std::optional<size_t> open;
  if (function->doesThisDeclarationHaveABody() && function->getBody()) {
    const clang::Stmt *body = function->getBody();
    if (const auto *attempt = llvm::dyn_cast<clang::CXXTryStmt>(body))
      body = attempt->getTryBlock();
    open = tokens.indexAt(placeOf(body->getBeginLoc()));
  } else {
    clang::FunctionTypeLoc type = function->getFunctionTypeLoc();
    if (!type || type.getRParenLoc().isInvalid())
      return std::nullopt;
    clang::SourceLocation last = type.getRParenLoc();
    if (const auto *clause = function->getTrailingRequiresClause().ConstraintExpr)
      last = clause->getEndLoc();
    open = findBodyStart(tokens, tokens.indexAt(placeOf(last)));
  }
  std::optional<size_t> close = open && tokens.is(*open, tok::l_brace) ? tokens.partner(*open) : std::nullopt;
  if (!close)
    return std::nullopt;
  return BodyRange{tokens[*open].begin, tokens[*close].end};
}
