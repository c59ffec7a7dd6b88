// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs a compilation's kernels on the CPU. The executor takes the module as the front end left it, and for a checking
/// run as it was before anything was folded, with nothing done but what every executor needs, so that what an
/// optimisation may exploit is still seen.
#include "compiler/Codegen/ManifestFromKernel.h"
#include "compiler/Host/TileGPU/TileGPULevel.h"
#include "compiler/Jit/CompilationState.h"
#include "compiler/Jit/LargeStack.h"
#include "compiler/Jit/Stages.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Target/Target.h"
#include "runtime/GridLimits.h"
#include "runtime/TensorMapEncoding.h"
#include "runtime/VariantChoice.h"
#include "tilec/Module.h"

#include "mlir/Pass/PassManager.h"

using namespace tilec;

namespace {

runtime::Error hostError(std::string text) {
  return {"Compilation::runOnHost", runtime::kHostRun, "kHostRun", std::move(text)};
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

/// The module as the GPU passes leave it, with its variants in `manifest`.
llvm::Expected<host::HostModule> decodeTileGPU(mlir::ModuleOp original, const CompileOptions &options,
                                               manifest::Manifest &manifest) {
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
  return host::HostModule::create(*clone, &host::tileGPULevel());
}

/// Whether hardware has the tensor maps that the variant needs.
bool hasTensorMaps(const manifest::Variant &variant, const runtime::PackedArguments &arguments, runtime::Dim3 grid) {
  return llvm::all_of(variant.tensorMaps, [&](const manifest::TensorMap &map) {
    std::optional<runtime::TensorMapValues> values = runtime::evaluate(map, arguments, grid);
    return values && runtime::whyNotEncodable(map, *values).empty();
  });
}

/// Symbol of the variant that a launch would take from `first` on: its facts hold, and it has its tensor maps.
const std::string &chooseVariant(const manifest::Kernel &kernel, const runtime::PackedArguments &arguments,
                                 runtime::Dim3 grid, size_t first) {
  runtime::VariantChoice choice(kernel);
  size_t index = choice.choose(arguments, grid, std::min(first, kernel.variants.size() - 1));
  while (!hasTensorMaps(kernel.variants[index], arguments, grid))
    index = choice.choose(arguments, grid, index + 1);
  return kernel.variants[index].entry;
}

host::LaunchOptions launchOptions(const HostOptions &options, std::string *output) {
  host::LaunchOptions launch;
  launch.threads = options.threads;
  launch.check = options.check;
  launch.seed = options.seed;
  launch.residentCtas = options.residentCtas;
  for (const HostMemory &memory : options.memory)
    launch.buffers.push_back({memory.data, memory.bytes, memory.name});
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

runtime::Status Compilation::State::launch(const manifest::Kernel &kernel, runtime::Dim3 grid,
                                           runtime::PackedArguments &packed, const HostOptions &hostOptions,
                                           std::string *output) {
  bool isGPU = hostOptions.stage == Stage::TileGPU;
  std::optional<host::HostModule> &executable = isGPU ? gpuModule : hostOptions.check ? checkingModule : hostModule;
  if (!executable && isGPU) {
    jit::MlirCollector collector(context, diagnostics, files, options.remarks);
    gpuManifest = manifest;
    auto decoded = decodeTileGPU(*module, options, gpuManifest);
    if (!decoded)
      return hostError(llvm::toString(decoded.takeError()));
    executable = std::move(*decoded);
  }
  if (!executable) {
    jit::MlirCollector collector(context, diagnostics, files, options.remarks);
    mlir::OwningOpRef<mlir::ModuleOp> unfolded = hostOptions.check ? lowerUnfolded() : nullptr;
    auto decoded = decode(unfolded ? *unfolded : *module, options);
    if (!decoded)
      return hostError(llvm::toString(decoded.takeError()));
    executable = std::move(*decoded);
  }
  std::string entry = kernel.name;
  if (isGPU)
    entry = chooseVariant(**runtime::findKernel(gpuManifest, entry), packed, grid, hostOptions.firstVariant);
  llvm::Error error = llvm::Error::success();
  jit::Stopwatch(times).measure("host run", [&] {
    llvm::cantFail(std::move(error)); // is success so far
    error = executable->launch(entry, {grid.x, grid.y, grid.z}, packed.pointers(), launchOptions(hostOptions, output));
  });
  if (error)
    return hostError(llvm::toString(std::move(error)));
  return {};
}

runtime::Status Compilation::runOnHost(const std::string &name, runtime::Dim3 grid,
                                       std::span<const runtime::Argument> arguments, const HostOptions &options,
                                       std::string *output) {
  if (!state->accepted)
    return hostError("the source was not accepted");
  auto kernel = runtime::findKernel(state->manifest, name);
  if (!kernel)
    return kernel.error();
  if (runtime::Status status = checkGrid(grid); !status)
    return status;
  runtime::PackedArguments packed(**kernel);
  if (runtime::Status status = runtime::pack(**kernel, arguments, packed); !status)
    return status;
  runtime::Status launched;
  jit::onLargeStack([&] { launched = state->launch(**kernel, grid, packed, options, output); });
  return launched;
}
