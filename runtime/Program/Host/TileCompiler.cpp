// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/TileCompiler.h"

#include "runtime/Program/Mode.h"
#include "runtime/Program/Registration.h"

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>
#include <vector>

namespace tilec::program::host {

namespace {

constexpr const char *kFileName = "libtilec.so";

/// The folder of the running program; empty if the system does not tell.
std::string programFolder() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  std::string text(path, length > 0 ? size_t(length) : 0);
  return text.substr(0, text.rfind('/') == std::string::npos ? 0 : text.rfind('/'));
}

std::vector<std::string> candidates() {
  if (std::string path = environment("TILEC_LIBRARY"); !path.empty())
    return {path};
  std::vector<std::string> paths;
  if (&__tilecLibraryPath && __tilecLibraryPath)
    paths.push_back(__tilecLibraryPath);
  if (std::string folder = programFolder(); !folder.empty())
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
         fill(library, "tilecErrorDestroy", into.errorDestroy, missing);
}

const TileCompiler *open() {
  std::string reason;
  for (const std::string &path : candidates()) {
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
  say("tile kernels run on the CPU by " + std::string(kFileName) +
      ", which cannot be opened (TILEC_LIBRARY names the file): " + reason);
  return nullptr;
}

} // namespace

const TileCompiler *tileCompiler() {
  static const TileCompiler *compiler = open();
  return compiler;
}

} // namespace tilec::program::host
