// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/Lexer.h"

#include <bit>
#include <cctype>
#include <cstdlib>
#include <string>

using namespace tilec::ptx;

static bool isNameStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%';
}

static bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

void Lexer::skipLine() {
  while (at < text.size() && text[at] != '\n')
    ++at;
}

void Lexer::skipBlanks() {
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
    } else if (std::isspace(static_cast<unsigned char>(c)) || c == '\0') {
      ++at;
    } else if (text.substr(at, 2) == "//" || c == '#') {
      skipLine();
    } else if (text.substr(at, 2) == "/*") {
      size_t end = text.find("*/", at + 2);
      for (size_t i = at; i < std::min(end, text.size()); ++i)
        line += text[i] == '\n';
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      return;
    }
  }
}

Token Lexer::number() {
  Token token{Token::Kind::Integer, {}, 0, line, at};
  size_t begin = at;
  auto takeWhile = [&](auto &&accepts) {
    while (at < text.size() && accepts(text[at]))
      ++at;
  };
  auto isHex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  char second =
      at + 1 < text.size() && text[at] == '0' ? char(std::tolower(static_cast<unsigned char>(text[at + 1]))) : 0;
  if (second == 'f' || second == 'd') {
    at += 2;
    takeWhile(isHex);
    token.kind = second == 'f' ? Token::Kind::Float32 : Token::Kind::Float64;
    token.value = std::strtoull(std::string(text.substr(begin + 2, at - begin - 2)).c_str(), nullptr, 16);
  } else if (second == 'x' || second == 'b') {
    at += 2;
    takeWhile(isHex);
    token.value =
        std::strtoull(std::string(text.substr(begin + 2, at - begin - 2)).c_str(), nullptr, second == 'x' ? 16 : 2);
  } else {
    takeWhile(isDigit);
    bool isFloat = at < text.size() && (text[at] == '.' || text[at] == 'e' || text[at] == 'E');
    if (isFloat) {
      takeWhile([&](char c) {
        return isDigit(c) || c == '.' || c == 'e' || c == 'E' ||
               ((c == '-' || c == '+') && (text[at - 1] == 'e' || text[at - 1] == 'E'));
      });
      token.kind = Token::Kind::Float64;
      token.value = std::bit_cast<uint64_t>(std::strtod(std::string(text.substr(begin, at - begin)).c_str(), nullptr));
    } else {
      bool isOctal = text[begin] == '0' && at > begin + 1;
      token.value = std::strtoull(std::string(text.substr(begin, at - begin)).c_str(), nullptr, isOctal ? 8 : 10);
    }
  }
  if (at < text.size() && text[at] == 'U')
    ++at;
  token.text = text.substr(begin, at - begin);
  return token;
}

Token Lexer::next() {
  skipBlanks();
  Token token{Token::Kind::End, {}, 0, line, at};
  if (at >= text.size())
    return token;
  size_t begin = at;
  char c = text[at];
  if (std::isdigit(static_cast<unsigned char>(c)))
    return number();
  auto takeName = [&] {
    while (at < text.size() && isNamePart(text[at]))
      ++at;
  };
  if (isNameStart(c)) {
    ++at;
    takeName();
    token.kind = Token::Kind::Name;
    token.text = text.substr(begin, at - begin);
  } else if (c == '.' && at + 1 < text.size() && isNamePart(text[at + 1])) {
    ++at;
    takeName();
    while (text.substr(at, 2) == "::") {
      at += 2;
      takeName();
    }
    token.kind = Token::Kind::Suffix;
    token.text = text.substr(begin + 1, at - begin - 1);
  } else if (c == '"') {
    ++at;
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    at = std::min(at, text.size());
    token.kind = Token::Kind::String;
    token.text = text.substr(begin + 1, at - begin - 1);
    at = std::min(at + 1, text.size());
  } else {
    ++at;
    token.kind = Token::Kind::Punctuation;
    token.text = text.substr(begin, 1);
  }
  return token;
}
