// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs a compilation's kernels on the CPU. The executor takes the module as the front end left it, and for a checking
/// run as it was before anything was folded, with nothing done but what every executor needs, so that what an
/// optimisation may exploit is still seen.
#include "compiler/Cache/CacheEntry.h"
#include "compiler/Codegen/Manifest/ManifestFromKernel.h"
#include "compiler/Host/DecodedKernel.h"
#include "compiler/Host/TileGPU/TileGPULevel.h"
#include "compiler/Jit/CompilationState.h"
#include "compiler/Jit/HostCode.h"
#include "compiler/Jit/LargeStack.h"
#include "compiler/Jit/Stages.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Target/Target.h"
#include "runtime/GridLimits.h"
#include "runtime/TensorMapEncoding.h"
#include "runtime/VariantChoice.h"
#include "tilec/Module.h"

#include "mlir/Pass/PassManager.h"
#include <tuple>

using namespace tilec;

namespace {

runtime::Error hostError(std::string text) {
  return {"Compilation::runOnHost", runtime::kHostRun, "kHostRun", std::move(text)};
}

/// A failed launch as an error of the library.
runtime::Status toStatus(llvm::Error error) {
  runtime::Error result = hostError("");
  llvm::handleAllErrors(
      std::move(error),
      [&](const host::LaunchError &failed) {
        result.text = failed.text;
        if (failed.kind == host::FailureKind::Assertion)
          result.code = runtime::kHostAssert, result.name = "kHostAssert";
        else if (failed.kind == host::FailureKind::Access)
          result.code = runtime::kHostAccess, result.name = "kHostAccess";
      },
      [&](const llvm::ErrorInfoBase &other) { result.text = other.message(); });
  return result.text.empty() ? runtime::Status() : runtime::Status(result);
}

/// Refuses what a launch of a CTA for each block cannot have. Kernels that stay and loop over blocks would take more,
/// but not on every chip.
runtime::Status checkGrid(runtime::Dim3 grid) {
  std::string text;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    text =
        "expected a grid of at least 1 tile block in each dimension, got " + runtime::gridText(grid.x, grid.y, grid.z);
  else if (!runtime::isLaunchable(grid.x, grid.y, grid.z))
    text = runtime::whyNotLaunchable(grid.x, grid.y, grid.z, "tile blocks");
  if (text.empty())
    return {};
  return runtime::Error{"Compilation::runOnHost", runtime::kBadGrid, "kBadGrid", std::move(text)};
}

/// Decodes the module; what cannot be run is among the diagnostics.
llvm::Expected<host::HostModule> decode(mlir::ModuleOp original, const CompileOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> clone = original.clone();
  mlir::PassManager passes(clone->getContext());
  passes.enableVerifier(false); // before structuring, combining regions may have several blocks
  addTileLegalizationPasses(passes, jit::mathMode(options));
  if (mlir::failed(passes.run(*clone)))
    return llvm::createStringError("the kernels could not be prepared for the CPU");
  return host::HostModule::create(*clone);
}

/// The module as the GPU passes leave it, with its variants in `manifest` and hashes of their code in `code`.
llvm::Expected<host::HostModule> decodeTileGPU(mlir::ModuleOp original, const CompileOptions &options,
                                               manifest::Manifest &manifest, std::map<std::string, std::string> &code) {
  llvm::Expected<Target> target = Target::parse(options.architecture);
  if (!target)
    return target.takeError();
  mlir::OwningOpRef<mlir::ModuleOp> clone = original.clone();
  PipelineOptions pipeline = jit::pipelineOptions(options, *target);
  pipeline.remarks = false; // of compiling alone
  mlir::PassManager passes(clone->getContext());
  addTilePasses(passes, pipeline);
  addTileGPUPasses(passes, pipeline);
  if (mlir::failed(passes.run(*clone)))
    return llvm::createStringError("the kernels could not be compiled for " + options.architecture);
  codegen::describeVariants(*clone, manifest);
  code = jit::hostCodeOf(*clone);
  return host::HostModule::create(*clone, &host::tileGPULevel());
}

/// Whether hardware has the tensor maps that the variant needs.
bool hasTensorMaps(const manifest::Variant &variant, const runtime::PackedArguments &arguments, runtime::Dim3 grid) {
  return llvm::all_of(variant.tensorMaps, [&](const manifest::TensorMap &map) {
    std::optional<runtime::TensorMapValues> values = runtime::evaluate(map, arguments, grid);
    return values && runtime::whyNotEncodable(map, *values).empty();
  });
}

/// What a launch takes: a variant's symbol, and its grid of tile blocks.
struct ChosenVariant {
  std::string entry;
  runtime::Dim3 grid;
};

/// The variant that a launch would take from `first` on: its facts hold, and it has its tensor maps.
ChosenVariant chooseVariant(const manifest::Kernel &kernel, const runtime::PackedArguments &arguments,
                            runtime::Dim3 grid, size_t first) {
  runtime::VariantChoice choice(kernel);
  for (size_t index = std::min(first, kernel.variants.size() - 1);; ++index) {
    index = choice.choose(arguments, grid, index);
    runtime::Dim3 own = *choice.gridOf(index, arguments, grid);
    if (hasTensorMaps(kernel.variants[index], arguments, own))
      return {kernel.variants[index].entry, own};
  }
}

HostEvent toHostEvent(const host::Event &event) {
  static_assert(int(host::EventKind::Barrier) == int(HostEvent::Kind::Barrier) &&
                int(host::WarpRole::Issuer) == int(HostEvent::Role::Issuer));
  const host::Frame &frame = event.frame;
  HostEvent result;
  result.kind = HostEvent::Kind(event.kind);
  result.isBegin = event.isBegin;
  result.role = HostEvent::Role(frame.role);
  result.block = frame.linearBlock;
  result.cta = frame.cta;
  result.warp = frame.warpOfCta;
  result.operation = event.site.operation;
  result.location = event.site.location;
  result.callers = event.site.chain;
  return result;
}

host::LaunchOptions launchOptions(const HostOptions &options, std::string *output) {
  host::LaunchOptions launch;
  launch.threads = options.threads;
  launch.check = options.check;
  launch.seed = options.seed;
  launch.residentCtas = options.residentCtas;
  for (const HostMemory &memory : options.memory)
    launch.buffers.push_back({memory.data, memory.bytes, memory.name});
  if (options.observer)
    launch.observer = [tell = options.observer](const host::Event &event) { tell(toHostEvent(event)); };
  if (output)
    launch.print = [output](llvm::StringRef text) { output->append(text.begin(), text.end()); };
  return launch;
}

} // namespace

