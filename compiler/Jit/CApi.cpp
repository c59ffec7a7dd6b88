// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The compiler's C API.
#include "compiler/Jit/CApiOptions.h"
#include "compiler/Jit/OptionTable.h"
#include "runtime/CApiTypes.h"
#include "tilec-c/Compiler.h"
#include "tilec/CodeCache.h"
#include "tilec/Compiler.h"

#include <algorithm>
#include <deque>

using namespace tilec;

struct TilecCompilationImpl {
  Compilation value;
  std::string emitted, manifest;
  std::deque<std::string> names; ///< handed out by tilecCompilationLoweredName
};

struct TilecCodeImpl {
  CompiledCode value;
};

struct TilecNamedOptionsImpl {
  std::vector<std::pair<std::string, std::string>> values;
};

static TilecCompileOptions defaults() {
  CompileOptions cpp;
  TilecCompileOptions options = {};
  options.size = sizeof(options);
  options.architecture = "sm_90a";
  options.contractFma = options.preciseDivision = options.preciseSqrt = true;
  options.optimizationLevel = cpp.optimizationLevel;
  options.maxVariants = cpp.maxVariants;
  return options;
}

CompileOptions tilec::compileOptionsFromC(const TilecCompileOptions *given) {
  CompileOptions options;
  if (!given)
    return options;
  TilecCompileOptions c = runtime::known(*given, given->size ? defaults() : TilecCompileOptions());
  options.architecture = c.architecture ? c.architecture : ""; // which is refused
  options.arguments.assign(c.arguments, c.arguments + c.argumentCount);
  for (size_t i = 0; i < c.headerCount; ++i)
    options.headers.push_back({c.headers[i].name, c.headers[i].text});
  options.nameExpressions.assign(c.nameExpressions, c.nameExpressions + c.nameExpressionCount);
  options.relaxedConstexpr = c.relaxedConstexpr;
  options.contractFma = c.contractFma;
  options.flushSubnormals = c.flushSubnormals;
  options.preciseDivision = c.preciseDivision;
  options.preciseSqrt = c.preciseSqrt;
  options.fastMath = c.fastMath;
  options.fastAccumulation = c.fastAccumulation;
  options.lineInfo = c.lineInfo;
  options.remarks = c.remarks;
  options.optimizationLevel = c.optimizationLevel;
  options.maxVariants = c.maxVariants;
  options.bounds = Bounds(c.bounds);
  if (c.named)
    for (const auto &[name, value] : c.named->values)
      setCompileOption(options, name, value); // which tilecCompileOptionsSet has tried
  return options;
}

void tilecCompileOptionsInit(TilecCompileOptions *options, size_t size) {
  TilecCompileOptions all = defaults();
  std::memset(options, 0, size);
  std::memcpy(options, &all, std::min(size, sizeof(all)));
  options->size = size;
}

TilecError tilecCompileOptionsSet(TilecCompileOptions *options, const char *name, const char *value) {
  CompileOptions scratch;
  std::string error = setCompileOption(scratch, name, value);
  if (!error.empty())
    return runtime::toC(runtime::Error{"tilecCompileOptionsSet", runtime::kBadOption, "kBadOption", error});
  if (!options->named)
    options->named = new TilecNamedOptionsImpl();
  options->named->values.emplace_back(name, value);
  return nullptr;
}

void tilecCompileOptionsClear(TilecCompileOptions *options) {
  delete options->named;
  options->named = nullptr;
}

const char *tilecVersion(void) {
  return version();
}

TilecCompilation tilecCompile(const TilecSourceFile *source, const TilecCompileOptions *options) {
  return new TilecCompilationImpl{Compilation::start({source->name, source->text}, compileOptionsFromC(options)), {}, {}, {}};
}

TilecCompilation tilecCompilationFromTile(const char *module, size_t bytes, const TilecCompileOptions *options) {
  return new TilecCompilationImpl{Compilation::startTile({module, bytes}, compileOptionsFromC(options)), {}, {}, {}};
}

/// Whether the process ends: destructors of what is static have begun, LLVM's among them.
static bool isEnding = false;
static struct EndOfProcess {
  ~EndOfProcess() {
    isEnding = true;
  }
} endOfProcess;

void tilecCompilationDestroy(TilecCompilation compilation) {
  if (!isEnding)
    delete compilation;
}

bool tilecCompilationSucceeded(TilecCompilation compilation) {
  return compilation->value.succeeded();
}

size_t tilecCompilationDiagnosticCount(TilecCompilation compilation) {
  return compilation->value.diagnostics().size();
}

static TilecDiagnostic toC(const Diagnostic &d) {
  return {TilecSeverity(d.severity), d.file.c_str(),    d.line, d.column, d.message.c_str(),
          d.option.c_str(),          d.rendered.c_str()};
}

TilecDiagnostic tilecCompilationDiagnostic(TilecCompilation compilation, size_t index) {
  return toC(compilation->value.diagnostics()[index]);
}

