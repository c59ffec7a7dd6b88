// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions of libcuda that the runtime calls, found by name at first use. Adding one is adding one line here.
#ifndef TILEC_RUNTIME_DRIVERTABLE_H
#define TILEC_RUNTIME_DRIVERTABLE_H

#include "runtime/DriverTypes.h"
#include "tilec/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace tilec::runtime {

/// A named slot of the table.
struct DriverEntry {
  DriverEntry(std::vector<DriverEntry *> &all, const char *name) : name(name) {
    all.push_back(this);
  }
  const char *name;
  void *address = nullptr;
};

/// A slot with its parameter types.
template <typename... Parameters> struct DriverFunction : DriverEntry {
  using DriverEntry::DriverEntry;
};

struct DriverTable {
  DriverTable() = default;
  DriverTable(const DriverTable &) = delete;
  DriverTable &operator=(const DriverTable &) = delete;

  /// Opens the library and fills the slots; never closed again, as libcuda does not bear it.
  static Expected<std::shared_ptr<DriverTable>> open(const std::string &path);

  /// Calls `function`; a result other than success becomes an Error with the driver's name and text for it.
  template <typename... Parameters>
  Status call(const DriverFunction<Parameters...> &function, std::type_identity_t<Parameters>... arguments) const {
    if (!function.address)
      return missing(function);
    auto pointer = reinterpret_cast<cu::Result (*)(Parameters...)>(function.address);
    cu::Result result = pointer(arguments...);
    return result == cu::kSuccess ? Status() : Status(describe(function, result));
  }

  std::vector<DriverEntry *> all; ///< before the slots, which enter themselves

  DriverFunction<unsigned> init{all, "cuInit"};
  DriverFunction<int *> driverGetVersion{all, "cuDriverGetVersion"};
  DriverFunction<cu::Result, const char **> getErrorName{all, "cuGetErrorName"};
  DriverFunction<cu::Result, const char **> getErrorString{all, "cuGetErrorString"};

  DriverFunction<int *> deviceGetCount{all, "cuDeviceGetCount"};
  DriverFunction<cu::DeviceHandle *, int> deviceGet{all, "cuDeviceGet"};
  DriverFunction<char *, int, cu::DeviceHandle> deviceGetName{all, "cuDeviceGetName"};
  DriverFunction<int *, cu::DeviceAttribute, cu::DeviceHandle> deviceGetAttribute{all, "cuDeviceGetAttribute"};
  DriverFunction<cu::ContextHandle *, cu::DeviceHandle> primaryRetain{all, "cuDevicePrimaryCtxRetain"};
  DriverFunction<cu::DeviceHandle> primaryRelease{all, "cuDevicePrimaryCtxRelease_v2"};

  DriverFunction<cu::ContextHandle *, unsigned, cu::DeviceHandle> contextCreate{all, "cuCtxCreate_v2"};
  DriverFunction<cu::ContextHandle> contextDestroy{all, "cuCtxDestroy_v2"};
  DriverFunction<cu::ContextHandle> contextPush{all, "cuCtxPushCurrent_v2"};
  DriverFunction<cu::ContextHandle *> contextPop{all, "cuCtxPopCurrent_v2"};
  DriverFunction<cu::ContextHandle *> contextGetCurrent{all, "cuCtxGetCurrent"};
  DriverFunction<cu::DeviceHandle *> contextGetDevice{all, "cuCtxGetDevice"};
  DriverFunction<> contextSynchronize{all, "cuCtxSynchronize"};

  DriverFunction<cu::ModuleHandle *, const void *, unsigned, cu::JitOption *, void **> moduleLoad{all,
                                                                                                  "cuModuleLoadDataEx"};
  DriverFunction<cu::ModuleHandle> moduleUnload{all, "cuModuleUnload"};
  DriverFunction<cu::FunctionHandle *, cu::ModuleHandle, const char *> moduleGetFunction{all, "cuModuleGetFunction"};
  DriverFunction<cu::DeviceAddress *, size_t *, cu::ModuleHandle, const char *> moduleGetGlobal{all,
                                                                                                "cuModuleGetGlobal_v2"};
  DriverFunction<int *, cu::FunctionAttribute, cu::FunctionHandle> functionGetAttribute{all, "cuFuncGetAttribute"};
  DriverFunction<cu::FunctionHandle, cu::FunctionAttribute, int> functionSetAttribute{all, "cuFuncSetAttribute"};
  DriverFunction<int *, cu::FunctionHandle, int, size_t> maxActiveCtas{all,
                                                                       "cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  DriverFunction<int *, cu::FunctionHandle, const cu::LaunchConfig *> maxActiveClusters{all,
                                                                                        "cuOccupancyMaxActiveClusters"};
  DriverFunction<const cu::LaunchConfig *, cu::FunctionHandle, void **, void **> launchKernel{all, "cuLaunchKernelEx"};

  DriverFunction<cu::TensorMap *, cu::TensorMapDataType, unsigned, void *, const uint64_t *, const uint64_t *,
                 const unsigned *, const unsigned *, cu::TensorMapInterleave, cu::TensorMapSwizzle,
                 cu::TensorMapPromotion, cu::TensorMapFill>
      tensorMapEncodeTiled{all, "cuTensorMapEncodeTiled"};

