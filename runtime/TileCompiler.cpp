// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/TileCompiler.h"

#include <cstdlib>
#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>
#include <vector>

namespace tilec::runtime {

namespace {

constexpr const char *kFileName = "libtilec.so.1";

std::string folderOf(const std::string &path) {
  size_t end = path.rfind('/');
  return end == std::string::npos ? "" : path.substr(0, end);
}

/// The folder of the running program; empty if the system does not tell.
std::string programFolder() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  return folderOf(std::string(path, length > 0 ? size_t(length) : 0));
}

/// The folder of the file that this code is in, a library or the program.
std::string ownFolder() {
  Dl_info info;
  return dladdr(reinterpret_cast<const void *>(&openTileCompiler), &info) && info.dli_fname ? folderOf(info.dli_fname)
                                                                                            : "";
}

std::vector<std::string> candidates(const std::string &known) {
  if (const char *path = std::getenv("TILEC_LIBRARY"); path && *path)
    return {path};
  std::vector<std::string> paths;
  if (!known.empty())
    paths.push_back(known);
  for (const std::string &folder : {ownFolder(), programFolder()})
    if (!folder.empty())
      for (const char *beside : {"/", "/lib/", "/../lib/"})
        paths.push_back(folder + beside + kFileName);
  paths.push_back(kFileName);
  return paths;
}

/// Fills in one function; false, with its name, if the library has none.
template <typename Function> bool fill(void *library, const char *name, Function &function, std::string &missing) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function)
    missing = name;
  return function;
}

bool fill(void *library, TileCompiler &into, std::string &missing) {
  return fill(library, "tilecCompileOptionsInit", into.compileOptionsInit, missing) &&
         fill(library, "tilecCompilationFromTile", into.compilationFromTile, missing) &&
         fill(library, "tilecCompilationDestroy", into.compilationDestroy, missing) &&
         fill(library, "tilecCompilationSucceeded", into.compilationSucceeded, missing) &&
         fill(library, "tilecCompilationDiagnosticCount", into.diagnosticCount, missing) &&
         fill(library, "tilecCompilationDiagnostic", into.diagnostic, missing) &&
         fill(library, "tilecCompilationParameters", into.parameters, missing) &&
         fill(library, "tilecCompilationLaunchOnHost", into.launchOnHost, missing) &&
         fill(library, "tilecCompilationHostVariable", into.hostVariable, missing) &&
         fill(library, "tilecCompilationResetHostVariables", into.resetHostVariables, missing) &&
         fill(library, "tilecErrorText", into.errorText, missing) &&
         fill(library, "tilecErrorCode", into.errorCode, missing) &&
         fill(library, "tilecErrorName", into.errorName, missing) &&
         fill(library, "tilecErrorDestroy", into.errorDestroy, missing);
}

Expected<const TileCompiler *> open(const std::string &known) {
  std::string reason;
  for (const std::string &path : candidates(known)) {
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      // The first one is where it should be, unless there simply is no such file.
      std::string text = dlerror();
      if (reason.empty() || access(path.c_str(), F_OK) == 0)
        reason = text;
      continue;
    }
    static TileCompiler compiler;
    std::string missing;
    if (fill(library, compiler, missing))
      return &compiler;
    reason = path + " has no " + missing + ": it is of another version";
  }
  return Error{
      "dlopen", kNoCompiler, "kNoCompiler",
      std::string("tile kernels run on the CPU by libtilec.so, which cannot be opened (TILEC_LIBRARY names the "
                  "file): ") +
          reason};
}

} // namespace

Expected<const TileCompiler *> openTileCompiler(const std::string &known) {
  static const Expected<const TileCompiler *> compiler = open(known);
  return compiler;
}

} // namespace tilec::runtime
