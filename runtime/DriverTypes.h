// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The part of the CUDA driver API's binary interface that the runtime uses, declared here so that it builds where no
/// CUDA Toolkit is. Values and layouts are those documented in the CUDA Driver API reference.
#ifndef TILEC_RUNTIME_DRIVERTYPES_H
#define TILEC_RUNTIME_DRIVERTYPES_H

#include <cstddef>
#include <cstdint>

namespace tilec::runtime::cu {

using Result = int; ///< CUresult; 0 is success
using DeviceHandle = int;
using DeviceAddress = uint64_t;
using ContextHandle = void *;
using ModuleHandle = void *;
using FunctionHandle = void *;
using StreamHandle = void *;
using MemoryPoolHandle = void *;
using EventHandle = void *;
using GraphHandle = void *;
using GraphNodeHandle = void *;
using GraphExecHandle = void *;

inline constexpr Result kSuccess = 0;
inline constexpr Result kOutOfMemory = 2;
inline constexpr Result kNotFound = 500;

/// CUdevice_attribute.
enum DeviceAttribute : int {
  kMultiprocessorCount = 16,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedMemoryPerBlockOptin = 97,
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  kStaticSharedBytes = 1,
  kMaxDynamicSharedBytes = 8,
  kPreferredSharedMemoryCarveoutOfFunction = 9, ///< percent
  kNonPortableClusterSizeAllowed = 14,
};

/// CUmemPool_attribute.
enum MemoryPoolAttribute : int {
  kPoolReleaseThreshold = 4, ///< bytes that stay mapped while nobody uses them; uint64_t
};

/// CUmemPoolProps, of pinned memory of a device.
struct MemoryPoolProperties {
  int allocationType = 1;
  int handleTypes = 0;
  struct {
    int type = 1;
    int id = 0;
  } location;
  void *securityAttributes = nullptr;
  size_t maxBytes = 0;
  unsigned short usage = 0;
  unsigned char reserved[54] = {};
};
static_assert(sizeof(MemoryPoolProperties) == 88);

/// CUjit_option.
enum JitOption : int {
  kErrorLogBuffer = 5,
  kErrorLogBufferBytes = 6,
};

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr int kCaptureThreadLocal = 1;
inline constexpr int kCaptureNone = 0; ///< of cuStreamIsCapturing

/// CUlaunchAttributeID.
enum LaunchAttributeId : int {
  kClusterDimension = 4,
  kProgrammaticStreamSerialization = 6,
  kPreferredSharedMemoryCarveout = 14,
};

/// CUlaunchAttributeValue: 64 bytes.
union LaunchAttributeValue {
  char pad[64];
  struct {
    unsigned x, y, z;
  } clusterDimension;
  int programmaticStreamSerializationAllowed;
  unsigned sharedMemoryCarveout;
};

/// CUlaunchAttribute: the value stands 8 bytes in.
struct LaunchAttribute {
  LaunchAttributeId id;
  char pad[4];
  LaunchAttributeValue value;
};
static_assert(sizeof(LaunchAttribute) == 72 && offsetof(LaunchAttribute, value) == 8);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ;
  unsigned blockX, blockY, blockZ;
  unsigned dynamicSharedBytes;
  StreamHandle stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};
static_assert(sizeof(LaunchConfig) == 56 && offsetof(LaunchConfig, stream) == 32);

/// CUDA_KERNEL_NODE_PARAMS_v2.
struct KernelNodeParameters {
  FunctionHandle function;
  unsigned gridX, gridY, gridZ;
  unsigned blockX, blockY, blockZ;
  unsigned dynamicSharedBytes;
  void **parameters;
  void **extra;
  void *kernel;
  ContextHandle context;
};
static_assert(sizeof(KernelNodeParameters) == 72 && offsetof(KernelNodeParameters, parameters) == 40);

/// CUtensorMap: opaque; kernels take it by value.
struct alignas(64) TensorMap {
  uint64_t opaque[16];
};
static_assert(sizeof(TensorMap) == 128);

/// CUtensorMapDataType.
enum TensorMapDataType : int {
  kUInt8 = 0,
  kUInt16 = 1,
  kUInt32 = 2,
  kInt32 = 3,
  kUInt64 = 4,
  kInt64 = 5,
  kFloat16 = 6,
  kFloat32 = 7,
  kFloat64 = 8,
  kBFloat16 = 9,
  kTFloat32 = 11,
};

/// CUtensorMapInterleave, -Swizzle, -L2promotion, -FloatOOBfill.
enum TensorMapInterleave : int { kInterleaveNone = 0 };
enum TensorMapSwizzle : int { kSwizzleNone = 0, kSwizzle32 = 1, kSwizzle64 = 2, kSwizzle128 = 3 };
enum TensorMapPromotion : int { kPromotionNone = 0, kPromotion64 = 1, kPromotion128 = 2, kPromotion256 = 3 };
enum TensorMapFill : int { kFillZero = 0, kFillNaN = 1 };

} // namespace tilec::runtime::cu

#endif // TILEC_RUNTIME_DRIVERTYPES_H
