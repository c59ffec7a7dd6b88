// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/PrintConversion.h"
#include <cstdio>

namespace tilec::host {

static std::string formatted(const std::string &format, auto value) {
  int length = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(size_t(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

std::string PrintConversion::ofFloat(double value) const {
  bool isFloat = llvm::StringRef("fFeEgGaA").contains(letter);
  return formatted("%" + flags + (isFloat ? letter : 'f'), value);
}

std::string PrintConversion::ofInteger(uint64_t asUnsigned, int64_t asSigned) const {
  switch (letter) {
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
    return formatted("%" + flags + "ll" + letter, static_cast<unsigned long long>(asUnsigned));
  default:
    return formatted("%" + flags + letter, double(asSigned));
  }
}

} // namespace tilec::host