void Compilation::resetHostVariables() {
  for (auto *executable : {&state->hostModule, &state->checkingModule, &state->gpuModule})
    if (*executable)
      (*executable)->resetVariables();
}

host::HostModule *Compilation::State::hostModuleFor(const HostOptions &options, runtime::Status &status) {
  bool isGPU = options.stage == Stage::TileGPU;
  std::optional<host::HostModule> &executable = isGPU ? gpuModule : options.check ? checkingModule : hostModule;
  if (executable)
    return &*executable;
  jit::MlirCollector collector(context, diagnostics, files, this->options.remarks);
  auto make = [&]() -> llvm::Expected<host::HostModule> {
    if (isGPU) {
      gpuManifest = manifest;
      return decodeTileGPU(*module, this->options, gpuManifest, gpuCode);
    }
    mlir::OwningOpRef<mlir::ModuleOp> unfolded = options.check && !isFromTile ? lowerUnfolded() : nullptr;
    return decode(unfolded ? *unfolded : *module, this->options);
  };
  llvm::Expected<host::HostModule> decoded = make();
  if (!decoded) {
    status = hostError(llvm::toString(decoded.takeError()));
    return nullptr;
  }
  executable = std::move(*decoded);
  return &*executable;
}

runtime::Status Compilation::State::run(const manifest::Kernel &kernel, runtime::Dim3 grid,
                                        runtime::PackedArguments &packed, const HostOptions &options,
                                        std::string *output) {
  if (runtime::Status status = checkGrid(grid); !status)
    return status;
  runtime::Status status;
  host::HostModule *executable = hostModuleFor(options, status);
  if (!executable)
    return status;
  ChosenVariant chosen = {kernel.name, grid};
  if (options.stage == Stage::TileGPU)
    chosen = chooseVariant(**runtime::findKernel(gpuManifest, kernel.name), packed, grid, options.firstVariant);
  llvm::Error error = llvm::Error::success();
  jit::Stopwatch(times).measure("host run", [&] {
    llvm::cantFail(std::move(error)); // is success so far
    error = executable->launch(chosen.entry, {chosen.grid.x, chosen.grid.y, chosen.grid.z}, packed.pointers(),
                               launchOptions(options, output));
  });
  return toStatus(std::move(error));
}

