// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/HostModule.h"

#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Mode.h"
#include "runtime/TileCompiler.h"
#include "tilec/Error.h"

#include <cstdlib>

namespace tilec::program::host {

namespace {

/// What a launch's failure is to the program.
cudaError_t errorOf(int code) {
  switch (code) {
  case runtime::kHostAssert:
    return cudaErrorAssert;
  case runtime::kHostAccess:
    return cudaErrorIllegalAddress;
  default:
    return cudaErrorLaunchFailure;
  }
}

/// Lines of what went wrong, one after the other.
void sayLines(const std::string &text) {
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    say(text.substr(start, end - start));
    start = end + 1;
  }
}

} // namespace

bool isChecking() {
  static const bool value = [] {
    std::string text = environment("TILEC_CHECK");
    return !text.empty() && text != "0";
  }();
  return value;
}

unsigned threads() {
  return unsigned(std::strtoul(environment("TILEC_THREADS").c_str(), nullptr, 10));
}

HostModule::~HostModule() {
  if (compilation)
    compiler->compilationDestroy(compilation);
}

cudaError_t HostModule::load() {
  std::lock_guard lock(mutex);
  if (!isTried)
    problem = compile();
  isTried = true;
  return problem;
}

cudaError_t HostModule::compile() {
  if (!description.tileModule || !description.tileModuleBytes) {
    say("this program was compiled without what its tile kernels need on the CPU");
    return cudaErrorNotSupported;
  }
  auto opened = runtime::openTileCompiler(&__tilecLibraryPath && __tilecLibraryPath ? __tilecLibraryPath : "");
  if (!opened) {
    static const bool isSaid = (say(opened.error().text), true); // once
    (void)isSaid;
    return cudaErrorJitCompilerNotFound;
  }
  compiler = *opened;
  TilecCompileOptions options;
  compiler->compileOptionsInit(&options, sizeof(options));
  bool isFast = description.arithmetic & TILEC_PROGRAM_FAST_MATH;
  options.flushSubnormals = isFast || (description.arithmetic & TILEC_PROGRAM_FLUSH_SUBNORMALS);
  options.preciseDivision = !isFast && !(description.arithmetic & TILEC_PROGRAM_APPROXIMATE_DIVISION);
  options.preciseSqrt = !isFast && !(description.arithmetic & TILEC_PROGRAM_APPROXIMATE_SQRT);
  options.fastMath = isFast;
  compilation = compiler->compilationFromTile(description.tileModule, description.tileModuleBytes, &options);
  if (!compiler->compilationSucceeded(compilation)) {
    for (size_t i = 0; i < compiler->diagnosticCount(compilation); ++i)
      say(compiler->diagnostic(compilation, i).message);
    return cudaErrorInvalidKernelImage;
  }
  return cudaSuccess;
}

cudaError_t HostModule::parameterBytes(const std::string &symbol, std::vector<size_t> &bytes) {
  if (cudaError_t error = load())
    return error;
  std::lock_guard lock(mutex);
  size_t count = 0;
  if (!compiler->parameters(compilation, symbol.c_str(), nullptr, 0, &count))
    return cudaErrorInvalidDeviceFunction;
  bytes.resize(count);
  compiler->parameters(compilation, symbol.c_str(), bytes.data(), count, &count);
  return cudaSuccess;
}

cudaError_t HostModule::launch(const std::string &symbol, dim3 grid, const std::vector<void *> &arguments) {
  if (cudaError_t error = load())
    return error;
  std::vector<std::string> names;
  std::vector<TilecHostMemory> memory;
  if (isChecking()) {
    std::vector<Allocation> all = allocations();
    std::erase_if(all, [](const Allocation &one) { return one.kind == MemoryKind::Variable; }); // known to it
    for (const Allocation &one : all)
      names.push_back(one.name());
    for (size_t i = 0; i < all.size(); ++i)
      memory.push_back({reinterpret_cast<const void *>(all[i].base), all[i].bytes, names[i].c_str()});
    static const char nothing = 0; // without any memory, accesses are not checked
    if (memory.empty())
      memory.push_back({&nothing, 1, "no memory"});
  }
  TilecHostOptions options = TILEC_HOST_DEFAULTS;
  options.threads = threads();
  options.check = isChecking();
  options.memory = memory.data();
  options.memoryCount = memory.size();
  std::lock_guard lock(mutex); // a compilation belongs to one thread at a time
  TilecError error = compiler->launchOnHost(compilation, symbol.c_str(), grid.x, grid.y, grid.z, arguments.data(),
                                            arguments.size(), &options);
  if (!error)
    return cudaSuccess;
  sayLines(compiler->errorText(error));
  int code = compiler->errorCode(error);
  compiler->errorDestroy(error);
  return errorOf(code);
}

cudaError_t HostModule::variable(const std::string &symbol, void **address, size_t *bytes) {
  if (cudaError_t error = load())
    return error;
  std::lock_guard lock(mutex);
  if (!compiler->hostVariable(compilation, symbol.c_str(), isChecking(), address, bytes))
    return cudaErrorInvalidSymbol;
  return cudaSuccess;
}

void HostModule::reset() {
  std::lock_guard lock(mutex);
  if (compilation)
    compiler->resetHostVariables(compilation);
}

} // namespace tilec::program::host
