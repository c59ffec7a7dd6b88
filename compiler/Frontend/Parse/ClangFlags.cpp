// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClangFlags.cpp - what other tools have to tell Clang -------------------===//
//
// The embedded headers are written into the user's cache folder, under a name that is a hash of their text, so that
// tools that run Clang themselves find them.
//
//===----------------------------------------------------------------------===//
#include "compiler/Cache/CacheFolder.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "compiler/Frontend/Parse/Invocation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::frontend;

static std::string hashOfHeaders() {
  llvm::SHA1 hash;
  for (const EmbeddedHeader &header : embeddedHeaders()) {
    hash.update(header.path);
    hash.update(header.text);
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, 16);
}

/// The folder that the headers lie in, written now if need be.
static llvm::Expected<std::string> writtenHeaders() {
  std::string folder = tilec::cache::folderFor("include-" + hashOfHeaders());
  if (folder.empty())
    return llvm::createStringError("no folder for the headers: set TILEC_CACHE_DIR or HOME");
  std::string complete = folder + "/complete";
  if (llvm::sys::fs::exists(complete))
    return folder;
  auto isWanted = [](llvm::StringRef path) { return !path.starts_with("clang/"); };
  if (llvm::Error error = writeEmbeddedHeaders(folder, isWanted))
    return std::move(error);
  llvm::Error written = llvm::writeToOutput(complete, [](llvm::raw_ostream &) { return llvm::Error::success(); });
  if (written)
    return std::move(written);
  return folder;
}

llvm::Expected<std::vector<std::string>> tilec::frontend::clangFlags(const FrontendOptions &options) {
  auto folder = writtenHeaders();
  if (!folder)
    return folder.takeError();
  std::vector<std::string> flags = languageFlags(options);
  flags.insert(flags.end(), {"-Wno-unknown-cuda-version", "-Wno-unknown-attributes", "-I" + *folder + "/include",
                             "-include", *folder + "/prelude.h", "-include", *folder + "/predeclared.h"});
  for (const char *prefix : {"cuda_tile.h", "cuda/tiles/"})
    flags.insert(flags.end(), {"-Xclang", std::string("--system-header-prefix=") + prefix});
  if (std::string toolkit = findToolkitInclude(options, *llvm::vfs::getRealFileSystem()); !toolkit.empty())
    flags.insert(flags.end(), {"-idirafter", toolkit, "-idirafter", toolkit + "/cccl"});
  flags.insert(flags.end(), {"-idirafter", *folder + "/include/cuda/tiles/fallback"});
  return flags;
}
