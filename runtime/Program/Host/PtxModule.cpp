// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/PtxModule.h"

#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/DeviceDescription.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Mode.h"
#include "runtime/Ptx/Grid.h"

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace tilec::program::host {

namespace {

std::vector<std::string_view> textsOf(const TilecProgramModule &description) {
  std::vector<std::string_view> texts;
  for (std::string_view rest(description.ptx, description.ptxBytes); !rest.empty();) {
    texts.push_back(rest.substr(0, rest.find('\0')));
    rest.remove_prefix(std::min(texts.back().size() + 1, rest.size()));
  }
  return texts;
}

/// What a launch's failure is to the program.
cudaError_t errorOf(int fault) {
  switch (fault) {
  case ptx::kNoFault:
    return cudaSuccess;
  case ptx::kUnsupported:
    return cudaErrorNotSupported;
  case ptx::kIllegalAddress:
    return cudaErrorIllegalAddress;
  case ptx::kMisalignedAddress:
    return cudaErrorMisalignedAddress;
  case ptx::kAssert:
    return cudaErrorAssert;
  default:
    return cudaErrorLaunchFailure;
  }
}

ptx::Dimensions dimensions(const dim3 &value) {
  return {value.x, value.y, value.z};
}

} // namespace

cudaError_t PtxModule::load() {
  std::lock_guard lock(mutex);
  if (!isTried)
    problem = read();
  isTried = true;
  return problem;
}

cudaError_t PtxModule::read() {
  std::string error;
  module = ptx::Module::load(textsOf(description), error);
  if (module)
    return cudaSuccess;
  say("the PTX of this program's SIMT kernels cannot be read: " + error);
  return cudaErrorNotSupported;
}

unsigned PtxModule::architecture() const {
  std::string_view text(description.ptx, description.ptxBytes);
  size_t target = text.find(".target sm_");
  return target == std::string_view::npos ? 0 : unsigned(std::strtoul(text.data() + target + 11, nullptr, 10));
}

cudaError_t PtxModule::facts(const Kernel &kernel, ptx::KernelFacts &facts) {
  if (cudaError_t error = load())
    return error;
  ptx::Function *function = module->kernel(kernel.symbol);
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  facts = module->facts(*function);
  return cudaSuccess;
}

cudaError_t PtxModule::checkRunnable(const Kernel &kernel, const LaunchShape &shape) {
  if (cudaError_t error = load())
    return error;
  ptx::Function *function = module->kernel(kernel.symbol);
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  std::string reason = shape.hasClusters ? "its blocks run in clusters" : module->problemOf(*function);
  if (reason.empty())
    return cudaSuccess;
  std::lock_guard lock(mutex);
  if (said.insert(kernel.symbol).second)
    say("the SIMT kernel '" + displayName(kernel.symbol) + "' needs a GPU: " + reason);
  return cudaErrorNotSupported;
}

cudaError_t PtxModule::launch(const Kernel &kernel, const LaunchShape &shape, const std::vector<void *> &arguments) {
  ptx::KernelFacts known;
  if (cudaError_t error = facts(kernel, known))
    return error;
  std::vector<std::max_align_t> parameters(known.parameterBytes / sizeof(std::max_align_t) + 1);
  for (size_t i = 0; i < known.parameters.size(); ++i)
    std::memcpy(reinterpret_cast<char *>(parameters.data()) + known.parameters[i].offset, arguments[i],
                known.parameters[i].bytes);
  ptx::LaunchOptions options;
  options.grid = dimensions(shape.grid);
  options.block = dimensions(shape.block);
  options.dynamicSharedBytes = shape.sharedBytes;
  options.isCooperative = shape.isCooperative;
  options.threads = threads();
  options.isChecked = isChecking();
  if (options.isChecked)
    for (const Allocation &one : allocations())
      options.memory.push_back({one.base, one.base + one.bytes});
  std::string message;
  int fault = ptx::launch(*module, kernel.symbol, options, reinterpret_cast<const char *>(parameters.data()), message);
  if (fault) // an assertion tells its own place
    say(fault == ptx::kAssert ? message : "kernel '" + displayName(kernel.symbol) + "': " + message);
  return errorOf(fault);
}

cudaError_t PtxModule::variable(const std::string &symbol, void **address) {
  if (cudaError_t error = load())
    return error;
  ptx::Variable *variable = module->variable(symbol);
  if (!variable)
    return cudaErrorInvalidSymbol;
  *address = variable->memory;
  return cudaSuccess;
}

void PtxModule::reset() {
  std::lock_guard lock(mutex);
  if (module)
    module->reset();
}

size_t PtxModule::maxDynamicSharedBytes(const std::string &symbol) {
  {
    std::lock_guard lock(mutex);
    if (auto found = maxDynamicShared.find(symbol); found != maxDynamicShared.end())
      return found->second;
  }
  ptx::Function *function = load() ? nullptr : module->kernel(symbol);
  size_t fixed = function ? module->facts(*function).staticSharedBytes : 0;
  return kSharedBytesPerBlock - std::min(fixed, kSharedBytesPerBlock);
}

void PtxModule::setMaxDynamicSharedBytes(const std::string &symbol, size_t bytes) {
  std::lock_guard lock(mutex);
  maxDynamicShared[symbol] = bytes;
}

cudaError_t factsOfSimt(const Kernel &kernel, ptx::KernelFacts &facts) {
  if (kernel.module && kernel.module->ptx)
    return kernel.module->ptx->facts(kernel, facts);
  static std::mutex mutex;
  static auto *said = new std::set<std::string>;
  std::lock_guard lock(mutex);
  if (said->insert(kernel.symbol).second)
    say("the SIMT kernel '" + displayName(kernel.symbol) + "' needs a GPU: only what tilec compiled runs on the CPU");
  return cudaErrorNotSupported;
}

cudaError_t checkSimtLaunch(const Kernel &kernel, const LaunchShape &shape, std::vector<size_t> &bytes) {
  ptx::KernelFacts facts;
  if (cudaError_t error = factsOfSimt(kernel, facts))
    return error;
  const dim3 &block = shape.block;
  uint64_t threads = uint64_t(block.x) * block.y * block.z;
  if (!threads || block.x > kMaxThreadsPerBlock || block.y > kMaxThreadsPerBlock || block.z > kMaxThreadsPerBlockZ ||
      threads > kMaxThreadsPerBlock)
    return cudaErrorInvalidConfiguration;
  PtxModule &module = *kernel.module->ptx;
  if (threads > facts.maxThreads || shape.sharedBytes > module.maxDynamicSharedBytes(kernel.symbol) ||
      facts.staticSharedBytes > kSharedBytesPerBlock)
    return cudaErrorInvalidValue;
  for (const ptx::KernelFacts::Parameter &parameter : facts.parameters)
    bytes.push_back(parameter.bytes);
  return module.checkRunnable(kernel, shape);
}

} // namespace tilec::program::host
