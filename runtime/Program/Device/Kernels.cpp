// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches and questions about kernels, where they run on a GPU.
#include "runtime/Program/CallConfiguration.h"
#include "runtime/Program/Device/DeviceModules.h"
#include "runtime/Program/Device/Functions.h"
#include "runtime/Program/Device/Launches.h"
#include "runtime/Program/Mode.h"

#include <algorithm>
#include <vector>

namespace tilec::program {

namespace device {

namespace {

/// CUfunction_attribute.
enum FunctionAttribute {
  kSharedBytes = 1,
  kConstantBytes = 2,
  kLocalBytes = 3,
  kRegisters = 4,
  kPtxVersion = 5,
  kBinaryVersion = 6,
  kMaxDynamicSharedBytes = 8,
  kCarveout = 9,
};

/// Stream 0 of callers whose default stream is their thread's own.
cudaStream_t ofThread(cudaStream_t stream) {
  return stream ? stream : cudaStreamPerThread;
}

bool allowsOverlap(const cudaLaunchConfig_t &config) {
  return std::any_of(config.attrs, config.attrs + config.numAttrs, [](const cudaLaunchAttribute &attribute) {
    return attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization &&
           attribute.val.programmaticStreamSerializationAllowed;
  });
}

/// Answers a question about a tile kernel; `answer` gets it as it is loaded on the current device.
template <typename Answer> cudaError_t ask(const Kernel &kernel, Answer &&answer) {
  cudaError_t error = cudaSuccess;
  const LoadedKernel *loaded = kernel.module->device->kernel(kernel.symbol, error);
  return setLastError(loaded ? answer(loaded->kernel) : error);
}

//===- Launches --------------------------------------------------------------------------------------------------===//

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                             cudaStream_t stream) {
  if (const Kernel *kernel = tileKernel(stub))
    return setLastError(launchTile(*kernel, {grid, block, arguments, stream}));
  takeIsCall();
  return TILEC_CUDA_RUNTIME(cudaLaunchKernel)(forwarded(stub), grid, block, arguments, sharedBytes, stream);
}

cudaError_t cudaLaunchKernel_ptsz(const void *stub, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                                  cudaStream_t stream) {
  return device::cudaLaunchKernel(stub, grid, block, arguments, sharedBytes, ofThread(stream));
}

cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                               cudaStream_t stream) {
  if (findKernel(handle))
    return device::cudaLaunchKernel(handle, grid, block, arguments, sharedBytes, stream);
  takeIsCall();
  return TILEC_CUDA_RUNTIME(__cudaLaunchKernel)(handle, grid, block, arguments, sharedBytes, stream);
}

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t handle, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                                    cudaStream_t stream) {
  return device::__cudaLaunchKernel(handle, grid, block, arguments, sharedBytes, ofThread(stream));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *stub, void **arguments) {
  const Kernel *kernel = config ? tileKernel(stub) : nullptr;
  if (kernel)
    return setLastError(
        launchTile(*kernel, {config->gridDim, config->blockDim, arguments, config->stream, allowsOverlap(*config)}));
  takeIsCall();
  return TILEC_CUDA_RUNTIME(cudaLaunchKernelExC)(config, forwarded(stub), arguments);
}

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *stub, void **arguments) {
  if (!config)
    return device::cudaLaunchKernelExC(config, stub, arguments);
  cudaLaunchConfig_t own = *config;
  own.stream = ofThread(config->stream);
  return device::cudaLaunchKernelExC(&own, stub, arguments);
}

/// Blocks of tile kernels have no way to wait for the whole grid, so there is nothing to be cooperative about.
cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                                        cudaStream_t stream) {
  if (const Kernel *kernel = tileKernel(stub))
    return setLastError(launchTile(*kernel, {grid, block, arguments, stream}));
  return TILEC_CUDA_RUNTIME(cudaLaunchCooperativeKernel)(forwarded(stub), grid, block, arguments, sharedBytes, stream);
}

cudaError_t cudaLaunchCooperativeKernel_ptsz(const void *stub, dim3 grid, dim3 block, void **arguments,
                                             size_t sharedBytes, cudaStream_t stream) {
  return device::cudaLaunchCooperativeKernel(stub, grid, block, arguments, sharedBytes, ofThread(stream));
}

//===- Questions -------------------------------------------------------------------------------------------------===//

/// Answers for the variant that is preferred.
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *stub) {
  const Kernel *kernel = tileKernel(stub);
  if (!kernel)
    return TILEC_CUDA_RUNTIME(cudaFuncGetAttributes)(attributes, forwarded(stub));
  return ask(*kernel, [&](const runtime::Kernel &loaded) {
    cudaError_t error = cudaSuccess;
    auto get = [&](FunctionAttribute attribute) {
      auto value = loaded.attribute(attribute, 0);
      if (!value)
        error = errorOf(value.error());
      return value ? *value : 0;
    };
    *attributes = {};
    attributes->sharedSizeBytes = size_t(get(kSharedBytes));
    attributes->constSizeBytes = size_t(get(kConstantBytes));
    attributes->localSizeBytes = size_t(get(kLocalBytes));
    attributes->numRegs = get(kRegisters);
    attributes->ptxVersion = get(kPtxVersion);
    attributes->binaryVersion = get(kBinaryVersion);
    attributes->maxDynamicSharedSizeBytes = get(kMaxDynamicSharedBytes);
    attributes->preferredShmemCarveout = get(kCarveout);
    attributes->maxThreadsPerBlock = 1; // what a launch may say
    return error;
  });
}

