// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/KernelNames.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

std::string tilec::tile::displayNameOf(llvm::StringRef symbol) {
  std::string mangled = symbol.str();
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction())
    return mangled;
  size_t size = 0;
  char *text = demangler.getFunctionName(nullptr, &size);
  std::string name = text ? text : mangled;
  std::free(text);
  return name;
}