runtime::Status Compilation::runOnHost(const std::string &name, runtime::Dim3 grid,
                                       std::span<const runtime::Argument> arguments, const HostOptions &options,
                                       std::string *output) {
  if (!state->accepted)
    return hostError("the source was not accepted");
  auto kernel = runtime::findKernel(state->manifest, name);
  if (!kernel)
    return kernel.error();
  runtime::PackedArguments packed(**kernel);
  if (runtime::Status status = runtime::pack(**kernel, arguments, packed); !status)
    return status;
  runtime::Status launched;
  jit::onLargeStack([&] { launched = state->run(**kernel, grid, packed, options, output); });
  return launched;
}

runtime::Status Compilation::launchOnHost(const std::string &name, runtime::Dim3 grid, std::span<void *const> arguments,
                                          const HostOptions &options, std::string *output) {
  if (!state->accepted)
    return hostError("the source was not accepted");
  auto kernel = runtime::findKernel(state->manifest, name);
  if (!kernel)
    return kernel.error();
  runtime::PackedArguments packed(**kernel);
  if (runtime::Status status = runtime::pack(**kernel, arguments, packed); !status)
    return status;
  runtime::Status launched;
  jit::onLargeStack([&] { launched = state->run(**kernel, grid, packed, options, output); });
  return launched;
}

std::optional<std::string> Compilation::hostCode(const std::string &name, size_t firstVariant) {
  runtime::Status status;
  HostOptions options;
  options.stage = Stage::TileGPU;
  host::HostModule *executable = nullptr;
  jit::onLargeStack([&] { executable = state->accepted ? state->hostModuleFor(options, status) : nullptr; });
  auto found = runtime::findKernel(state->gpuManifest, name);
  if (!executable || !found || state->gpuCode.empty())
    return std::nullopt;
  manifest::Kernel kernel = **found;
  auto first = kernel.variants.begin();
  kernel.variants.erase(first, first + std::min(firstVariant, kernel.variants.size() - 1));
  std::string text;
  for (manifest::Variant &variant : kernel.variants) {
    auto code = state->gpuCode.find(variant.entry);
    if (code == state->gpuCode.end())
      return std::nullopt;
    text += code->second;
    // What only GPUs see of it.
    variant.registerCap = 0;
    variant.sharedMemoryCarveout.reset();
    variant.grid.ctasPerMultiprocessor = 1;
  }
  return jit::hashOf(text + manifest::toJson({{}, {}, {std::move(kernel)}}));
}

bool Compilation::changeOptions(const CompileOptions &options) {
  auto ofFrontEnd = [](const CompileOptions &o) {
    return std::tie(o.architecture, o.arguments, o.nameExpressions, o.relaxedConstexpr, o.contractFma, o.bounds,
                    o.restrictPointers, o.fastAccumulation, o.cudaPath);
  };
  if (!options.headers.empty() || !state->options.headers.empty() || ofFrontEnd(options) != ofFrontEnd(state->options))
    return false;
  if (jit::hashOfOptions(options) != jit::hashOfOptions(state->options))
    jit::onLargeStack([&] {
      for (auto *executable : {&state->hostModule, &state->checkingModule, &state->gpuModule})
        executable->reset();
    });
  state->options = options;
  return true;
}

void *Compilation::hostVariable(const std::string &symbol, bool check, size_t *bytes) {
  HostOptions options;
  options.check = check;
  runtime::Status status;
  host::HostModule *executable = state->accepted ? state->hostModuleFor(options, status) : nullptr;
  return executable ? executable->variable(symbol, bytes) : nullptr;
}
