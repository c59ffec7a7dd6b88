// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches and questions about kernels, where they run on the CPU.
#include "runtime/Program/CallConfiguration.h"
#include "runtime/Program/Host/DeviceDescription.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Host/PtxModule.h"
#include "runtime/Program/Host/Streams.h"

namespace tilec::program::host {

namespace {

cudaError_t launch(const void *stub, const LaunchShape &shape, void **arguments, cudaStream_t stream) {
  bool isCall = takeIsCall();
  return call([&] {
    KernelWork work;
    if (cudaError_t error = makeKernelWork(stub, shape, arguments, isCall, work))
      return error;
    return submit(stream, std::move(work));
  });
}

/// Answers a question about a kernel; `answer` gets the kernel.
template <typename Answer> cudaError_t ask(const void *stub, Answer &&answer) {
  return call([&] {
    const Kernel *kernel = findKernel(stub);
    return kernel ? answer(*kernel) : cudaErrorInvalidResourceHandle;
  });
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                             cudaStream_t stream) {
  return launch(stub, {grid, block, sharedBytes}, arguments, stream);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                               cudaStream_t stream) {
  return launch(kernel, {grid, block, sharedBytes}, arguments, stream);
}

/// Of its attributes, cooperative launches have an effect. Clusters of more than one block are refused.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *stub, void **arguments) {
  if (!config)
    return setLastError(cudaErrorInvalidValue);
  LaunchShape shape = {config->gridDim, config->blockDim, config->dynamicSmemBytes};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute &attribute = config->attrs[i];
    const auto &cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeCooperative)
      shape.isCooperative = attribute.val.cooperative;
    else if (attribute.id == cudaLaunchAttributeClusterDimension)
      shape.hasClusters = cluster.x > 1 || cluster.y > 1 || cluster.z > 1;
  }
  return launch(stub, shape, arguments, config->stream);
}

/// Blocks of a SIMT kernel may wait for each other; those of a tile kernel have no way to.
cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                                        cudaStream_t stream) {
  return launch(stub, {grid, block, sharedBytes, /*isCooperative=*/true}, arguments, stream);
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
    if (!kernel.isTile()) {
      ptx::KernelFacts facts;
      if (cudaError_t error = factsOfSimt(kernel, facts))
        return error;
      if (index >= facts.parameters.size() || !offset)
        return cudaErrorInvalidValue;
      *offset = facts.parameters[index].offset;
      if (bytes)
        *bytes = facts.parameters[index].bytes;
      return cudaSuccess;
    }
    std::vector<size_t> all;
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
    ptx::KernelFacts facts;
    PtxModule *module = kernel.module ? kernel.module->ptx.get() : nullptr; // code of other compilers has none
    if (module)
      if (cudaError_t error = module->facts(kernel, facts))
        return error;
    *attributes = {};
    attributes->maxThreadsPerBlock = kernel.isTile() ? 1 : int(facts.maxThreads);
    attributes->binaryVersion = attributes->ptxVersion = facts.targetChip ? int(facts.targetChip) : computeCapability();
    attributes->sharedSizeBytes = facts.staticSharedBytes;
    attributes->constSizeBytes = facts.constantBytes;
    attributes->localSizeBytes = facts.localBytes;
    attributes->numRegs = kernel.isTile() ? 0 : 32; // on a GPU a number above 0
    attributes->maxDynamicSharedSizeBytes =
        int(module ? module->maxDynamicSharedBytes(kernel.symbol) : kSharedBytesPerBlock);
    attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void *stub, cudaFuncAttribute attribute, int value) {
  return ask(stub, [&](const Kernel &kernel) {
    if (kernel.isTile() || attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
      return cudaSuccess;
    ptx::KernelFacts facts;
    if (cudaError_t error = factsOfSimt(kernel, facts))
      return error;
    if (value < 0 || facts.staticSharedBytes + size_t(value) > kSharedBytesPerBlockOptin)
      return cudaErrorInvalidValue;
    kernel.module->ptx->setMaxDynamicSharedBytes(kernel.symbol, size_t(value));
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void *stub, cudaFuncCache) {
  return ask(stub, [](const Kernel &) { return cudaSuccess; });
}

/// A core runs one block at a time.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *stub, int blockSize,
                                                                   size_t sharedBytes, unsigned) {
  return ask(stub, [&](const Kernel &kernel) {
    if (blockSize < 1 || !blocks)
      return cudaErrorInvalidValue;
    *blocks = 1;
    ptx::KernelFacts facts;
    if (kernel.isTile())
      return cudaSuccess;
    if (cudaError_t error = factsOfSimt(kernel, facts))
      return error;
    bool fits =
        unsigned(blockSize) <= facts.maxThreads && facts.staticSharedBytes + sharedBytes <= kSharedBytesPerBlockOptin;
    *blocks = fits ? 1 : 0;
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
