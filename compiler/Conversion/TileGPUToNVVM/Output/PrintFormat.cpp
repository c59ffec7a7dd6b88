// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Output/PrintFormat.h"

using namespace tilec;

static constexpr llvm::StringLiteral kLetters = "diouxXeEfFgGaAcspn";

std::string FormatPiece::withLength(bool is64Bits) const {
  std::string result;
  for (char c : llvm::StringRef(text).drop_back())
    if (llvm::StringRef("hljzt").find(c) == llvm::StringRef::npos)
      result += c;
  bool takesLength = llvm::StringRef("diouxX").contains(letter());
  return result + (is64Bits && takesLength ? "ll" : "") + letter();
}

std::vector<FormatPiece> tilec::splitFormat(llvm::StringRef format) {
  std::vector<FormatPiece> pieces;
  std::string text;
  auto flush = [&] {
    if (!text.empty())
      pieces.push_back({text, false});
    text.clear();
  };
  while (!format.empty()) {
    if (format.consume_front("%%")) {
      text += "%%";
      continue;
    }
    size_t end = format.starts_with("%") ? format.find_first_of(kLetters) : llvm::StringRef::npos;
    if (end == llvm::StringRef::npos) {
      text += format.front();
      format = format.drop_front();
      continue;
    }
    flush();
    pieces.push_back({format.take_front(end + 1).str(), true});
    format = format.drop_front(end + 1);
  }
  flush();
  return pieces;
}
