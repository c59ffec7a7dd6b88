// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TypeNames.cpp - types as users write them ------------------------------===//
#include "compiler/Frontend/Messages/TypeNames.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilec::frontend;

namespace {
/// `extents<unsigned int, 8UL, 18446744073709551615>` -> `shape<8, dynamic_extent>`
void shortenShapes(std::string &text) {
  static constexpr llvm::StringLiteral start = "extents<unsigned int";
  for (size_t at = 0; (at = text.find(start.str(), at)) != std::string::npos; ++at) {
    size_t end = text.find('>', at);
    if (end == std::string::npos || (at != 0 && (llvm::isAlnum(text[at - 1]) || text[at - 1] == '_')))
      continue;
    llvm::SmallVector<llvm::StringRef> extents;
    llvm::StringRef list(text.data() + at + start.size(), end - at - start.size());
    list.split(extents, ',', -1, /*KeepEmpty=*/false);
    std::string shape = "shape<";
    for (llvm::StringRef extent : extents) {
      extent = extent.trim();
      extent.consume_back("UL");
      shape += (shape.back() == '<' ? "" : ", ") + (extent == "18446744073709551615" ? "dynamic_extent" : extent.str());
    }
    text.replace(at, end - at, shape);
  }
}
} // namespace

/// `'detail::loaded_t<...>' (aka 'tile<float, ...>')` -> `'tile<float, ...>'`: names that no user wrote say nothing.
static void dropAliasesOfDetails(std::string &text) {
  static constexpr llvm::StringLiteral known = "' (aka '";
  for (size_t at = 0; (at = text.find(known.str(), at)) != std::string::npos;) {
    size_t open = at == 0 ? std::string::npos : text.rfind('\'', at - 1), end = text.find("')", at + known.size());
    bool isDetail = open != std::string::npos && end != std::string::npos &&
                    llvm::StringRef(text).slice(open, at).contains("detail::");
    if (!isDetail) {
      at += known.size();
      continue;
    }
    text.erase(end + 1, 1);
    text.erase(open, at + known.size() - 1 - open);
    at = open + 1;
  }
}

/// "ct::partition_view<...>" -> "partition_view<...>"
static std::string withoutQualifiers(llvm::StringRef name) {
  std::string text;
  for (size_t i = 0; i != name.size(); ++i) {
    text += name[i];
    if (!llvm::StringRef(text).ends_with("::"))
      continue;
    text.resize(text.size() - 2);
    while (!text.empty() && (llvm::isAlnum(text.back()) || text.back() == '_'))
      text.pop_back();
  }
  return text;
}

/// `'ct::view<...>' (aka 'view<...>')` -> `'view<...>'`
static void dropRepetitions(std::string &text) {
  static constexpr llvm::StringLiteral known = "' (aka '";
  for (size_t at = 0; (at = text.find(known.str(), at)) != std::string::npos; ++at) {
    size_t open = at == 0 ? std::string::npos : text.rfind('\'', at - 1), end = text.find("')", at + known.size());
    if (open == std::string::npos || end == std::string::npos)
      continue;
    llvm::StringRef all = text, name = all.slice(open + 1, at), type = all.slice(at + known.size(), end);
    if (withoutQualifiers(name) == withoutQualifiers(type))
      text = (all.take_front(open + 1) + type + "'" + all.substr(end + 2)).str();
  }
}

/// `tensor_span<float, shape<8>, layout_right, default_accessor<float>>` -> `tensor_span<float, shape<8>>`
static void dropDefaultLayout(std::string &text) {
  static constexpr llvm::StringLiteral start = ", layout_right, default_accessor<";
  for (size_t at = 0; (at = text.find(start.str(), at)) != std::string::npos;) {
    size_t end = text.find('>', at);
    if (end == std::string::npos)
      return;
    text.erase(at, end + 1 - at);
  }
}

void tilec::frontend::shortenTypeNames(std::string &text) {
  dropAliasesOfDetails(text);
  for (llvm::StringRef qualifier :
       {"cuda::tiles::__detail::", "cuda::tiles::detail::", "cuda::tiles::", "__detail::", "detail::"})
    for (size_t at = 0; (at = text.find(qualifier.str(), at)) != std::string::npos;)
      text.erase(at, qualifier.size());
  shortenShapes(text);
  dropDefaultLayout(text);
  dropRepetitions(text);
}
