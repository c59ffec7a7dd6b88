// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/PrintfFormat.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdio>

namespace tilec::host {

static std::string formatted(const std::string &format, auto value) {
  int length = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(size_t(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

std::string Conversion::ofFloat(double value) const {
  bool isFloat = llvm::StringRef("fFeEgGaA").contains(specifier);
  return formatted("%" + flags + (isFloat ? specifier : 'f'), value);
}

std::string Conversion::ofInteger(uint64_t asUnsigned, int64_t asSigned) const {
  switch (specifier) {
  case 'd':
  case 'i':
    return formatted("%" + flags + "lld", static_cast<long long>(asSigned));
  case 'c':
    return formatted("%" + flags + "c", int(asUnsigned));
  case 'p':
    return formatted("%" + flags + "p", reinterpret_cast<void *>(asUnsigned));
  case 's':
    return formatted("%" + flags + "s", reinterpret_cast<const char *>(asUnsigned));
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    return formatted("%" + flags + "ll" + specifier, static_cast<unsigned long long>(asUnsigned));
  default:
    return formatted("%" + flags + specifier, double(asSigned));
  }
}

/// Cuts the conversion off the front of `rest`, which follows a '%'.
static Conversion takeConversion(llvm::StringRef &rest) {
  Conversion conversion;
  conversion.flags = rest.take_while([](char c) { return llvm::StringRef("-+ #0123456789.'").contains(c); }).str();
  rest = rest.drop_front(conversion.flags.size()).drop_while([](char c) {
    return llvm::StringRef("hlLqjzt").contains(c);
  });
  conversion.specifier = rest.empty() ? 'd' : rest.front();
  rest = rest.drop_front(rest.empty() ? 0 : 1);
  return conversion;
}

Format Format::parse(llvm::StringRef rest) {
  Format format;
  Piece piece;
  while (!rest.empty()) {
    auto [text, after] = rest.split('%');
    piece.text += text.str();
    if (text.size() == rest.size())
      break;
    rest = after;
    if (rest.consume_front("%")) {
      piece.text += '%';
      continue;
    }
    piece.conversion = takeConversion(rest);
    format.pieces.push_back(std::exchange(piece, Piece()));
  }
  if (!piece.text.empty())
    format.pieces.push_back(piece);
  return format;
}

size_t Format::conversions() const {
  return llvm::count_if(pieces, [](const Piece &piece) { return piece.conversion.has_value(); });
}

} // namespace tilec::host
