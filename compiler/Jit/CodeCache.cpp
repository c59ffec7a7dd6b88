// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An entry's name is a hash of everything given: compiler, source, options, environment. What is found (headers on
/// disk) stands inside, as the compilation's file system recorded it, and is compared before the entry is believed.
#include "tilec/CodeCache.h"

#include "compiler/Cache/CacheEntry.h"
#include "compiler/Cache/CacheFolder.h"
#include "compiler/Codegen/Libdevice.h"
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "compiler/Jit/CompilationState.h"
#include "runtime/FileLock.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

using namespace tilec;
using namespace tilec::jit;

namespace {

/// What LLVM's pruning looks for.
constexpr llvm::StringLiteral kPrefix = "llvmcache-";

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// A hash of a file that is part of the compiler.
std::string identityOf(const std::string &path) {
  auto content = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return content ? hashOf((*content)->getBuffer()) : "";
}

/// The identity that the linker gave to the program or library that this code is in; empty without one.
std::string buildIdentity() {
  std::string identity;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *result) {
        auto here = reinterpret_cast<uintptr_t>(&version);
        llvm::ArrayRef<ElfW(Phdr)> headers(info->dlpi_phdr, info->dlpi_phnum);
        bool isOurs = llvm::any_of(headers, [&](const ElfW(Phdr) & header) {
          uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          return header.p_type == PT_LOAD && here >= begin && here < begin + header.p_memsz;
        });
        for (const ElfW(Phdr) &header : headers)
          if (isOurs && header.p_type == PT_NOTE)
            static_cast<std::string *>(result)->append(reinterpret_cast<const char *>(info->dlpi_addr + header.p_vaddr),
                                                       header.p_memsz);
        return isOurs ? 1 : 0;
      },
      &identity);
  return identity;
}

/// The version, and the program or library that this code is in: two builds of one version are not the same, and copies
/// of one are.
const std::string &compilerIdentity() {
  static const std::string identity = [] {
    std::string build = buildIdentity();
    if (build.find("GNU") != std::string::npos)
      return version() + build;
    Dl_info info = {};
    dladdr(reinterpret_cast<const void *>(&version), &info);
    return version() + identityOf(info.dli_fname ? info.dli_fname : "");
  }();
  return identity;
}

/// Takes things one after the other; lengths keep them apart.
class KeyText {
public:
  void add(llvm::StringRef part) {
    text += std::to_string(part.size()) + ':' + part.str();
  }
  void add(uint64_t number) {
    add(std::to_string(number));
  }
  void add(const std::vector<std::string> &list) {
    add(list.size());
    for (const std::string &part : list)
      add(part);
  }
  void add(const std::vector<SourceFile> &list) {
    add(list.size());
    for (const SourceFile &file : list)
      add(file.name), add(file.text);
  }
  std::string hash() const {
    return hashOf(text);
  }

private:
  std::string text;
};

void addOptions(KeyText &key, const CompileOptions &options) {
  // Names every member: a new one does not compile until it is here too.
  const auto &[architecture, arguments, headers, nameExpressions, relaxedConstexpr, contractFma, flushSubnormals,
               preciseDivision, preciseSqrt, fastMath, fastAccumulation, splitMmas, bounds, precompileHeaders,
               optimizationLevel, maxVariants, pipelineLoops, pipelineStages, specializeWarps, tensorMaps, persistent,
               skewMmas, pipelineBlocks, overlapEpilogue, multicast, warpgroupPingPong, pingPong, scheduleMmas,
               startMmasEarly, withoutHints, hintsEverywhere, maxRegisters, compilesHostCode, restrictPointers,
               lineInfo, remarks, assemblerVerbose, timePasses, ptxasArguments, cudaPath, colors] = options;
  (void)precompileHeaders, (void)timePasses; // change nothing
  key.add(architecture);
  key.add(arguments);
  key.add(headers);
  key.add(nameExpressions);
  for (bool flag :
       {relaxedConstexpr,  contractFma,  flushSubnormals,  preciseDivision, preciseSqrt,      fastMath,
        fastAccumulation,  splitMmas,    skewMmas,         pipelineBlocks,  overlapEpilogue,  multicast,
        warpgroupPingPong, scheduleMmas, startMmasEarly,   withoutHints,    compilesHostCode, restrictPointers,
        lineInfo,          remarks,      assemblerVerbose, colors})
    key.add(flag);
  key.add(unsigned(bounds));
  key.add(optimizationLevel);
  key.add(maxVariants);
  key.add(maxRegisters);
  key.add(unsigned(pipelineLoops));
  key.add(pipelineStages);
  key.add(unsigned(specializeWarps));
  key.add(unsigned(tensorMaps));
  key.add(unsigned(persistent));
  key.add(unsigned(pingPong));
  key.add(hintsEverywhere);
  key.add(ptxasArguments);
  key.add(cudaPath);
}

} // namespace