  DriverFunction<size_t *, size_t *> memoryInfo{all, "cuMemGetInfo_v2"};
  DriverFunction<cu::DeviceAddress *, size_t> memoryAllocate{all, "cuMemAlloc_v2"};
  DriverFunction<cu::DeviceAddress> memoryFree{all, "cuMemFree_v2"};
  DriverFunction<cu::MemoryPoolHandle *, const cu::MemoryPoolProperties *> memoryPoolCreate{all, "cuMemPoolCreate"};
  DriverFunction<cu::MemoryPoolHandle, cu::MemoryPoolAttribute, void *> memoryPoolSetAttribute{all,
                                                                                               "cuMemPoolSetAttribute"};
  DriverFunction<cu::MemoryPoolHandle> memoryPoolDestroy{all, "cuMemPoolDestroy"};
  DriverFunction<cu::DeviceAddress *, size_t, cu::MemoryPoolHandle, cu::StreamHandle> memoryAllocateAsync{
      all, "cuMemAllocFromPoolAsync"};
  DriverFunction<cu::DeviceAddress, cu::StreamHandle> memoryFreeAsync{all, "cuMemFreeAsync"};
  DriverFunction<cu::DeviceAddress, const void *, size_t> copyToDevice{all, "cuMemcpyHtoD_v2"};
  DriverFunction<void *, cu::DeviceAddress, size_t> copyToHost{all, "cuMemcpyDtoH_v2"};
  DriverFunction<cu::DeviceAddress, const void *, size_t, cu::StreamHandle> copyToDeviceAsync{all,
                                                                                              "cuMemcpyHtoDAsync_v2"};
  DriverFunction<void *, cu::DeviceAddress, size_t, cu::StreamHandle> copyToHostAsync{all, "cuMemcpyDtoHAsync_v2"};
  DriverFunction<cu::DeviceAddress, unsigned char, size_t, cu::StreamHandle> fillAsync{all, "cuMemsetD8Async"};

  DriverFunction<cu::StreamHandle *, unsigned, int> streamCreate{all, "cuStreamCreateWithPriority"};
  DriverFunction<cu::StreamHandle> streamDestroy{all, "cuStreamDestroy_v2"};
  DriverFunction<cu::StreamHandle> streamSynchronize{all, "cuStreamSynchronize"};
  DriverFunction<cu::StreamHandle, cu::EventHandle, unsigned> streamWaitEvent{all, "cuStreamWaitEvent"};
  DriverFunction<cu::StreamHandle, int> streamBeginCapture{all, "cuStreamBeginCapture_v2"};
  DriverFunction<cu::StreamHandle, cu::GraphHandle *> streamEndCapture{all, "cuStreamEndCapture"};
  DriverFunction<cu::StreamHandle, int *> streamIsCapturing{all, "cuStreamIsCapturing"};
  DriverFunction<cu::StreamHandle, unsigned long long *> streamGetId{all, "cuStreamGetId"};

  DriverFunction<cu::EventHandle *, unsigned> eventCreate{all, "cuEventCreate"};
  DriverFunction<cu::EventHandle> eventDestroy{all, "cuEventDestroy_v2"};
  DriverFunction<cu::EventHandle, cu::StreamHandle> eventRecord{all, "cuEventRecord"};
  DriverFunction<cu::EventHandle> eventSynchronize{all, "cuEventSynchronize"};
  DriverFunction<float *, cu::EventHandle, cu::EventHandle> eventElapsedTime{all, "cuEventElapsedTime"};

  DriverFunction<cu::GraphNodeHandle *, cu::GraphHandle, const cu::GraphNodeHandle *, size_t,
                 const cu::KernelNodeParameters *>
      graphAddKernelNode{all, "cuGraphAddKernelNode_v2"};
  DriverFunction<cu::GraphNodeHandle, cu::KernelNodeParameters *> kernelNodeGet{all, "cuGraphKernelNodeGetParams_v2"};
  DriverFunction<cu::GraphNodeHandle, const cu::KernelNodeParameters *> kernelNodeSet{all,
                                                                                      "cuGraphKernelNodeSetParams_v2"};
  DriverFunction<cu::GraphExecHandle, cu::GraphNodeHandle, const cu::KernelNodeParameters *> execKernelNodeSet{
      all, "cuGraphExecKernelNodeSetParams_v2"};
  DriverFunction<cu::GraphNodeHandle, cu::LaunchAttributeId, cu::LaunchAttributeValue *> kernelNodeGetAttribute{
      all, "cuGraphKernelNodeGetAttribute"};
  DriverFunction<cu::GraphNodeHandle, cu::LaunchAttributeId, const cu::LaunchAttributeValue *> kernelNodeSetAttribute{
      all, "cuGraphKernelNodeSetAttribute"};
  DriverFunction<cu::GraphExecHandle *, cu::GraphHandle, unsigned long long> graphInstantiate{
      all, "cuGraphInstantiateWithFlags"};
  DriverFunction<cu::GraphExecHandle, cu::StreamHandle> graphLaunch{all, "cuGraphLaunch"};
  DriverFunction<cu::GraphExecHandle> graphExecDestroy{all, "cuGraphExecDestroy"};
  DriverFunction<cu::GraphHandle> graphDestroy{all, "cuGraphDestroy"};

private:
  Error describe(const DriverEntry &function, cu::Result result) const;
  static Error missing(const DriverEntry &function);
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_DRIVERTABLE_H
