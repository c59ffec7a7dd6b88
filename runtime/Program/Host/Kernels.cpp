// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches and questions about kernels, where they run on the CPU.
#include "runtime/Program/CallConfiguration.h"
#include "runtime/Program/Host/DeviceDescription.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Host/Streams.h"

namespace tilec::program::host {

namespace {

cudaError_t launch(const void *stub, dim3 grid, dim3 block, void **arguments, cudaStream_t stream) {
  bool isCall = takeIsCall();
  return call([&] {
    KernelWork work;
    if (cudaError_t error = makeKernelWork(stub, grid, block, arguments, isCall, work))
      return error;
    return submit(stream, std::move(work));
  });
}

/// Answers a question about a kernel; `answer` gets the kernel.
template <typename Answer> cudaError_t ask(const void *stub, Answer &&answer) {
  return call([&] {
    const Kernel *kernel = findKernel(stub);
    return kernel ? answer(*kernel) : cudaErrorInvalidDeviceFunction;
  });
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t, cudaStream_t stream) {
  return launch(stub, grid, block, arguments, stream);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t,
                               cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, stream);
}

/// Attributes say how to run on a GPU, and nothing that would change a result.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *stub, void **arguments) {
  if (!config)
    return setLastError(cudaErrorInvalidValue);
  return launch(stub, config->gridDim, config->blockDim, arguments, config->stream);
}

/// Blocks of a grid that wait for each other would be more than threads: tile kernels cannot do that.
cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t,
                                        cudaStream_t stream) {
  return launch(stub, grid, block, arguments, stream);
}

cudaError_t cudaGetKernel(cudaKernel_t *handle, const void *stub) {
  return ask(stub, [&](const Kernel &kernel) {
    *handle = reinterpret_cast<cudaKernel_t>(const_cast<Kernel *>(&kernel));
    return cudaSuccess;
  });
}

cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *stub) {
  return host::cudaGetKernel(handle, stub);
}

cudaError_t cudaFuncGetName(const char **name, const void *stub) {
  return ask(stub, [&](const Kernel &kernel) { return *name = kernel.symbol.c_str(), cudaSuccess; });
}

cudaError_t cudaFuncGetParamInfo(const void *stub, size_t index, size_t *offset, size_t *bytes) {
  return ask(stub, [&](const Kernel &kernel) {
    std::vector<size_t> all;
    if (!kernel.isTile())
      return sayNoSimt(kernel);
    if (cudaError_t error = kernel.module->host->parameterBytes(kernel.symbol, all))
      return error;
    if (index >= all.size() || !offset)
      return cudaErrorInvalidValue;
    *offset = 0;
    for (size_t i = 0; i <= index; ++i) { // each is aligned by its size
      *offset = (*offset + all[i] - 1) / all[i] * all[i] + (i < index ? all[i] : 0);
    }
    if (bytes)
      *bytes = all[index];
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *stub) {
  return ask(stub, [&](const Kernel &kernel) {
    *attributes = {};
    attributes->maxThreadsPerBlock = kernel.isTile() ? 1 : kMaxThreadsPerBlock;
    attributes->binaryVersion = attributes->ptxVersion = computeCapability();
    attributes->maxDynamicSharedSizeBytes = int(kSharedBytesPerBlock);
    attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void *stub, cudaFuncAttribute, int) {
  return ask(stub, [](const Kernel &) { return cudaSuccess; });
}

cudaError_t cudaFuncSetCacheConfig(const void *stub, cudaFuncCache) {
  return ask(stub, [](const Kernel &) { return cudaSuccess; });
}

/// A core runs one block at a time.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *stub, int blockSize, size_t,
                                                                   unsigned) {
  return ask(stub, [&](const Kernel &) {
    if (blockSize < 1 || !blocks)
      return cudaErrorInvalidValue;
    *blocks = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *stub, int blockSize, size_t bytes) {
  return host::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, stub, blockSize, bytes, 0);
}

/// Blocks here have no clusters, so each core has one of one block.
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *stub, const cudaLaunchConfig_t *config) {
  return ask(stub, [&](const Kernel &) {
    if (!clusters || !config)
      return cudaErrorInvalidValue;
    *clusters = cores();
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *stub, int, int) {
  return ask(stub, [&](const Kernel &) { return *bytes = kSharedBytesPerBlock, cudaSuccess; });
}

} // namespace

std::span<const Entry> kernelEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaLaunchKernel),
      TILEC_HOST_ENTRY(__cudaLaunchKernel),
      TILEC_HOST_ENTRY(cudaLaunchKernelExC),
      TILEC_HOST_ENTRY(cudaLaunchCooperativeKernel),
      TILEC_HOST_ENTRY(cudaGetKernel),
      TILEC_HOST_ENTRY(__cudaGetKernel),
      TILEC_HOST_ENTRY(cudaFuncGetName),
      TILEC_HOST_ENTRY(cudaFuncGetParamInfo),
      TILEC_HOST_ENTRY(cudaFuncGetAttributes),
      TILEC_HOST_ENTRY(cudaFuncSetAttribute),
      TILEC_HOST_ENTRY(cudaFuncSetCacheConfig),
      TILEC_HOST_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor),
      TILEC_HOST_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
      TILEC_HOST_ENTRY(cudaOccupancyMaxActiveClusters),
      TILEC_HOST_ENTRY(cudaOccupancyAvailableDynamicSMemPerBlock),
  };
  return entries;
}

} // namespace tilec::program::host
