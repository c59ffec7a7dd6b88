// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels that were compiled ahead of time: on a GPU their image is loaded once per context, on the CPU their form of
/// the `tile` dialect is compiled once per process.
#include "runtime/CApiTypes.h"
#include "runtime/TileCompiler.h"
#include "tilec/Runtime.h"

#include <cstdlib>
#include <map>
#include <mutex>

using namespace tilec::runtime;

namespace {

/// Where kernels run, decided at the first call.
struct Place {
  bool onHost = false;
  Status problem;
};

Place decide() {
  const char *variable = std::getenv("TILEC_RUN");
  std::string wanted = variable && *variable ? variable : "auto";
  if (wanted == "cpu")
    return {true, {}};
  if (wanted != "gpu" && wanted != "auto")
    return {false,
            Error{"TILEC_RUN", kBadOption, "kBadOption", "expected TILEC_RUN=cpu, gpu or auto, got '" + wanted + "'"}};
  auto driver = Driver::load();
  auto count = driver ? driver->deviceCount() : Expected<int>(driver.error());
  if (count && *count > 0)
    return {false, {}};
  Error none = count ? Error{"Driver::device", kNoDevice, "kNoDevice", "the driver has no device"} : count.error();
  return wanted == "auto" ? Place{true, {}} : Place{false, none};
}

const Place &place() {
  static const Place decided = decide();
  return decided;
}

/// A module on the CPU; its compilation belongs to one thread at a time.
struct HostForm {
  std::mutex mutex;
  const TileCompiler *compiler = nullptr;
  TilecCompilation compilation = nullptr;
};

/// What has been made of the process's modules. Lives as long as the process, as modules do.
struct Forms {
  std::mutex mutex;
  std::map<const TilecEmbeddedModule *, HostForm> host;
  std::map<std::tuple<const TilecEmbeddedModule *, void *, std::string>, Kernel> kernels; ///< by context and symbol
  std::map<std::pair<const TilecEmbeddedModule *, void *>, Module> modules;
  std::map<void *, Context> contexts;
};

Forms &forms() {
  static Forms &all = *new Forms;
  return all;
}

Status compile(const TilecEmbeddedModule &module, HostForm &form) {
  auto compiler = openTileCompiler("");
  if (!compiler)
    return compiler.error();
  TilecCompileOptions options;
  (*compiler)->compileOptionsInit(&options, sizeof(options));
  options.flushSubnormals = module.flushSubnormals;
  options.preciseDivision = !module.approximateDivision;
  options.preciseSqrt = !module.approximateSqrt;
  options.fastMath = module.fastMath;
  TilecCompilation made = (*compiler)->compilationFromTile(module.tileModule, module.tileModuleBytes, &options);
  if (!(*compiler)->compilationSucceeded(made)) {
    std::string text = std::string("the kernels of ") + module.name + " were made by another version of tilec";
    for (size_t i = 0; i < (*compiler)->diagnosticCount(made); ++i)
      text += std::string("\n") + (*compiler)->diagnostic(made, i).message;
    (*compiler)->compilationDestroy(made);
    return Error{"tilecEmbeddedLaunch", kBadImage, "kBadImage", text};
  }
  form.compiler = *compiler;
  form.compilation = made;
  return {};
}

Status launchOnHost(const TilecEmbeddedModule &module, const char *symbol, Dim3 grid, void *const *arguments,
                    size_t count) {
  HostForm *form;
  {
    std::lock_guard lock(forms().mutex);
    form = &forms().host[&module];
  }
  std::lock_guard lock(form->mutex);
  if (!form->compilation)
    if (Status status = compile(module, *form); !status)
      return status;
  const TileCompiler &compiler = *form->compiler;
  TilecError error =
      compiler.launchOnHost(form->compilation, symbol, grid.x, grid.y, grid.z, arguments, count, nullptr);
  if (!error)
    return {};
  // The library's handle is read by its own functions alone.
  Error copy{symbol, compiler.errorCode(error), compiler.errorName(error), compiler.errorText(error)};
  compiler.errorDestroy(error);
  return copy;
}

Expected<Context> currentContext() {
  auto driver = Driver::load();
  if (!driver)
    return driver.error();
  auto native = driver->currentNative();
  if (!native)
    return native.error();
  Forms &all = forms();
  if (auto known = all.contexts.find(*native); known != all.contexts.end())
    return known->second;
  auto context = driver->currentContext();
  if (context)
    all.contexts.emplace(*native, *context);
  return context;
}

Expected<Kernel> kernelOf(const TilecEmbeddedModule &module, const char *symbol, const Context &context) {
  Forms &all = forms();
  void *native = context.native();
  auto known = all.kernels.find({&module, native, symbol});
  if (known != all.kernels.end())
    return known->second;
  auto loaded = all.modules.find({&module, native});
  if (loaded == all.modules.end()) {
    auto fresh = Module::load(context, {static_cast<const char *>(module.image), module.imageBytes});
    if (!fresh)
      return fresh.error();
    loaded = all.modules.emplace(std::pair(&module, native), *fresh).first;
  }
  auto kernel = loaded->second.kernel(symbol);
  if (kernel)
    all.kernels.emplace(std::tuple(&module, native, std::string(symbol)), *kernel);
  return kernel;
}

Status launchOnDevice(const TilecEmbeddedModule &module, const char *symbol, void *stream, Dim3 grid,
                      void *const *arguments, size_t count) {
  std::unique_lock lock(forms().mutex);
  auto context = currentContext();
  if (!context)
    return context.error();
  auto kernel = kernelOf(module, symbol, *context);
  if (!kernel)
    return kernel.error();
  lock.unlock();
  Stream queue = Stream::borrow(*context, stream);
  LaunchOptions options;
  options.grid = grid;
  options.stream = &queue;
  return kernel->launchAddresses(options, std::span(arguments, count));
}

} // namespace

TilecError tilecEmbeddedRunsOnHost(bool *onHost) {
  if (!place().problem)
    return toC(place().problem);
  *onHost = place().onHost;
  return nullptr;
}

TilecError tilecEmbeddedLaunch(const TilecEmbeddedModule *module, const char *symbol, void *stream, uint32_t gridX,
                               uint32_t gridY, uint32_t gridZ, void *const *arguments, size_t count) {
  if (!place().problem)
    return toC(place().problem);
  Dim3 grid{gridX, gridY, gridZ};
  return toC(place().onHost ? launchOnHost(*module, symbol, grid, arguments, count)
                            : launchOnDevice(*module, symbol, stream, grid, arguments, count));
}
