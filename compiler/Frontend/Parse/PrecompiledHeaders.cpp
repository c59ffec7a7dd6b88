// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrecompiledHeaders.cpp - preambles kept between compilations -----------===//
#include "compiler/Frontend/Parse/PrecompiledHeaders.h"
#include "compiler/Cache/CacheFolder.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "compiler/Frontend/Parse/SkippedBodies.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace tilec;
using namespace tilec::frontend;

namespace {
using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// Does the argument depend on the working directory?
bool isRelativeFolder(llvm::StringRef argument) {
  return (argument.consume_front("-I") || argument.consume_front("-isystem")) && !argument.starts_with("/");
}

/// All that decides what the preamble means, apart from files of the machine.
std::string keyOf(const std::vector<std::string> &arguments, const Preamble &preamble, llvm::vfs::FileSystem &files) {
  static const uint64_t headers = [] {
    std::string all;
    for (const EmbeddedHeader &header : embeddedHeaders())
      all += header.path.str() + header.text.str();
    return llvm::xxh3_64bits(all);
  }();
  std::string text = clang::getClangFullVersion() + llvm::utohexstr(headers) + preamble.headers;
  for (const std::string &argument : arguments)
    text += '\0' + argument;
  // What is predeclared asks whether there are libraries of C and C++, which may be installed later.
  for (const char *library : {"/usr/include/stdlib.h", "/usr/include/c++"})
    text += files.exists(library) ? '+' : '-';
  if (auto folder = files.getCurrentWorkingDirectory(); folder && llvm::any_of(arguments, isRelativeFolder))
    text += '\0' + *folder;
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, 16) + llvm::utohexstr(hash.low64, /*LowerCase=*/true, 16);
}

/// "size time path", or empty if there is no such file.
std::string describe(llvm::StringRef path, llvm::vfs::FileSystem &files) {
  auto status = files.status(path);
  if (!status)
    return {};
  return llvm::formatv("{0} {1} {2}", status->getSize(), status->getLastModificationTime().time_since_epoch().count(),
                       path);
}

/// Are the files that went into a precompiled form as they were?
bool isUpToDate(const std::string &listPath, llvm::vfs::FileSystem &files) {
  auto list = llvm::MemoryBuffer::getFile(listPath);
  if (!list)
    return false;
  llvm::SmallVector<llvm::StringRef> lines;
  (*list)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  return llvm::all_of(lines, [&](llvm::StringRef line) {
    llvm::StringRef path = line.split(' ').second.split(' ').second;
    return describe(path, files) == line;
  });
}

class AllDependencies : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override {
    return true;
  }
};

void writeList(const std::string &path, llvm::ArrayRef<std::string> dependencies, llvm::vfs::FileSystem &files) {
  int descriptor;
  llvm::SmallString<128> temporary;
  if (llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%", descriptor, temporary))
    return;
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  for (const std::string &dependency : dependencies)
    if (!llvm::StringRef(dependency).starts_with(embeddedRoot))
      stream << describe(dependency, files) << '\n';
  stream.close();
  if (llvm::sys::fs::rename(temporary, path))
    llvm::sys::fs::remove(temporary);
}

/// Leaves bodies out, and what Clang would load from the precompiled form when each source ends, a third of the time of
/// a small one: functions that it searches for CUDA errors, and names of files that nothing uses.
class Shortener : public clang::SemaConsumer {
public:
  explicit Shortener(const clang::SourceManager &sources) : sources(sources) {}

  void InitializeSema(clang::Sema &sema) override {
    this->sema = &sema;
  }
  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    return skipsBody(declaration, sources);
  }
  void HandleTranslationUnit(clang::ASTContext &) override {
    sema->DeclsToCheckForDeferredDiags.clear();
    sema->UnusedFileScopedDecls.erase(sema->UnusedFileScopedDecls.begin(nullptr, /*LocalOnly=*/true),
                                      sema->UnusedFileScopedDecls.end());
  }

private:
  const clang::SourceManager &sources;
  clang::Sema *sema = nullptr;
};

