// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/KernelNames.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using llvm::StringRef;

namespace {

/// Without return type and parameters.
std::string demangle(std::string symbol) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction())
    return symbol;
  size_t size = 0;
  char *text = demangler.getFunctionName(nullptr, &size);
  std::string name = text ? text : symbol;
  std::free(text);
  return name;
}

/// ", variant 1" for `v1`; empty for what is no variant's.
std::string describeTag(StringRef tag) {
  unsigned number;
  if (tag == "few")
    return ", variant for few blocks";
  if (tag == "wide")
    return ", variant for wide blocks";
  return tag.consume_front("v") && !tag.getAsInteger(10, number) ? ", variant " + std::to_string(number) : "";
}

} // namespace

std::string tilec::tile::displayNameOf(StringRef symbol) {
  std::string name = demangle(symbol.str());
  // VariantNames.h: an ABI tag, or a suffix of what is not mangled.
  for (auto [open, close] : {std::pair<StringRef, StringRef>{"[abi:", "]"}, {"$", ""}}) {
    size_t at = StringRef(name).rfind(open);
    if (at == StringRef::npos)
      continue;
    StringRef tag = StringRef(name).substr(at + open.size());
    if (!close.empty())
      tag = tag.take_until([](char c) { return c == ']'; });
    if (std::string variant = describeTag(tag); !variant.empty())
      return name.erase(at, open.size() + tag.size() + close.size()) + variant;
  }
  return name;
}
