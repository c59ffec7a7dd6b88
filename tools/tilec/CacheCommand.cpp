// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/CacheCommand.h"
#include "tools/tilec/CommandLine.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"

#include "compiler/Cache/CacheFolder.h"
#include "tilec/CodeCache.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

llvm::Error problem(const llvm::Twine &text) {
  return llvm::createStringError(text);
}

/// The files of one kind of things.
struct Kept {
  std::vector<std::string> files;
  uint64_t bytes = 0;
};

Kept filesIn(const std::string &folder) {
  Kept kept;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end; entry != end && !error; entry.increment(error)) {
    llvm::sys::fs::file_status status;
    if (llvm::sys::fs::status(entry->path(), status, /*follow=*/false) || !llvm::sys::fs::is_regular_file(status))
      continue;
    kept.files.push_back(entry->path());
    kept.bytes += status.getSize();
  }
  return kept;
}

llvm::Expected<std::string> folderOf(StringRef kind) {
  std::string folder = cache::folderFor(kind);
  if (folder.empty())
    return problem("there is no place for a cache: neither TILEC_CACHE_DIR nor XDG_CACHE_HOME nor HOME is set");
  return folder;
}

/// What the folders hold; what counts are entries, not the files beside them.
llvm::Error printStatistics() {
  std::string text;
  for (auto [kind, prefix, what] : {std::tuple("code", "llvmcache-", "compiled sources"),
                                    std::tuple("headers", "", "files of precompiled headers")}) {
    auto folder = folderOf(kind);
    if (!folder)
      return folder.takeError();
    Kept kept = filesIn(*folder);
    size_t count = llvm::count_if(kept.files, [prefix = StringRef(prefix)](const std::string &path) {
      StringRef name = llvm::sys::path::filename(path);
      return name.starts_with(prefix) && name != "llvmcache-timestamp";
    });
    text += llvm::formatv("{0}: {1} {2}, {3:F1} MB\n", *folder, count, what, double(kept.bytes) / 1e6).str();
  }
  return writeFile("-", text);
}

llvm::Error clear() {
  for (StringRef kind : {"code", "headers"}) {
    auto folder = folderOf(kind);
    if (!folder)
      return folder.takeError();
    for (const std::string &path : filesIn(*folder).files)
      if (std::error_code error = llvm::sys::fs::remove(path))
        return problem("cannot remove '" + path + "': " + error.message());
  }
  return llvm::Error::success();
}

/// One line of the list: what follows `tilec` on a command line.
llvm::Error warmLine(StringRef line) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver strings(allocator);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(line, strings, words);
  auto options = parseOptions(words);
  if (!options)
    return options.takeError();
  std::vector<std::string> architectures = options->architectures;
  if (architectures.empty())
    architectures = {options->compile.architecture};
  for (const std::string &input : options->inputs) {
    auto source = readSource(input);
    if (!source)
      return source.takeError();
    for (const std::string &architecture : architectures) {
      CompileOptions compile = options->compile;
      compile.architecture = architecture;
      CompiledCode code = CodeCache().compile(*source, compile);
      std::string rendered;
      for (const Diagnostic &diagnostic : code.diagnostics)
        if (diagnostic.severity != Diagnostic::Severity::Remark)
          rendered += diagnostic.rendered;
      llvm::errs() << rendered;
      if (!code.succeeded())
        return problem("'" + input + "' does not compile");
      if (llvm::Error error = writeFile("-", input + " for " + architecture + ": " +
                                                 (code.fromCache ? "in the cache" : "compiled") + "\n"))
        return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error warm(const std::string &list) {
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(list);
  if (!text)
    return problem("cannot read '" + list + "': " + text.getError().message());
  llvm::SmallVector<StringRef> lines;
  (*text)->getBuffer().split(lines, '\n');
  for (auto [index, line] : llvm::enumerate(lines)) {
    if (line.trim().empty() || line.ltrim().starts_with("#"))
      continue;
    if (llvm::Error error = warmLine(line))
      return problem(list + ":" + llvm::Twine(index + 1) + ": " + llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}

llvm::Error run(llvm::ArrayRef<const char *> arguments) {
  StringRef what = arguments.empty() ? "" : arguments[0];
  if (what == "--stats" && arguments.size() == 1)
    return printStatistics();
  if (what == "--clear" && arguments.size() == 1)
    return clear();
  if (what == "--warm" && arguments.size() == 2)
    return warm(arguments[1]);
  if (what.consume_front("--warm=") && arguments.size() == 1)
    return warm(what.str());
  std::string got;
  for (const char *argument : arguments)
    got += (got.empty() ? "" : " ") + std::string(argument);
  return problem("expected 'tilec cache' with --stats, --clear or --warm LIST, got '" + got + "'");
}

} // namespace

bool tool::runCacheCommand(llvm::ArrayRef<const char *> arguments) {
  return reportError(run(arguments));
}