/// The launcher sets what a kernel needs.
cudaError_t cudaFuncSetAttribute(const void *stub, cudaFuncAttribute attribute, int value) {
  if (tileKernel(stub))
    return cudaSuccess;
  return TILEC_CUDA_RUNTIME(cudaFuncSetAttribute)(forwarded(stub), attribute, value);
}

cudaError_t cudaFuncSetCacheConfig(const void *stub, cudaFuncCache config) {
  if (tileKernel(stub))
    return cudaSuccess;
  return TILEC_CUDA_RUNTIME(cudaFuncSetCacheConfig)(forwarded(stub), config);
}

cudaError_t cudaFuncGetName(const char **name, const void *stub) {
  const Kernel *kernel = tileKernel(stub);
  if (!kernel)
    return TILEC_CUDA_RUNTIME(cudaFuncGetName)(name, forwarded(stub));
  *name = kernel->symbol.c_str();
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *stub, int blockSize,
                                                                   size_t bytes, unsigned flags) {
  const Kernel *kernel = tileKernel(stub);
  if (!kernel)
    return TILEC_CUDA_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(blocks, forwarded(stub),
                                                                                      blockSize, bytes, flags);
  if (!blocks || blockSize < 1)
    return setLastError(cudaErrorInvalidValue);
  return ask(*kernel, [&](const runtime::Kernel &loaded) {
    auto count = loaded.residentBlocks(0);
    if (!count)
      return errorOf(count.error());
    *blocks = *count;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *stub, int blockSize, size_t bytes) {
  return device::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, stub, blockSize, bytes, 0);
}

/// A handle that the functions here know.
cudaError_t cudaGetKernel(cudaKernel_t *handle, const void *stub) {
  const Kernel *kernel = tileKernel(stub);
  if (!kernel)
    return TILEC_CUDA_RUNTIME(cudaGetKernel)(handle, forwarded(stub));
  *handle = reinterpret_cast<cudaKernel_t>(const_cast<Kernel *>(kernel));
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *stub) {
  if (tileKernel(stub))
    return device::cudaGetKernel(handle, stub);
  return TILEC_CUDA_RUNTIME(__cudaGetKernel)(handle, forwarded(stub));
}

/// The code of the variant that needs nothing but the source's parameters.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *stub) {
  const Kernel *kernel = tileKernel(stub);
  if (!kernel)
    return TILEC_CUDA_RUNTIME(cudaGetFuncBySymbol)(function, forwarded(stub));
  return ask(*kernel, [&](const runtime::Kernel &loaded) {
    *function = static_cast<cudaFunction_t>(loaded.native(loaded.manifest().variants.size() - 1));
    return cudaSuccess;
  });
}

//===- Errors, and the device itself -----------------------------------------------------------------------------===//

cudaError_t cudaGetLastError() {
  cudaError_t real = TILEC_CUDA_RUNTIME(cudaGetLastError)(), own = lastError(true);
  return own ? own : real;
}

cudaError_t cudaPeekAtLastError() {
  cudaError_t own = lastError(false);
  return own ? own : TILEC_CUDA_RUNTIME(cudaPeekAtLastError)();
}

/// What was loaded goes with the context.
cudaError_t cudaDeviceReset() {
  int device = 0;
  if (!TILEC_CUDA_RUNTIME(cudaGetDevice)(&device))
    for (Module *module : tileModules())
      module->device->forget(device);
  return TILEC_CUDA_RUNTIME(cudaDeviceReset)();
}

} // namespace

std::span<const Entry> kernelEntries() {
  static const Entry entries[] = {
      TILEC_DEVICE_ENTRY(cudaLaunchKernel),
      entry<decltype(::cudaLaunchKernel)>("cudaLaunchKernel_ptsz", &cudaLaunchKernel_ptsz),
      TILEC_DEVICE_ENTRY(__cudaLaunchKernel),
      TILEC_DEVICE_ENTRY(__cudaLaunchKernel_ptsz),
      TILEC_DEVICE_ENTRY(cudaLaunchKernelExC),
      entry<decltype(::cudaLaunchKernelExC)>("cudaLaunchKernelExC_ptsz", &cudaLaunchKernelExC_ptsz),
      TILEC_DEVICE_ENTRY(cudaLaunchCooperativeKernel),
      entry<decltype(::cudaLaunchCooperativeKernel)>("cudaLaunchCooperativeKernel_ptsz",
                                                     &cudaLaunchCooperativeKernel_ptsz),
      TILEC_DEVICE_ENTRY(cudaFuncGetAttributes),
      TILEC_DEVICE_ENTRY(cudaFuncSetAttribute),
      TILEC_DEVICE_ENTRY(cudaFuncSetCacheConfig),
      TILEC_DEVICE_ENTRY(cudaFuncGetName),
      TILEC_DEVICE_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor),
      TILEC_DEVICE_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
      TILEC_DEVICE_ENTRY(cudaGetKernel),
      TILEC_DEVICE_ENTRY(__cudaGetKernel),
      TILEC_DEVICE_ENTRY(cudaGetFuncBySymbol),
      TILEC_DEVICE_ENTRY(cudaGetLastError),
      TILEC_DEVICE_ENTRY(cudaPeekAtLastError),
      TILEC_DEVICE_ENTRY(cudaDeviceReset),
  };
  return entries;
}

} // namespace device

std::span<const Entry> deviceEntries() {
  static const std::vector<Entry> *all = [] {
    auto *joined = new std::vector<Entry>;
    for (std::span<const Entry> part : {device::kernelEntries(), device::symbolEntries(), device::graphEntries()})
      joined->insert(joined->end(), part.begin(), part.end());
    return joined;
  }();
  return *all;
}

} // namespace tilec::program
