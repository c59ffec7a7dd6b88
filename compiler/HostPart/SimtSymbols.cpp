// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/SimtSource.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace tilec::hostpart;

namespace {

constexpr llvm::StringLiteral kAnonymous = "_GLOBAL__N_", kInternal = "_INTERNAL_";

/// Takes `40_GLOBAL__N__68aeddba_8_file_cu__Z3usePi`, any name of this kind, off the front.
bool consumeLongName(llvm::StringRef &rest, llvm::StringRef kind) {
  llvm::StringRef behind = rest;
  size_t length = 0;
  if (behind.consumeInteger(10, length) || !behind.starts_with(kind) || behind.size() < length)
    return false;
  rest = behind.drop_front(length);
  return true;
}

/// Takes `__nv_static_25__23743cba_4_n_cu_802c4e23_` off the front, which relocatable code has.
llvm::StringRef withoutStaticPrefix(llvm::StringRef symbol) {
  llvm::StringRef rest = symbol;
  size_t length = 0;
  if (!rest.consume_front("__nv_static_") || rest.consumeInteger(10, length) || !rest.consume_front("_") ||
      rest.size() <= length)
    return symbol;
  return rest.drop_front(length + 1);
}

/// The symbol in a form that all compilers share: anonymous namespaces have one name, and symbols of one source alone
/// are not marked.
std::string normalized(llvm::StringRef symbol) {
  symbol = withoutStaticPrefix(symbol);
  if (!symbol.starts_with("_Z"))
    return symbol.str();
  std::string text = "_Z";
  for (llvm::StringRef rest = symbol.drop_front(2); !rest.empty();) {
    if (consumeLongName(rest, kInternal))
      continue; // a namespace around everything
    if (consumeLongName(rest, kAnonymous)) {
      text += "(anonymous)";
    } else if (rest.size() > 1 && rest[0] == 'L' && llvm::isDigit(rest[1])) {
      rest = rest.drop_front();
    } else {
      text += rest.front();
      rest = rest.drop_front();
    }
  }
  // A name at file level, which some mangle when it is of one source alone.
  llvm::StringRef name = llvm::StringRef(text).drop_front(2);
  size_t length = 0;
  return !name.consumeInteger(10, length) && name.size() == length ? name.str() : text;
}

} // namespace

llvm::Error tilec::hostpart::findSymbols(llvm::StringRef cubin, llvm::ArrayRef<HostReference *> references) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(cubin, "cubin"));
  if (!object)
    return object.takeError();
  llvm::StringMap<std::string> symbols;
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    symbols[normalized(*name)] = name->str();
  }
  for (HostReference *reference : references) {
    auto found = symbols.find(normalized(reference->symbol));
    if (found == symbols.end() && reference->isOptional) {
      reference->symbol.clear();
      continue;
    }
    if (found == symbols.end())
      return llvm::createStringError("the SIMT code has no symbol '" + reference->symbol + "'");
    reference->symbol = found->second;
  }
  return llvm::Error::success();
}
