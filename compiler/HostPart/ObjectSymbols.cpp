// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/ObjectSymbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace tilec::hostpart;

/// Empty where it cannot be read, as one for optimisation at link time.
static llvm::StringSet<> definedSymbols(llvm::StringRef object) {
  llvm::StringSet<> symbols;
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object"));
  if (!file)
    return llvm::consumeError(file.takeError()), symbols;
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags)
      llvm::consumeError(flags.takeError());
    if (!name)
      llvm::consumeError(name.takeError());
    else if (flags && !(*flags & llvm::object::SymbolRef::SF_Undefined))
      symbols.insert(*name);
  }
  return symbols;
}

std::vector<std::string> tilec::hostpart::nameBySpelling(llvm::MutableArrayRef<DeviceModule> modules,
                                                         llvm::StringRef object) {
  const llvm::StringSet<> defined = definedSymbols(object);
  llvm::StringSet<> left = defined;
  for (const DeviceModule &module : modules)
    for (const HostKernel &kernel : module.kernels)
      left.erase(kernel.label);
  std::vector<std::string> names;
  for (DeviceModule &module : modules)
    for (HostKernel &kernel : module.kernels) {
      if (!kernel.expression.empty() || defined.contains(kernel.label) || kernel.identifier.empty())
        continue;
      // An instance that host code never uses has no stub, nor has another symbol its name.
      std::string part = std::to_string(kernel.identifier.size()) + kernel.identifier;
      if (llvm::none_of(left.keys(), [&](llvm::StringRef symbol) { return symbol.contains(part); }))
        continue;
      kernel.expression = kernel.spelling;
      names.push_back(kernel.name);
    }
  return names;
}
