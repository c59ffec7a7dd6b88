// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Cache/CacheFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <cstdlib>

using namespace tilec;

static std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::string cache::folderFor(llvm::StringRef kind) {
  if (std::string folder = environment("TILEC_CACHE_DIR"); !folder.empty())
    return folder + "/" + kind.str();
  if (std::string folder = environment("XDG_CACHE_HOME"); !folder.empty())
    return folder + "/tilec/" + kind.str();
  std::string home = environment("HOME");
  return home.empty() ? home : home + "/.cache/tilec/" + kind.str();
}

void cache::markUsed(const std::string &path) {
  int descriptor;
  if (llvm::sys::fs::openFileForReadWrite(path, descriptor, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::OF_None))
    return;
  llvm::sys::fs::setLastAccessAndModificationTime(descriptor, std::chrono::system_clock::now());
  llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
}
