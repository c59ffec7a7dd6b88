// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Launches.h"

#include "llvm/ADT/StringExtras.h"

using namespace tilec::hostpart;
namespace tok = clang::tok;

namespace {

struct Launch {
  size_t kernel;      ///< first token of the kernel's name or expression
  size_t open, close; ///< <<< and >>>
  size_t end;         ///< the closing parenthesis of the arguments
};

/// The `>>>` that ends the configuration: the one before the arguments.
std::optional<size_t> findClose(const SourceTokens &tokens, size_t open) {
  for (size_t i = open + 1; i < tokens.size(); ++i) {
    if (tokens.is(i, tok::greatergreatergreater) && tokens.is(i + 1, tok::l_paren))
      return i;
    if (tokens.is(i, tok::l_paren) || tokens.is(i, tok::l_square) || tokens.is(i, tok::l_brace)) {
      std::optional<size_t> partner = tokens.partner(i);
      if (!partner)
        return std::nullopt;
      i = *partner;
    } else if (tokens.is(i, tok::semi) || tokens.is(i, tok::r_brace) || tokens.is(i, tok::r_paren)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// How many template argument lists the token closes.
unsigned closedLists(const SourceTokens &tokens, size_t index) {
  return tokens.is(index, tok::greater)                 ? 1
         : tokens.is(index, tok::greatergreater)        ? 2
         : tokens.is(index, tok::greatergreatergreater) ? 3
                                                        : 0;
}

/// The `<` of the template argument list that ends with the token at `last`.
std::optional<size_t> findListStart(const SourceTokens &tokens, size_t last) {
  unsigned depth = 0;
  for (size_t i = last + 1; i-- > 0;) {
    depth += closedLists(tokens, i);
    if (tokens.is(i, tok::less) && --depth == 0)
      return i;
    if (tokens.is(i, tok::r_paren) || tokens.is(i, tok::r_square) || tokens.is(i, tok::r_brace)) {
      std::optional<size_t> partner = tokens.partner(i);
      if (!partner)
        return std::nullopt;
      i = *partner;
    } else if (tokens.is(i, tok::semi) || tokens.is(i, tok::l_brace) || tokens.is(i, tok::l_paren)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// May the name at `index` begin what stands before a launch? `return kernel<<<...` has a keyword that does not.
bool isExpressionName(const SourceTokens &tokens, size_t index) {
  if (!tokens.is(index, tok::raw_identifier))
    return false;
  llvm::StringRef name = tokens.textOf(index);
  for (llvm::StringRef keyword : {"return", "co_return", "co_await", "co_yield", "else", "do", "case", "throw"})
    if (name == keyword)
      return false;
  return true;
}

/// The first token of the postfix expression that ends before `open`.
std::optional<size_t> findKernel(const SourceTokens &tokens, size_t open) {
  std::optional<size_t> first;
  for (size_t i = open; i-- > 0;) {
    if (closedLists(tokens, i)) {
      std::optional<size_t> start = findListStart(tokens, i);
      if (!start || *start == 0 || !tokens.is(*start - 1, tok::raw_identifier))
        return std::nullopt;
      i = *start - 1;
      first = i;
    } else if (tokens.is(i, tok::r_paren) || tokens.is(i, tok::r_square)) {
      std::optional<size_t> partner = tokens.partner(i);
      if (!partner)
        return std::nullopt;
      first = i = *partner;
      // What is called or indexed stands before; an expression in parentheses stands alone.
      bool goesOn = i > 0 && (isExpressionName(tokens, i - 1) || closedLists(tokens, i - 1) ||
                              tokens.is(i - 1, tok::r_paren) || tokens.is(i - 1, tok::r_square));
      if (goesOn && tokens.is(i - 1, tok::r_paren) && tokens.is(i, tok::l_paren))
        goesOn = false; // `if (x) (kernel)<<<...>>>(...)`, and casts, which bind less
      if (goesOn && tokens.is(i, tok::l_paren) && i > 0 && tokens.is(i - 1, tok::raw_identifier))
        for (llvm::StringRef keyword : {"if", "while", "for", "switch"})
          goesOn &= tokens.textOf(i - 1) != keyword;
      if (goesOn)
        continue;
    } else if (isExpressionName(tokens, i)) {
      first = i;
    } else {
      return first;
    }
    if (i == 0)
      return first;
    // `template` may stand between an operator and the name.
    if (tokens.isName(i - 1, "template"))
      first = --i;
    if (i == 0)
      return first;
    bool joined = tokens.is(i - 1, tok::coloncolon) || tokens.is(i - 1, tok::period) || tokens.is(i - 1, tok::arrow);
    if (!joined)
      return first;
    first = --i;
    // A leading `::`, before which there is no name.
    if (tokens.is(i, tok::coloncolon) && (i == 0 || (!isExpressionName(tokens, i - 1) && !closedLists(tokens, i - 1))))
      return first;
  }
  return first;
}

std::optional<Launch> launchAt(const SourceTokens &tokens, size_t open) {
  if (open == 0 || tokens.isName(open - 1, "operator"))
    return std::nullopt;
  std::optional<size_t> close = findClose(tokens, open);
  std::optional<size_t> end = close ? tokens.partner(*close + 1) : std::nullopt;
  std::optional<size_t> kernel = end ? findKernel(tokens, open) : std::nullopt;
  if (!kernel)
    return std::nullopt;
  return Launch{*kernel, open, *close, *end};
}

/// The tokens between two others, in one line.
std::string joined(const SourceTokens &tokens, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    bool touches = i == begin || tokens[i - 1].end == tokens[i].begin;
    text += (touches ? "" : " ") + tokens.textOf(i).str();
  }
  return text;
}

} // namespace

void tilec::hostpart::rewriteLaunches(const SourceTokens &tokens, TextEdits &edits) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, tok::lesslessless))
      continue;
    std::optional<Launch> launch = launchAt(tokens, i);
    if (!launch)
      continue;
    edits.insert(tokens[launch->kernel].begin,
                 "(::__tilec_host::configure(" + joined(tokens, launch->open + 1, launch->close) + ") ? (void)0 : ");
    edits.replace(tokens[launch->open].begin, tokens[launch->close].end);
    edits.insert(tokens[launch->end].end, ")");
  }
}

void tilec::hostpart::completeLaunches(const SourceTokens &tokens, TextEdits &edits) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    std::optional<Launch> launch = tokens.is(i, tok::lesslessless) ? launchAt(tokens, i) : std::nullopt;
    if (!launch)
      continue;
    bool hasBlock = false;
    for (size_t k = launch->open + 1; k < launch->close; ++k) {
      hasBlock |= tokens.is(k, tok::comma);
      if (tokens.is(k, tok::l_paren) || tokens.is(k, tok::l_square) || tokens.is(k, tok::l_brace))
        k = *tokens.partner(k); // findClose has found it
    }
    if (!hasBlock)
      edits.insert(tokens[launch->close].begin, ", 1");
  }
}
