// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/DeviceDescription.h"

#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/PtxModule.h"
#include "runtime/Program/Registry.h"
#include "tilec/Manifest.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace tilec::program::host {

namespace {

constexpr const char *kName = "CPU (tilec)";

/// The architecture in a module's description; 0 where that does not tell.
int architectureOf(const TilecProgramModule &module) {
  manifest::Manifest manifest;
  manifest::ReadError error;
  bool isRead = module.manifest
                    ? manifest::fromJson(module.manifest, manifest, error)
                    : module.image && manifest::fromPtx({static_cast<const char *>(module.image), module.imageBytes},
                                                        manifest, error);
  size_t digits = isRead ? manifest.architecture.find_first_of("0123456789") : std::string::npos;
  return digits == std::string::npos ? 0 : std::atoi(manifest.architecture.c_str() + digits);
}

/// What versions 12 and 13 have in common, under the same names.
template <typename Properties> void fillCommon(Properties &p) {
  std::strncpy(p.name, kName, sizeof(p.name) - 1);
  p.totalGlobalMem = totalMemoryBytes();
  p.sharedMemPerBlock = kSharedBytesPerBlock;
  p.sharedMemPerBlockOptin = p.sharedMemPerMultiprocessor = kSharedBytesPerBlockOptin;
  p.regsPerBlock = p.regsPerMultiprocessor = kRegistersPerBlock;
  p.warpSize = kWarpSize;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = kMaxThreadsPerBlock;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = kMaxThreadsPerBlock;
  p.maxThreadsDim[2] = kMaxThreadsPerBlockZ;
  p.maxGridSize[0] = kMaxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = kMaxGridYZ;
  p.totalConstMem = kConstantBytes;
  p.major = computeCapability() / 10;
  p.minor = computeCapability() % 10;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
  p.multiProcessorCount = cores();
  p.integrated = 1;
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = 64;
  p.l2CacheSize = 1 << 20;
  p.maxThreadsPerMultiProcessor = 2048;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.managedMemory = p.concurrentManagedAccess = p.pageableMemoryAccess = 1;
  p.hostNativeAtomicSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.directManagedMemAccessFromHost = p.pageableMemoryAccessUsesHostPageTables = 1;
  p.computePreemptionSupported = p.cooperativeLaunch = 1;
  p.maxBlocksPerMultiProcessor = 1;
}

/// The fields of version 12 up to those of later releases.
struct Properties12 {
  char name[256];
  char uuid[16], luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2];
  int maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
  int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
  int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
};

} // namespace

int computeCapability() {
  static const int value = [] {
    int newest = 0;
    for (const Module *module : allModules())
      newest = std::max(newest, module->ptx ? int(module->ptx->architecture()) : architectureOf(module->description));
    return newest ? newest : 90;
  }();
  return value;
}

int cores() {
  return int(std::max(1u, std::thread::hardware_concurrency()));
}

void fillProperties(cudaDeviceProp &properties) {
  std::memset(&properties, 0, sizeof(properties));
  fillCommon(properties);
}

void fillProperties12(void *memory) {
  Properties12 properties;
  std::memset(&properties, 0, sizeof(properties));
  fillCommon(properties);
  properties.clockRate = properties.memoryClockRate = 1000000; // kHz
  properties.deviceOverlap = 1;
  properties.singleToDoublePrecisionPerfRatio = 2;
  std::memcpy(memory, &properties, sizeof(properties));
}

std::optional<int> attribute(cudaDeviceAttr attribute) {
  cudaDeviceProp p;
  fillProperties(p);
  switch (attribute) {
  case cudaDevAttrMaxThreadsPerBlock:
    return p.maxThreadsPerBlock;
  case cudaDevAttrMaxBlockDimX:
    return p.maxThreadsDim[0];
  case cudaDevAttrMaxBlockDimY:
    return p.maxThreadsDim[1];
  case cudaDevAttrMaxBlockDimZ:
    return p.maxThreadsDim[2];
  case cudaDevAttrMaxGridDimX:
    return p.maxGridSize[0];
  case cudaDevAttrMaxGridDimY:
    return p.maxGridSize[1];
  case cudaDevAttrMaxGridDimZ:
    return p.maxGridSize[2];
  case cudaDevAttrMaxSharedMemoryPerBlock:
    return int(p.sharedMemPerBlock);
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    return int(p.sharedMemPerBlockOptin);
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    return int(p.sharedMemPerMultiprocessor);
  case cudaDevAttrTotalConstantMemory:
    return int(p.totalConstMem);
  case cudaDevAttrWarpSize:
    return p.warpSize;
  case cudaDevAttrMaxPitch:
    return int(p.memPitch);
  case cudaDevAttrMaxRegistersPerBlock:
    return p.regsPerBlock;
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    return p.regsPerMultiprocessor;
  case cudaDevAttrClockRate:
  case cudaDevAttrMemoryClockRate:
    return 1000000; // kHz
  case cudaDevAttrTextureAlignment:
    return int(p.textureAlignment);
  case cudaDevAttrTexturePitchAlignment:
    return int(p.texturePitchAlignment);
  case cudaDevAttrSurfaceAlignment:
    return int(p.surfaceAlignment);
  case cudaDevAttrMultiProcessorCount:
    return p.multiProcessorCount;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    return p.maxThreadsPerMultiProcessor;
  case cudaDevAttrMaxBlocksPerMultiprocessor:
    return p.maxBlocksPerMultiProcessor;
  case cudaDevAttrGlobalMemoryBusWidth:
    return p.memoryBusWidth;
  case cudaDevAttrL2CacheSize:
    return p.l2CacheSize;
  case cudaDevAttrAsyncEngineCount:
    return p.asyncEngineCount;
  case cudaDevAttrComputeCapabilityMajor:
    return p.major;
  case cudaDevAttrComputeCapabilityMinor:
    return p.minor;
  case cudaDevAttrSingleToDoublePrecisionPerfRatio:
    return 2;
  case cudaDevAttrGpuOverlap:
  case cudaDevAttrIntegrated:
  case cudaDevAttrCanMapHostMemory:
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrStreamPrioritiesSupported:
  case cudaDevAttrGlobalL1CacheSupported:
  case cudaDevAttrLocalL1CacheSupported:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrConcurrentManagedAccess:
  case cudaDevAttrPageableMemoryAccess:
  case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
  case cudaDevAttrDirectManagedMemAccessFromHost:
  case cudaDevAttrHostNativeAtomicSupported:
  case cudaDevAttrComputePreemptionSupported:
  case cudaDevAttrCanUseHostPointerForRegisteredMem:
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrHostRegisterSupported:
  case cudaDevAttrMemoryPoolsSupported:
    return 1;
  case cudaDevAttrKernelExecTimeout:
  case cudaDevAttrComputeMode:
  case cudaDevAttrEccEnabled:
  case cudaDevAttrPciBusId:
  case cudaDevAttrPciDeviceId:
  case cudaDevAttrPciDomainId:
  case cudaDevAttrTccDriver:
  case cudaDevAttrIsMultiGpuBoard:
  case cudaDevAttrMultiGpuBoardGroupID:
  case cudaDevAttrMaxPersistingL2CacheSize:
  case cudaDevAttrMaxAccessPolicyWindowSize:
  case cudaDevAttrReservedSharedMemoryPerBlock:
    return 0;
  default:
    return std::nullopt;
  }
}

} // namespace tilec::program::host