/// Reads and keeps what a compilation reads.
class PrecompileAction : public clang::GeneratePCHAction {
public:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::ASTConsumer> writer = GeneratePCHAction::CreateASTConsumer(instance, file);
    if (!writer)
      return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<Shortener>(instance.getSourceManager())); // before the writer
    consumers.push_back(std::move(writer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
};

/// Writes the precompiled form and its list. False if the preamble has errors or the folder cannot be written.
bool precompile(const FrontendOptions &options, const Preamble &preamble, Files files, const std::string &path) {
  clang::IgnoringDiagConsumer silent;
  std::string source = (embeddedRoot + "/" + preambleFile).str();
  auto invocation = makeInvocation(options, {preamble, InvocationPurpose::Precompile, {}}, source, files, silent);
  if (!invocation)
    return false;
  invocation->getFrontendOpts().OutputFile = path;
  invocation->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;

  clang::CompilerInstance instance(std::move(invocation));
  instance.setVirtualFileSystem(files);
  instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  instance.createDiagnostics(&silent, /*ShouldOwnClient=*/false);
  auto dependencies = std::make_shared<AllDependencies>();
  instance.addDependencyCollector(dependencies);
  PrecompileAction action;
  if (!instance.ExecuteAction(action) || instance.getDiagnostics().hasErrorOccurred())
    return false;
  // The form itself is among them, so that a damaged one is made again.
  std::vector<std::string> parts = dependencies->getDependencies().vec();
  parts.push_back(path);
  writeList(path + ".files", parts, *files);
  return true;
}

/// A precompiled form, and when it was last used, which the time of its list of files says.
struct Form {
  llvm::sys::TimePoint<> used;
  std::string path;
  uint64_t bytes;
};

std::vector<Form> formsIn(const std::string &folder) {
  std::vector<Form> forms;
  std::error_code failure;
  for (llvm::sys::fs::directory_iterator entry(folder, failure), end; entry != end && !failure;
       entry.increment(failure)) {
    llvm::sys::fs::file_status form, list;
    if (llvm::StringRef(entry->path()).ends_with(".pch") && !llvm::sys::fs::status(entry->path(), form) &&
        !llvm::sys::fs::status(entry->path() + ".files", list))
      forms.push_back({list.getLastModificationTime(), entry->path(), form.getSize()});
  }
  return forms;
}

/// Drops the forms not used for longest until the rest fits, but none that another process may be about to load.
void prune(const std::string &folder, uint64_t limit) {
  constexpr auto inUse = std::chrono::minutes(1);
  std::vector<Form> forms = formsIn(folder);
  llvm::sort(forms, [](const Form &a, const Form &b) { return a.used < b.used; });
  uint64_t bytes = 0;
  for (const Form &form : forms)
    bytes += form.bytes;
  for (const Form &form : forms) {
    if (bytes <= limit || form.used + inUse > std::chrono::system_clock::now())
      return;
    for (const char *suffix : {".files", ""})
      llvm::sys::fs::remove(form.path + suffix);
    bytes -= form.bytes;
  }
}
} // namespace

std::string tilec::frontend::precompiledPreamble(const FrontendOptions &options, const Preamble &preamble,
                                                 Files files) {
  std::string folder = cache::folderFor("headers");
  if (folder.empty() || llvm::sys::fs::create_directories(folder))
    return {};
  InvocationPlan plan{preamble, InvocationPurpose::Precompile, {}};
  std::string key = keyOf(makeArguments(options, plan, preambleFile, *files), preamble, *files);
  std::string path = folder + "/" + key + ".pch";
  if (llvm::sys::fs::exists(path) && isUpToDate(path + ".files", *files)) {
    cache::markUsed(path + ".files");
    return path;
  }
  if (!precompile(options, preamble, files, path))
    return {};
  prune(folder, options.precompiledBytes);
  return path;
}