std::string jit::hashOfOptions(const CompileOptions &options) {
  KeyText key;
  addOptions(key, options);
  return key.hash();
}

namespace {

std::string keyOf(const SourceFile &source, const CompileOptions &options, Stage stage) {
  KeyText key;
  key.add(compilerIdentity());
  key.add(identityOf(codegen::findLibdevice()));
  if (stage == Stage::Cubin)
    key.add(identityOf(codegen::findToolkitProgram("ptxas")));
  key.add(unsigned(stage));
  key.add(source.name);
  key.add(source.text);
  addOptions(key, options);
  for (const char *name : {"CUDA_PATH", "CUDA_HOME", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    key.add(environment(name));
  llvm::SmallString<256> folder;
  llvm::sys::fs::current_path(folder);
  key.add(folder);
  return key.hash();
}

/// Precompiled headers come and go; what went into them is recorded itself.
bool isPartOfKey(llvm::StringRef path) {
  return !path.ends_with(".pch");
}

/// The states of everything looked for; nothing if a file changed since `start` (the compilation may have seen either
/// form) or cannot be read.
std::optional<std::vector<FileState>> statesOf(const std::map<std::string, bool> &lookups,
                                               llvm::sys::TimePoint<> start) {
  std::vector<FileState> states;
  for (const auto &[path, found] : lookups) {
    if (!isPartOfKey(path))
      continue;
    std::optional<FileState> state = FileState::read(path);
    if (!state || state->exists != found || state->time >= start.time_since_epoch().count())
      return std::nullopt;
    states.push_back(std::move(*state));
  }
  return states;
}

std::optional<CompiledCode> load(const std::string &path) {
  auto bytes = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes)
    return std::nullopt;
  std::optional<CacheEntry> entry = CacheEntry::parse((*bytes)->getBuffer());
  if (!entry || !llvm::all_of(entry->files, [](const FileState &file) { return file.isUnchanged(); }))
    return std::nullopt;
  entry->code.fromCache = true;
  return std::move(entry->code);
}

/// Whole or not at all: another process may be reading.
void store(const std::string &path, const CacheEntry &entry) {
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    out << entry.serialize();
    return llvm::Error::success();
  });
  llvm::consumeError(std::move(error));
}

void prune(const std::string &folder, uint64_t maxBytes) {
  llvm::CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0);
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizePercentageOfAvailableSpace = 0;
  policy.MaxSizeBytes = maxBytes;
  llvm::pruneCache(folder, policy);
}

} // namespace

CodeCache::CodeCache(Options given) : options(std::move(given)) {
  if (options.folder.empty())
    options.folder = cache::folderFor("code");
}

CompiledCode CodeCache::compile(const SourceFile &source, const CompileOptions &compileOptions, Stage stage) const {
  bool usable = !options.folder.empty() && !llvm::sys::fs::create_directories(options.folder);
  std::string path = options.folder + "/" + kPrefix.str() + (usable ? keyOf(source, compileOptions, stage) : "");
  if (usable)
    if (std::optional<CompiledCode> known = load(path)) {
      cache::markUsed(path);
      return std::move(*known);
    }
  // Of several processes that want it at once, one compiles, and the others take what it keeps.
  std::optional<FileLock> lock;
  if (usable) {
    lock.emplace(options.folder + "/locks", path);
    if (std::optional<CompiledCode> known = load(path))
      return std::move(*known);
  }
  llvm::sys::TimePoint<> start = std::chrono::system_clock::now();
  Compilation compilation = Compilation::start(source, compileOptions);
  CacheEntry entry;
  entry.code.image = compilation.emit(stage).value_or("");
  entry.code.diagnostics = compilation.diagnostics();
  entry.code.loweredNames = compilation.state->loweredNames;
  if (!usable || !entry.code.succeeded())
    return std::move(entry.code);
  if (auto files = statesOf(compilation.state->disk->lookups(), start)) {
    entry.files = std::move(*files);
    store(path, entry);
    prune(options.folder, options.maxBytes);
  }
  return std::move(entry.code);
}
