// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Command.h"
#include "tools/tilec/CacheCommand.h"
#include "tools/tilec/Heap.h"
#include "tools/tilec/Help.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"

#include "compiler/Frontend/Frontend.h"
#include "compiler/Tune/TuneJob.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilec::tool;

/// Outputs appear whole or not at all, so there is nothing to take back.
void tilec::tool::endWithoutMemory() {
  constexpr llvm::StringLiteral kMessage = "tilec: error: out of memory\n";
  (void)!write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(1);
}

/// Libraries that abort, or take a null pointer, where memory is missing.
static void blameMemory(void *) {
  constexpr size_t kLittle = 4 << 20;
  void *bytes = mmap(nullptr, kLittle, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED)
    endWithoutMemory();
  munmap(bytes, kLittle);
}

/// A file `.clangd` with the flags. Whatever else the file's folder has for host code stays out of kernels.
static std::string clangdText(llvm::ArrayRef<std::string> flags) {
  std::string text = "If:\n  PathMatch: .*\\.(cu|cuh)\nCompileFlags:\n  Compiler: clang++\n  Add:\n";
  for (const std::string &flag : flags) {
    std::string quoted;
    for (char c : flag)
      quoted += c == '\'' ? "''" : std::string(1, c);
    text += "    - '" + quoted + "'\n";
  }
  return text;
}

/// One flag a line: what compile_flags.txt holds.
static llvm::Error printClangFlags(const Options &options) {
  tilec::frontend::FrontendOptions front;
  front.cudaPath = options.compile.cudaPath;
  front.relaxedConstexpr = options.compile.relaxedConstexpr;
  for (llvm::StringRef architecture : options.architectures)
    if (architecture.starts_with("sm_"))
      front.architecture = architecture;
  auto flags = tilec::frontend::clangFlags(front);
  if (!flags)
    return flags.takeError();
  llvm::append_range(*flags, options.compile.arguments);
  return writeFile("-", options.clangdFile ? clangdText(*flags) : llvm::join(*flags, "\n") + "\n");
}

int tilecCommand(int argc, char **argv) {
  std::set_new_handler(endWithoutMemory);
  prepareHeap();
  llvm::sys::AddSignalHandler(blameMemory, nullptr); // before the handler that asks for a bug report
  llvm::InitLLVM initialize(argc, argv);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endWithoutMemory(); });
  if (argc > 1 && llvm::StringRef(argv[1]) == "cache")
    return runCacheCommand(llvm::ArrayRef<const char *>(argv, argc).drop_front(2)) ? 0 : 1;
  auto options = parseOptions(llvm::ArrayRef<const char *>(argv, argc).drop_front());
  if (!options) {
    printError(llvm::toString(options.takeError()));
    return 1;
  }
  if (!options->tuneWorker.empty())
    return tilec::tune::serveTuner(options->tuneWorker);
  if (options->help || options->helpAll || options->version || options->clangFlags || options->listArchitectures) {
    llvm::Error error = options->clangFlags          ? printClangFlags(*options)
                        : options->listArchitectures ? writeFile("-", architecturesText())
                        : options->version           ? writeFile("-", versionText())
                                                     : writeFile("-", helpText(options->helpAll));
    if (!error)
      return 0;
    printError(llvm::toString(std::move(error)));
    return 1;
  }
  return runJobs(std::move(*options)) ? 0 : 1;
}
