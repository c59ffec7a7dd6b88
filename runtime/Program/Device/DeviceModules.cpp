// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Device/DeviceModules.h"

#include "runtime/Program/Mode.h"

namespace tilec::program::device {

static thread_local cudaError_t lastErrorOfThread = cudaSuccess;

cudaError_t setLastError(cudaError_t error) {
  if (error)
    lastErrorOfThread = error;
  return error;
}

cudaError_t lastError(bool clear) {
  cudaError_t error = lastErrorOfThread;
  if (clear)
    lastErrorOfThread = cudaSuccess;
  return error;
}

namespace {

cudaError_t errorOfCode(int code) {
  switch (code) {
  case runtime::kBadImage:
  case runtime::kBadManifest:
    return cudaErrorInvalidKernelImage;
  case runtime::kArchitecture:
    return cudaErrorNoKernelImageForDevice;
  case runtime::kNoKernel:
    return cudaErrorInvalidDeviceFunction;
  case runtime::kArgumentCount:
  case runtime::kArgumentType:
    return cudaErrorInvalidValue;
  case runtime::kBadGrid:
    return cudaErrorInvalidConfiguration;
  case runtime::kNoVariant:
    return cudaErrorNotSupported;
  case runtime::kSharedMemory:
    return cudaErrorLaunchOutOfResources;
  case runtime::kNoDriver:
  case runtime::kNoFunction:
    return cudaErrorInsufficientDriver;
  case runtime::kNoDevice:
    return cudaErrorNoDevice;
  default:
    return cudaErrorUnknown;
  }
}

/// While this lives, the thread may do what a capture forbids: loading a module changes nothing that is captured.
class RelaxedCapture {
public:
  RelaxedCapture() {
    exchange();
  }
  RelaxedCapture(const RelaxedCapture &) = delete;
  ~RelaxedCapture() {
    exchange();
  }

private:
  void exchange() {
    if (auto function = TILEC_CUDA_RUNTIME(cudaThreadExchangeStreamCaptureMode))
      function(&mode);
  }
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
};

/// The primary context of a device, as the CUDA runtime made it.
runtime::Expected<runtime::Context> contextOf(int device) {
  auto found = runtime::Device::open(device);
  if (!found)
    return found.error();
  return found->primaryContext();
}

} // namespace

cudaError_t errorOf(const runtime::Error &error) {
  if (error.code > 0) // CUresult, of which the runtime's errors have the numbers
    return cudaError_t(error.code);
  say(error.message());
  return errorOfCode(error.code);
}

DeviceModules::Loaded *DeviceModules::load(cudaError_t &error) {
  int device = 0;
  if ((error = TILEC_CUDA_RUNTIME(cudaGetDevice)(&device)))
    return nullptr;
  if (auto found = byDevice.find(device); found != byDevice.end())
    return &found->second;
  // The runtime makes its context when it has to, and makes it current.
  RelaxedCapture relaxed;
  if ((error = TILEC_CUDA_RUNTIME(cudaFree)(nullptr)))
    return nullptr;
  auto context = contextOf(device);
  if (!context) {
    error = errorOf(context.error());
    return nullptr;
  }
  std::string_view image(static_cast<const char *>(description.image), description.imageBytes);
  auto module = runtime::Module::load(*context, image, description.manifest ? description.manifest : "");
  if (!module) {
    if (module.error().code > 0)
      say(module.error().message());
    error = errorOf(module.error());
    return nullptr;
  }
  return &byDevice.emplace(device, Loaded{*context, *module, {}}).first->second;
}

const LoadedKernel *DeviceModules::kernel(const std::string &symbol, cudaError_t &error) {
  std::lock_guard lock(mutex);
  Loaded *loaded = load(error);
  if (!loaded)
    return nullptr;
  if (auto found = loaded->kernels.find(symbol); found != loaded->kernels.end())
    return &found->second;
  RelaxedCapture relaxed;
  auto kernel = loaded->module.kernel(symbol);
  if (!kernel) {
    error = errorOf(kernel.error());
    return nullptr;
  }
  return &loaded->kernels.emplace(symbol, LoadedKernel{loaded->context, *kernel}).first->second;
}

cudaError_t DeviceModules::variable(const std::string &symbol, void **address, size_t *bytes) {
  std::lock_guard lock(mutex);
  cudaError_t error = cudaSuccess;
  Loaded *loaded = load(error);
  if (!loaded)
    return error;
  auto found = loaded->module.variable(symbol);
  if (!found)
    return cudaErrorInvalidSymbol;
  *address = reinterpret_cast<void *>(found->first);
  *bytes = found->second;
  return cudaSuccess;
}

std::optional<std::pair<std::string, runtime::NodeLaunch>> DeviceModules::launchOf(cudaGraphNode_t node) {
  std::lock_guard lock(mutex);
  for (const auto &[device, loaded] : byDevice)
    for (const auto &[symbol, kernel] : loaded.kernels)
      if (auto launch = kernel.kernel.launchOf(node))
        return std::pair(symbol, *launch);
  return std::nullopt;
}

void DeviceModules::forget(int device) {
  std::lock_guard lock(mutex);
  byDevice.erase(device);
}

} // namespace tilec::program::device
