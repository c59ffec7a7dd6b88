// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TypeText.cpp - what a printed type says --------------------------------===//
#include "compiler/Frontend/Messages/TypeText.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

bool tilec::frontend::isTile(StringRef type) {
  return type.contains("tile<") || type.contains("Tile<");
}

StringRef tilec::frontend::elementOf(StringRef type) {
  size_t at = type.find("tile<");
  return at == StringRef::npos ? type : type.substr(at + 5).split(',').first;
}

StringRef tilec::frontend::shapeOf(StringRef type) {
  size_t at = type.find("shape<");
  StringRef shape = at == StringRef::npos ? StringRef() : type.substr(at);
  return shape.take_front(shape.find('>') + 1);
}

llvm::SmallVector<unsigned long long> tilec::frontend::extentsOf(StringRef type) {
  StringRef shape = shapeOf(type);
  llvm::SmallVector<unsigned long long> extents;
  if (!shape.consume_front("shape<") || !shape.consume_back(">"))
    return extents;
  for (StringRef part : splitList(shape))
    if (unsigned long long extent; !part.getAsInteger(10, extent))
      extents.push_back(extent);
  return extents;
}

std::string tilec::frontend::shapeText(llvm::ArrayRef<unsigned long long> extents) {
  std::string text;
  for (unsigned long long extent : extents)
    text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "shape<" + text + ">";
}

StringRef tilec::frontend::pointeeOf(StringRef type) {
  if (!type.consume_back("*"))
    return {};
  type = type.trim();
  type.consume_front("const ");
  return type;
}

bool tilec::frontend::isFloating(StringRef element) {
  return element == "float" || element == "double" || element.contains("half") || element.contains("float");
}

std::string tilec::frontend::castText(StringRef type, StringRef value) {
  return type.contains(' ') ? ("static_cast<" + type + ">(" + value + ")").str() : (type + "(" + value + ")").str();
}

llvm::SmallVector<StringRef> tilec::frontend::splitList(StringRef list) {
  llvm::SmallVector<StringRef> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i != list.size(); ++i) {
    depth += StringRef("<([{").contains(list[i]) - StringRef(">)]}").contains(list[i]);
    if (list[i] != ',' || depth != 0)
      continue;
    parts.push_back(list.slice(start, i).trim());
    start = i + 1;
  }
  if (StringRef last = list.substr(start).trim(); !last.empty())
    parts.push_back(last);
  return parts;
}
