// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VariantNames.cpp - ABI tags in Itanium mangled names -------------------===//
//
//   _Z7softmaxIfEvPT_  ->  _Z7softmaxB2v0IfEvPT_
//
// The tag follows the kernel's own name. Namespaces before it and template arguments behind it may be called the same:
// it is the first place that leaves the demangled namespace as it was.
//
//===----------------------------------------------------------------------===//
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace tilec;

namespace {

/// A part of a demangled name, as LLVM's demangler gives it: for the caller to free.
std::string take(char *text) {
  std::string copy = text ? text : "";
  std::free(text);
  return copy;
}

struct FunctionName {
  std::string scope, name;
};

/// Empty if `symbol` is no mangled function.
FunctionName demangle(const std::string &symbol) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction())
    return {};
  return {take(demangler.getFunctionDeclContextName(nullptr, nullptr)),
          take(demangler.getFunctionBaseName(nullptr, nullptr))};
}

/// The kernel's symbol with an ABI tag.
std::string tagged(const std::string &symbol, const std::string &version) {
  FunctionName function = demangle(symbol);
  std::string written = std::to_string(function.name.size()) + function.name;
  std::string tag = "B" + std::to_string(version.size()) + version;
  for (size_t at = symbol.find(written); at != std::string::npos; at = symbol.find(written, at + 1)) {
    std::string candidate = symbol;
    candidate.insert(at + written.size(), tag);
    if (FunctionName again = demangle(candidate); again.name == function.name && again.scope == function.scope)
      return candidate;
  }
  return symbol + "$" + version;
}

} // namespace

std::string tile::variantName(llvm::StringRef kernel, unsigned number) {
  return tagged(kernel.str(), "v" + std::to_string(number));
}

std::string tile::fewBlocksName(llvm::StringRef kernel) {
  return tagged(kernel.str(), "few");
}

std::string tile::wideBlocksName(llvm::StringRef kernel) {
  return tagged(kernel.str(), "wide");
}
