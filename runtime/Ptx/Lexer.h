// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tokens of PTX text.
#ifndef TILEC_RUNTIME_PTX_LEXER_H
#define TILEC_RUNTIME_PTX_LEXER_H

#include <cstdint>
#include <string_view>

namespace tilec::ptx {

struct Token {
  enum class Kind : uint8_t {
    End,
    Name,   ///< `ld`, `%r1`, `$L__BB0_1`, `_`
    Suffix, ///< `.global`, `.shared::cta`: the text is without its dot
    Integer,
    Float32, ///< value: its bits
    Float64, ///< value: its bits
    String,  ///< text: without its quotes
    Punctuation,
  };
  Kind kind = Kind::End;
  std::string_view text;
  uint64_t value = 0;
  unsigned line = 0;
  size_t begin = 0; ///< in the text

  bool is(std::string_view punctuation) const {
    return kind == Kind::Punctuation && text == punctuation;
  }
  bool isSuffix(std::string_view name) const {
    return kind == Kind::Suffix && text == name;
  }
};

/// Gives one token after the other; what it does not know is punctuation.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) {}

  Token next();

private:
  void skipBlanks();
  void skipLine();
  Token number();

  std::string_view text;
  size_t at = 0;
  unsigned line = 1;
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_LEXER_H
