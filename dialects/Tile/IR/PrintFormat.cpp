// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/PrintFormat.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilec::tile;

static constexpr llvm::StringLiteral kLetters = "diouxXeEfFgGaAcsp";

std::string FormatPiece::plain() const {
  std::string plain;
  for (llvm::StringRef rest = text; !rest.empty(); rest = rest.drop_front(rest.starts_with("%%") ? 2 : 1))
    plain += rest.front();
  return plain;
}

std::string FormatPiece::flags() const {
  std::string flags = llvm::StringRef(text).drop_front().drop_back().str();
  llvm::erase_if(flags, [](char c) { return llvm::StringRef("hlLqjzt").contains(c); });
  return flags;
}

std::string FormatPiece::withLength(bool is64Bits) const {
  bool takesLength = llvm::StringRef("diouxX").contains(letter());
  return "%" + flags() + (is64Bits && takesLength ? "ll" : "") + letter();
}

bool tilec::tile::isConversion(llvm::StringRef text) {
  constexpr llvm::StringLiteral kFlags = "-+ #0'", kDigits = "0123456789";
  if (!text.consume_front("%"))
    return false;
  text = text.ltrim(kFlags).ltrim(kDigits);
  if (text.consume_front("."))
    text = text.ltrim(kDigits);
  for (llvm::StringRef length : {"hh", "h", "ll", "l", "L", "q", "j", "z", "t"})
    if (text.consume_front(length))
      break;
  return text.size() == 1 && kLetters.contains(text.front());
}

std::vector<FormatPiece> tilec::tile::splitFormat(llvm::StringRef format) {
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

size_t tilec::tile::countConversions(llvm::ArrayRef<FormatPiece> pieces) {
  return llvm::count_if(pieces, [](const FormatPiece &piece) { return piece.isConversion; });
}
