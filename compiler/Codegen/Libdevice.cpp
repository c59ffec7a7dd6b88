// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Bitcode is read lazily: only the bodies that are needed are parsed, which makes linking a matter of milliseconds.
#include "compiler/Codegen/Libdevice.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace tilec;

namespace {

/// Where libdevice may be, in order.
std::vector<std::string> places(llvm::StringRef hint) {
  if (!hint.empty())
    return {hint.str()};
  std::vector<std::string> places;
  auto toolkit = [&](llvm::StringRef root) {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, "nvvm", "libdevice", "libdevice.10.bc");
    places.push_back(path.str().str());
  };
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> root = llvm::sys::Process::GetEnv(variable); root && !root->empty())
      toolkit(*root);
  if (*TILEC_BUILD_LIBDEVICE)
    places.push_back(TILEC_BUILD_LIBDEVICE);
  toolkit("/usr/local/cuda");
  return places;
}

/// A function of libdevice that is called but not defined.
const llvm::Function *neededFunction(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.use_empty() && function.getName().starts_with("__nv_"))
      return &function;
  return nullptr;
}

llvm::Error missing(const llvm::Function &function, llvm::StringRef hint) {
  return llvm::createStringError("function '" + function.getName() +
                                 "' needs libdevice.10.bc of the CUDA Toolkit, looked for at " +
                                 llvm::join(places(hint), ", ") + "; set CUDA_PATH");
}

} // namespace

std::string codegen::findLibdevice(llvm::StringRef hint) {
  for (const std::string &place : places(hint))
    if (llvm::sys::fs::exists(place))
      return place;
  return "";
}

llvm::Error codegen::linkLibdevice(llvm::Module &module, llvm::StringRef hint) {
  const llvm::Function *needed = neededFunction(module);
  if (!needed)
    return llvm::Error::success();
  std::string path = findLibdevice(hint);
  if (path.empty())
    return missing(*needed, hint);
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("cannot read '" + path + "': " + buffer.getError().message());
  auto library = llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext());
  if (!library)
    return llvm::createStringError("'" + path + "' is no LLVM bitcode: " + llvm::toString(library.takeError()));

  // The library was written for an older layout; its code has no opinion on it.
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  auto internalize = [](llvm::Module &linked, const llvm::StringSet<> &names) {
    llvm::internalizeModule(
        linked, [&](const llvm::GlobalValue &value) { return !value.hasName() || !names.contains(value.getName()); });
  };
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded, internalize))
    return llvm::createStringError("cannot link '" + path + "'");
  if (const llvm::Function *unknown = neededFunction(module))
    return llvm::createStringError("libdevice has no function '" + unknown->getName() + "'");
  return llvm::Error::success();
}
