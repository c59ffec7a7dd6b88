// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tokens of a preprocessed text, without its directives.
#pragma once
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace tilec::hostpart {

struct SourceToken {
  clang::tok::TokenKind kind; ///< names and keywords are both raw_identifier
  size_t begin, end;
};

class SourceTokens {
public:
  /// `text` has to outlive the tokens.
  explicit SourceTokens(llvm::StringRef text);

  size_t size() const {
    return tokens.size();
  }
  const SourceToken &operator[](size_t index) const {
    return tokens[index];
  }
  llvm::StringRef textOf(size_t index) const {
    return text.slice(tokens[index].begin, tokens[index].end);
  }
  bool is(size_t index, clang::tok::TokenKind kind) const {
    return index < tokens.size() && tokens[index].kind == kind;
  }
  bool isName(size_t index, llvm::StringRef name) const {
    return is(index, clang::tok::raw_identifier) && textOf(index) == name;
  }
  /// The first token that begins at `offset` or behind it.
  size_t indexAt(size_t offset) const;
  /// The bracket that belongs to the bracket ( [ { or ) ] } at `index`.
  std::optional<size_t> partner(size_t index) const;

  llvm::StringRef text;

private:
  std::vector<SourceToken> tokens;
  std::vector<size_t> partners;
};

} // namespace tilec::hostpart