bool tilecCompilationEmit(TilecCompilation compilation, TilecStage stage, const char **data, size_t *bytes) {
  std::optional<std::string> text = compilation->value.emit(Stage(stage));
  if (!text)
    return false;
  compilation->emitted = std::move(*text);
  *data = compilation->emitted.c_str();
  *bytes = compilation->emitted.size();
  return true;
}

const char *tilecCompilationManifest(TilecCompilation compilation) {
  compilation->manifest = manifest::toJson(compilation->value.manifest());
  return compilation->manifest.c_str();
}

const char *tilecCompilationLoweredName(TilecCompilation compilation, const char *nameExpression) {
  std::optional<std::string> name = compilation->value.loweredName(nameExpression);
  if (!name)
    return nullptr;
  for (const std::string &known : compilation->names)
    if (known == *name)
      return known.c_str();
  return compilation->names.emplace_back(std::move(*name)).c_str();
}

bool tilecCompilationParameters(TilecCompilation compilation, const char *symbol, size_t *bytes, size_t room,
                                size_t *count) {
  const manifest::Kernel *kernel = compilation->value.manifest().find(symbol);
  if (!kernel)
    return false;
  *count = kernel->parameters.size();
  for (size_t i = 0; i < std::min(room, *count); ++i)
    bytes[i] = kernel->parameters[i].size;
  return true;
}

/// Runs by `launch`, which takes the options and where printed text goes.
template <typename Launch> static TilecError runOnHost(const TilecHostOptions *given, Launch launch) {
  TilecHostOptions c =
      given ? runtime::known<TilecHostOptions>(*given, TILEC_HOST_DEFAULTS) : TilecHostOptions TILEC_HOST_DEFAULTS;
  HostOptions options;
  options.threads = c.threads;
  options.check = c.check;
  for (size_t i = 0; i < c.memoryCount; ++i)
    options.memory.push_back({c.memory[i].data, c.memory[i].bytes, c.memory[i].name ? c.memory[i].name : ""});
  std::string output;
  runtime::Status status = launch(options, c.print ? &output : nullptr);
  if (!output.empty())
    c.print(c.printData, output.data(), output.size());
  return runtime::toC(status);
}

TilecError tilecCompilationRunOnHost(TilecCompilation compilation, const char *kernel, uint32_t gridX, uint32_t gridY,
                                     uint32_t gridZ, const TilecArgument *arguments, size_t count,
                                     const TilecHostOptions *options) {
  runtime::ArgumentList list;
  if (runtime::Status status = list.add(arguments, count); !status)
    return runtime::toC(status);
  return runOnHost(options, [&](const HostOptions &host, std::string *output) {
    return compilation->value.runOnHost(kernel, {gridX, gridY, gridZ}, list.all(), host, output);
  });
}

TilecError tilecCompilationLaunchOnHost(TilecCompilation compilation, const char *kernel, uint32_t gridX,
                                        uint32_t gridY, uint32_t gridZ, void *const *arguments, size_t count,
                                        const TilecHostOptions *options) {
  return runOnHost(options, [&](const HostOptions &host, std::string *output) {
    return compilation->value.launchOnHost(kernel, {gridX, gridY, gridZ}, std::span(arguments, count), host, output);
  });
}

bool tilecCompilationHostVariable(TilecCompilation compilation, const char *symbol, bool check, void **address,
                                  size_t *bytes) {
  *address = compilation->value.hostVariable(symbol, check, bytes);
  return *address;
}

void tilecCompilationResetHostVariables(TilecCompilation compilation) {
  compilation->value.resetHostVariables();
}

TilecCode tilecCompileCached(const TilecSourceFile *source, const TilecCompileOptions *options, TilecStage stage,
                             const char *folder) {
  CodeCache::Options cache;
  if (folder)
    cache.folder = folder;
  return new TilecCodeImpl{CodeCache(cache).compile({source->name, source->text}, compileOptionsFromC(options), Stage(stage))};
}

void tilecCodeDestroy(TilecCode code) {
  delete code;
}

bool tilecCodeImage(TilecCode code, const char **data, size_t *bytes) {
  if (!code->value.succeeded())
    return false;
  *data = code->value.image.c_str();
  *bytes = code->value.image.size();
  return true;
}

bool tilecCodeFromCache(TilecCode code) {
  return code->value.fromCache;
}

size_t tilecCodeDiagnosticCount(TilecCode code) {
  return code->value.diagnostics.size();
}

TilecDiagnostic tilecCodeDiagnostic(TilecCode code, size_t index) {
  return toC(code->value.diagnostics[index]);
}

const char *tilecCodeLoweredName(TilecCode code, const char *nameExpression) {
  auto found = code->value.loweredNames.find(nameExpression);
  return found == code->value.loweredNames.end() ? nullptr : found->second.c_str();
}
