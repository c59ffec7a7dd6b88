// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The only device, where kernels run on the CPU: device 0.
#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/DeviceDescription.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Host/PtxModule.h"
#include "runtime/Program/Host/Streams.h"
#include "runtime/Program/Mode.h"
#include "runtime/Program/Registration.h"

#include <atomic>
#include <cstring>

namespace tilec::program::host {

namespace {

constexpr const char *kPciBusId = "0000:00:00.0";
constexpr int kVersion = CUDART_VERSION; ///< where the program does not say which one it was made for

/// Limits that the program has set, with the values that CUDA begins with.
struct Limit {
  cudaLimit limit;
  std::atomic<size_t> value;
};
Limit limits[] = {{cudaLimitStackSize, {1024}},
                  {cudaLimitPrintfFifoSize, {1 << 20}},
                  {cudaLimitMallocHeapSize, {8 << 20}},
                  {cudaLimitDevRuntimeSyncDepth, {2}},
                  {cudaLimitDevRuntimePendingLaunchCount, {2048}},
                  {cudaLimitMaxL2FetchGranularity, {64}},
                  {cudaLimitPersistingL2CacheSize, {0}}};

Limit *find(cudaLimit limit) {
  for (Limit &known : limits)
    if (known.limit == limit)
      return &known;
  return nullptr;
}

std::atomic<unsigned> deviceFlags = cudaDeviceScheduleAuto;
std::atomic<int> cacheConfig = cudaFuncCachePreferNone;

/// The body of a call about a device; `body` is not run for one that is not there.
template <typename Body> cudaError_t onDevice(int device, Body &&body) {
  return call([&] { return device == 0 ? body() : cudaErrorInvalidDevice; });
}

int programVersion() {
  return &__tilecCudartVersion ? __tilecCudartVersion : kVersion;
}

/// The pool that memory of streams comes from, which is all memory.
char defaultPool;

cudaMemPool_t poolHandle() {
  return reinterpret_cast<cudaMemPool_t>(&defaultPool);
}

//===- The runtime's functions: devices --------------------------------------------------------------------------===//

cudaError_t cudaGetDeviceCount(int *count) {
  return call([&] { return count ? (*count = 1, cudaSuccess) : cudaErrorInvalidValue; });
}

cudaError_t cudaGetDevice(int *device) {
  return call([&] { return device ? (*device = 0, cudaSuccess) : cudaErrorInvalidValue; });
}

cudaError_t cudaSetDevice(int device) {
  return onDevice(device, [] { return cudaSuccess; });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return onDevice(device, [] { return cudaSuccess; });
}

cudaError_t cudaSetValidDevices(int *, int) {
  return call([] { return cudaSuccess; });
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) {
  return host::cudaGetDevice(device);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  return onDevice(device, [&] {
    if (!properties)
      return cudaErrorInvalidValue;
    isVersion12() ? fillProperties12(properties) : fillProperties(*properties);
    return cudaSuccess;
  });
}

/// The function of CUDA 12.
cudaError_t cudaGetDeviceProperties_v2(void *properties, int device) {
  return onDevice(device,
                  [&] { return properties ? (fillProperties12(properties), cudaSuccess) : cudaErrorInvalidValue; });
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int device) {
  return onDevice(device, [&] {
    std::optional<int> known = attribute(which);
    if (!value || !known)
      return cudaErrorInvalidValue;
    *value = *known;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call([] { return checkUnsafeCall(); });
}

/// Frees everything; a kernel's failure is forgotten, too.
cudaError_t cudaDeviceReset() {
  clearStickyError();
  resetStreams();
  releaseAll();
  for (Module *module : allModules()) {
    if (module->host)
      module->host->reset();
    if (module->ptx)
      module->ptx->reset();
  }
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) {
  return call([&] { return version ? (*version = programVersion(), cudaSuccess) : cudaErrorInvalidValue; });
}

cudaError_t cudaRuntimeGetVersion(int *version) {
  return host::cudaDriverGetVersion(version);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
  return onDevice(device, [&] {
    if (!id || size_t(std::max(length, 0)) <= std::strlen(kPciBusId))
      return cudaErrorInvalidValue;
    std::strcpy(id, kPciBusId);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
  return call([&] {
    if (!device || !id || std::strcmp(id, kPciBusId) != 0)
      return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

//===- Settings --------------------------------------------------------------------------------------------------===//

cudaError_t cudaDeviceSetLimit(cudaLimit which, size_t value) {
  return call([&] {
    Limit *limit = find(which);
    return limit ? (limit->value = value, cudaSuccess) : cudaErrorUnsupportedLimit;
  });
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit which) {
  return call([&] {
    Limit *limit = find(which);
    return !limit ? cudaErrorUnsupportedLimit : value ? (*value = limit->value, cudaSuccess) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return call([&] { return deviceFlags = flags, cudaSuccess; });
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  return call([&] { return flags ? (*flags = deviceFlags, cudaSuccess) : cudaErrorInvalidValue; });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return call([&] { return cacheConfig = config, cudaSuccess; });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
  return call([&] { return *config = cudaFuncCache(cacheConfig.load()), cudaSuccess; });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return call([] { return cudaSuccess; });
}

cudaError_t cudaProfilerStart() {
  return call([] { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return call([] { return cudaSuccess; });
}

//===- Peers and pools -------------------------------------------------------------------------------------------===//

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  return onDevice(device, [&] { return peer ? cudaErrorInvalidDevice : (*can = 0, cudaSuccess); });
}

/// There is no other device.
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return call([] { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return call([] { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  return onDevice(device, [&] { return *pool = poolHandle(), cudaSuccess; });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  return host::cudaDeviceGetDefaultMemPool(pool, device);
}

/// Freed memory is not kept, whatever the threshold.
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void *) {
  return call([&] { return pool == poolHandle() ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return call([&] { return pool == poolHandle() ? cudaSuccess : cudaErrorInvalidValue; });
}

} // namespace

std::span<const Entry> deviceEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaGetDeviceCount),
      TILEC_HOST_ENTRY(cudaGetDevice),
      TILEC_HOST_ENTRY(cudaSetDevice),
      TILEC_HOST_ENTRY(cudaInitDevice),
      TILEC_HOST_ENTRY(cudaSetValidDevices),
      TILEC_HOST_ENTRY(cudaChooseDevice),
      TILEC_HOST_ENTRY(cudaGetDeviceProperties),
      {"cudaGetDeviceProperties_v2", reinterpret_cast<void *>(&cudaGetDeviceProperties_v2)},
      TILEC_HOST_ENTRY(cudaDeviceGetAttribute),
      TILEC_HOST_ENTRY(cudaDeviceSynchronize),
      TILEC_HOST_ENTRY(cudaDeviceReset),
      TILEC_HOST_ENTRY(cudaDriverGetVersion),
      TILEC_HOST_ENTRY(cudaRuntimeGetVersion),
      TILEC_HOST_ENTRY(cudaDeviceGetPCIBusId),
      TILEC_HOST_ENTRY(cudaDeviceGetByPCIBusId),
      TILEC_HOST_ENTRY(cudaDeviceSetLimit),
      TILEC_HOST_ENTRY(cudaDeviceGetLimit),
      TILEC_HOST_ENTRY(cudaSetDeviceFlags),
      TILEC_HOST_ENTRY(cudaGetDeviceFlags),
      TILEC_HOST_ENTRY(cudaDeviceSetCacheConfig),
      TILEC_HOST_ENTRY(cudaDeviceGetCacheConfig),
      TILEC_HOST_ENTRY(cudaCtxResetPersistingL2Cache),
      {"cudaProfilerStart", reinterpret_cast<void *>(&cudaProfilerStart)}, // of cuda_profiler_api.h
      {"cudaProfilerStop", reinterpret_cast<void *>(&cudaProfilerStop)},
      TILEC_HOST_ENTRY(cudaDeviceCanAccessPeer),
      TILEC_HOST_ENTRY(cudaDeviceEnablePeerAccess),
      TILEC_HOST_ENTRY(cudaDeviceDisablePeerAccess),
      TILEC_HOST_ENTRY(cudaDeviceGetDefaultMemPool),
      TILEC_HOST_ENTRY(cudaDeviceGetMemPool),
      TILEC_HOST_ENTRY(cudaMemPoolSetAttribute),
      TILEC_HOST_ENTRY(cudaMemPoolTrimTo),
  };
  return entries;
}

} // namespace tilec::program::host
