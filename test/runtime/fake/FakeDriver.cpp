// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A libcuda for tests: records calls, fails on demand, runs nothing.
#include "test/runtime/fake/FakeDriver.h"

#include "runtime/DriverTypes.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <vector>

using namespace tilec::runtime::cu;

namespace {

struct State {
  std::recursive_mutex mutex;
  std::ostringstream log;
  std::string logCopy, assemblerLog, manifest;
  bool hasManifest = false;
  std::map<std::string, int> failures;
  int major = 9, minor = 0, live = 0, pushed = 0, pushes = 0, residentCtas = 2, residentClusters = 15;
  std::vector<void *> parameters;
  int tensorMapParameter = -1, capturing = 0;
  TensorMap tensorMap = {};
};

State &state() {
  static State instance;
  return instance;
}

/// A kernel node: what the driver keeps of it.
struct KernelNode {
  KernelNodeParameters parameters;
  unsigned cluster[3] = {};
  std::vector<std::vector<char>> values;
  std::vector<void *> addresses;

  void keep(const KernelNodeParameters &given) {
    parameters = given;
    values.clear();
    addresses.clear();
    // The parameters of the kernels that the tests have in nodes; `b` gets the grid of tile blocks behind them.
    std::vector<size_t> bytes = {8, 4, 8, 2, 12};
    if (char(uintptr_t(given.function)) == '_')
      bytes = {8, 8, 8, 4};
    else if (char(uintptr_t(given.function)) == 'b')
      bytes.push_back(12);
    for (size_t count : bytes) {
      auto *from = static_cast<char *>(given.parameters[values.size()]);
      values.emplace_back(from, from + count);
    }
    for (std::vector<char> &value : values)
      addresses.push_back(value.data());
    parameters.parameters = addresses.data();
  }
};

std::string describe(const KernelNodeParameters &node) {
  std::ostringstream text;
  text << char(uintptr_t(node.function)) << " grid=" << node.gridX << 'x' << node.gridY << 'x' << node.gridZ
       << " block=" << node.blockX << 'x' << node.blockY << 'x' << node.blockZ << " shared=" << node.dynamicSharedBytes;
  return text.str();
}

/// Contexts pushed by this thread; the last is current.
std::vector<ContextHandle> &current() {
  static thread_local std::vector<ContextHandle> contexts;
  return contexts;
}

/// Writes a line of the log and says what the call shall return.
template <typename... Values> Result record(const char *function, Values... values) {
  State &s = state();
  std::lock_guard lock(s.mutex);
  s.log << function;
  ((s.log << ' ' << values), ...);
  s.log << '\n';
  auto planned = s.failures.find(function);
  return planned == s.failures.end() ? kSuccess : planned->second;
}

/// Makes an object; its address is all there is to it.
template <typename Handle> Result make(Result result, Handle *handle, size_t bytes = 1) {
  if (result == kSuccess) {
    *handle = Handle(std::malloc(bytes));
    ++state().live;
  }
  return result;
}

Result destroy(Result result, void *handle) {
  std::free(handle);
  --state().live;
  return result;
}

std::string describe(const LaunchAttribute &a) {
  std::ostringstream text;
  if (a.id == kClusterDimension)
    text << "cluster=" << a.value.clusterDimension.x << 'x' << a.value.clusterDimension.y << 'x'
         << a.value.clusterDimension.z;
  else if (a.id == kProgrammaticStreamSerialization)
    text << "pdl=" << a.value.programmaticStreamSerializationAllowed;
  else if (a.id == kPreferredSharedMemoryCarveout)
    text << "carveout=" << a.value.sharedMemoryCarveout;
  return text.str();
}

} // namespace

extern "C" {

void fakeResidentCtas(int ctas) {
  state().residentCtas = ctas;
}
void fakeResidentClusters(int clusters) {
  state().residentClusters = clusters;
}
void fakeReset() {
  State &s = state();
  s.log.str("");
  s.failures.clear();
  s.assemblerLog.clear();
  s.hasManifest = false;
  s.major = 9;
  s.minor = 0;
  s.tensorMapParameter = -1;
  s.residentCtas = 2;
  s.residentClusters = 15;
}
void fakeFail(const char *function, int result) {
  state().failures[function] = result;
}
void fakeAssemblerLog(const char *text) {
  state().assemblerLog = text;
}
void fakeComputeCapability(int major, int minor) {
  state().major = major;
  state().minor = minor;
}
void fakeManifest(const char *json) {
  state().hasManifest = json;
  state().manifest = json ? json : "";
}
const char *fakeLog() {
  state().logCopy = state().log.str();
  return state().logCopy.c_str();
}
int fakeLiveObjects() {
  return state().live;
}
int fakePushedContexts() {
  return state().pushed;
}
int fakeContextPushes() {
  return state().pushes;
}
const void *fakeLaunchParameter(int index) {
  return state().parameters.at(index);
}

void fakeKeepTensorMap(int parameter) {
  state().tensorMapParameter = parameter;
}
unsigned long long fakeTensorMapBase() {
  return state().tensorMap.opaque[0];
}
unsigned long long fakeTensorMapExtent() {
  return state().tensorMap.opaque[1];
}

Result cuTensorMapEncodeTiled(TensorMap *map, TensorMapDataType type, unsigned rank, void *base,
                              const uint64_t *extents, const uint64_t *strides, const unsigned *box,
                              const unsigned *steps, TensorMapInterleave, TensorMapSwizzle swizzle,
                              TensorMapPromotion promotion, TensorMapFill fill) {
  // The address is looked up in the current context.
  constexpr Result kInvalidContext = 201;
  if (current().empty())
    return kInvalidContext;
  std::ostringstream text;
  auto list = [&](const char *name, auto *values, unsigned count) {
    text << ' ' << name << '=';
    for (unsigned i = 0; i < count; ++i)
      text << (i ? "x" : "") << values[i];
  };
  text << "type=" << int(type) << " base=" << uintptr_t(base);
  list("extents", extents, rank);
  list("strides", strides, rank - 1);
  list("box", box, rank);
  list("steps", steps, rank);
  text << " swizzle=" << int(swizzle) << " promotion=" << int(promotion) << " fill=" << int(fill);
  *map = {};
  map->opaque[0] = uintptr_t(base);
  map->opaque[1] = extents[0];
  return record("cuTensorMapEncodeTiled", text.str());
}
Result cuInit(unsigned flags) {
  return record("cuInit", flags);
}
Result cuDriverGetVersion(int *version) {
  *version = 13000;
  return kSuccess;
}
Result cuGetErrorName(Result result, const char **name) {
  *name = result == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : result == 218 ? "CUDA_ERROR_INVALID_PTX" : "CUDA_ERROR_SOMETHING";
  return kSuccess;
}
Result cuGetErrorString(Result result, const char **text) {
  *text = result == 2 ? "out of memory" : result == 218 ? "a PTX JIT compilation failed" : "something failed";
  return kSuccess;
}
Result cuDeviceGetCount(int *count) {
  *count = 1;
  return record("cuDeviceGetCount");
}
Result cuDeviceGet(DeviceHandle *device, int ordinal) {
  *device = 70 + ordinal; // a handle is not an ordinal
  return record("cuDeviceGet", ordinal);
}
Result cuDeviceGetName(char *name, int bytes, DeviceHandle) {
  std::strncpy(name, "Fake GPU", bytes);
  return kSuccess;
}
Result cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceHandle) {
  *value = attribute == kComputeCapabilityMajor   ? state().major
           : attribute == kComputeCapabilityMinor ? state().minor
           : attribute == kMultiprocessorCount    ? 132
                                                  : 232448;
  return kSuccess;
}
Result cuDevicePrimaryCtxRetain(ContextHandle *context, DeviceHandle device) {
  static char primary;
  *context = &primary;
  ++state().live;
  return record("cuDevicePrimaryCtxRetain", device);
}
Result cuDevicePrimaryCtxRelease_v2(DeviceHandle device) {
  --state().live;
  return record("cuDevicePrimaryCtxRelease", device);
}
Result cuCtxCreate_v2(ContextHandle *context, unsigned flags, DeviceHandle device) {
  ++state().pushed;
  return make(record("cuCtxCreate", flags, device), context);
}
Result cuCtxDestroy_v2(ContextHandle context) {
  return destroy(record("cuCtxDestroy"), context);
}
Result cuCtxPushCurrent_v2(ContextHandle context) {
  ++state().pushed;
  ++state().pushes;
  current().push_back(context);
  return kSuccess;
}
Result cuCtxPopCurrent_v2(ContextHandle *context) {
  --state().pushed;
  // A context that was just created lies below.
  *context = current().empty() ? nullptr : current().back();
  if (!current().empty())
    current().pop_back();
  return kSuccess;
}
Result cuCtxGetCurrent(ContextHandle *context) {
  *context = current().empty() ? nullptr : current().back();
  return kSuccess;
}
Result cuCtxGetDevice(DeviceHandle *device) {
  *device = 70;
  return kSuccess;
}
Result cuCtxSynchronize() {
  return record("cuCtxSynchronize");
}
Result cuModuleLoadDataEx(ModuleHandle *module, const void *image, unsigned count, JitOption *options, void **values) {
  Result result = record("cuModuleLoadDataEx");
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == kErrorLogBuffer && result != kSuccess)
      std::strcpy(static_cast<char *>(values[i]), state().assemblerLog.c_str());
  return make(result, module);
}
Result cuModuleUnload(ModuleHandle module) {
  return destroy(record("cuModuleUnload"), module);
}
Result cuModuleGetFunction(FunctionHandle *function, ModuleHandle, const char *name) {
  *function = reinterpret_cast<FunctionHandle>(uintptr_t(name[0]));
  return record("cuModuleGetFunction", name);
}
Result cuModuleGetGlobal_v2(DeviceAddress *address, size_t *bytes, ModuleHandle, const char *name) {
  record("cuModuleGetGlobal", name);
  if (!state().hasManifest)
    return kNotFound;
  *address = DeviceAddress(state().manifest.c_str());
  *bytes = state().manifest.size() + 1;
  return kSuccess;
}
Result cuFuncGetAttribute(int *value, FunctionAttribute, FunctionHandle) {
  *value = 0;
  return kSuccess;
}
Result cuFuncSetAttribute(FunctionHandle, FunctionAttribute attribute, int value) {
  return record("cuFuncSetAttribute", int(attribute), value);
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *ctas, FunctionHandle, int threads, size_t sharedBytes) {
  *ctas = state().residentCtas;
  return record("cuOccupancyMaxActiveBlocksPerMultiprocessor", threads, sharedBytes);
}
Result cuOccupancyMaxActiveClusters(int *clusters, FunctionHandle, const LaunchConfig *c) {
  *clusters = state().residentClusters;
  return record("cuOccupancyMaxActiveClusters", c->blockX, c->dynamicSharedBytes);
}
Result cuLaunchKernelEx(const LaunchConfig *c, FunctionHandle function, void **parameters, void **) {
  std::ostringstream text;
  text << char(uintptr_t(function)) << " grid=" << c->gridX << 'x' << c->gridY << 'x' << c->gridZ
       << " block=" << c->blockX << 'x' << c->blockY << 'x' << c->blockZ << " shared=" << c->dynamicSharedBytes;
  for (unsigned i = 0; i < c->attributeCount; ++i)
    text << ' ' << describe(c->attributes[i]);
  static std::vector<std::vector<char>> copies;
  copies.clear();
  state().parameters.clear();
  constexpr int kBytes[] = {8, 4, 8, 2}; // of the first parameters of every kernel that the tests launch
  for (int i = 0; i < 4; ++i) {
    copies.emplace_back(static_cast<char *>(parameters[i]), static_cast<char *>(parameters[i]) + kBytes[i]);
    state().parameters.push_back(copies.back().data());
  }
  if (state().tensorMapParameter >= 0)
    std::memcpy(&state().tensorMap, parameters[state().tensorMapParameter], sizeof(TensorMap));
  return record("cuLaunchKernelEx", text.str());
}
Result cuMemGetInfo_v2(size_t *free, size_t *total) {
  *free = 100;
  *total = 200;
  return record("cuMemGetInfo");
}
Result cuMemAlloc_v2(DeviceAddress *address, size_t bytes) {
  return make(record("cuMemAlloc_v2", bytes), address, bytes);
}
Result cuMemFree_v2(DeviceAddress address) {
  return destroy(record("cuMemFree"), reinterpret_cast<void *>(address));
}
Result cuMemPoolCreate(MemoryPoolHandle *pool, const MemoryPoolProperties *properties) {
  return make(record("cuMemPoolCreate", properties->location.id), pool);
}
Result cuMemPoolSetAttribute(MemoryPoolHandle, MemoryPoolAttribute attribute, void *value) {
  return record("cuMemPoolSetAttribute", attribute, *static_cast<uint64_t *>(value));
}
Result cuMemPoolDestroy(MemoryPoolHandle pool) {
  return destroy(record("cuMemPoolDestroy"), pool);
}
Result cuMemAllocFromPoolAsync(DeviceAddress *address, size_t bytes, MemoryPoolHandle, StreamHandle) {
  return make(record("cuMemAllocFromPoolAsync", bytes), address, bytes);
}
Result cuMemFreeAsync(DeviceAddress address, StreamHandle) {
  return destroy(record("cuMemFreeAsync"), reinterpret_cast<void *>(address));
}
Result cuMemcpyHtoD_v2(DeviceAddress target, const void *source, size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(target), source, bytes);
  return record("cuMemcpyHtoD", bytes);
}
Result cuMemcpyDtoH_v2(void *target, DeviceAddress source, size_t bytes) {
  std::memcpy(target, reinterpret_cast<void *>(source), bytes);
  return record("cuMemcpyDtoH", bytes);
}
Result cuMemcpyHtoDAsync_v2(DeviceAddress target, const void *source, size_t bytes, StreamHandle) {
  return cuMemcpyHtoD_v2(target, source, bytes);
}
Result cuMemcpyDtoHAsync_v2(void *target, DeviceAddress source, size_t bytes, StreamHandle) {
  return cuMemcpyDtoH_v2(target, source, bytes);
}
Result cuMemsetD8Async(DeviceAddress target, unsigned char value, size_t bytes, StreamHandle) {
  std::memset(reinterpret_cast<void *>(target), value, bytes);
  return record("cuMemsetD8Async", int(value), bytes);
}
Result cuStreamCreateWithPriority(StreamHandle *stream, unsigned flags, int priority) {
  return make(record("cuStreamCreateWithPriority", flags, priority), stream);
}
Result cuStreamDestroy_v2(StreamHandle stream) {
  return destroy(record("cuStreamDestroy"), stream);
}
Result cuStreamSynchronize(StreamHandle) {
  return record("cuStreamSynchronize");
}
Result cuStreamWaitEvent(StreamHandle, EventHandle, unsigned flags) {
  return record("cuStreamWaitEvent", flags);
}
Result cuStreamBeginCapture_v2(StreamHandle, int mode) {
  state().capturing = 1;
  return record("cuStreamBeginCapture", mode);
}
Result cuStreamIsCapturing(StreamHandle, int *status) {
  *status = state().capturing;
  return kSuccess;
}
Result cuStreamGetId(StreamHandle stream, unsigned long long *id) {
  *id = reinterpret_cast<unsigned long long>(stream);
  return kSuccess;
}
Result cuStreamEndCapture(StreamHandle, GraphHandle *graph) {
  state().capturing = 0;
  return make(record("cuStreamEndCapture"), graph);
}
Result cuEventCreate(EventHandle *event, unsigned flags) {
  return make(record("cuEventCreate", flags), event);
}
Result cuEventDestroy_v2(EventHandle event) {
  return destroy(record("cuEventDestroy"), event);
}
Result cuEventRecord(EventHandle, StreamHandle) {
  return record("cuEventRecord");
}
Result cuEventSynchronize(EventHandle) {
  return record("cuEventSynchronize");
}
Result cuEventElapsedTime(float *milliseconds, EventHandle, EventHandle) {
  *milliseconds = 1.5f;
  return record("cuEventElapsedTime");
}
Result cuGraphAddKernelNode_v2(GraphNodeHandle *node, GraphHandle, const GraphNodeHandle *, size_t dependencies,
                               const KernelNodeParameters *parameters) {
  auto *made = new KernelNode;
  made->keep(*parameters);
  *node = made;
  return record("cuGraphAddKernelNode", describe(*parameters), "dependencies", dependencies);
}
Result cuGraphKernelNodeGetParams_v2(GraphNodeHandle node, KernelNodeParameters *parameters) {
  *parameters = static_cast<KernelNode *>(node)->parameters;
  return kSuccess;
}
Result cuGraphKernelNodeSetParams_v2(GraphNodeHandle node, const KernelNodeParameters *parameters) {
  static_cast<KernelNode *>(node)->keep(*parameters);
  return record("cuGraphKernelNodeSetParams", describe(*parameters));
}
Result cuGraphExecKernelNodeSetParams_v2(GraphExecHandle, GraphNodeHandle, const KernelNodeParameters *parameters) {
  return record("cuGraphExecKernelNodeSetParams", describe(*parameters));
}
Result cuGraphKernelNodeGetAttribute(GraphNodeHandle node, LaunchAttributeId, LaunchAttributeValue *value) {
  const unsigned *cluster = static_cast<KernelNode *>(node)->cluster;
  value->clusterDimension = {cluster[0], cluster[1], cluster[2]};
  return kSuccess;
}
Result cuGraphKernelNodeSetAttribute(GraphNodeHandle node, LaunchAttributeId id, const LaunchAttributeValue *value) {
  auto [x, y, z] = value->clusterDimension;
  std::memcpy(static_cast<KernelNode *>(node)->cluster, value, 12);
  return record("cuGraphKernelNodeSetAttribute", int(id), x, y, z);
}
Result cuGraphInstantiateWithFlags(GraphExecHandle *executable, GraphHandle, unsigned long long flags) {
  return make(record("cuGraphInstantiate", flags), executable);
}
Result cuGraphLaunch(GraphExecHandle, StreamHandle) {
  return record("cuGraphLaunch");
}
Result cuGraphExecDestroy(GraphExecHandle executable) {
  return destroy(record("cuGraphExecDestroy"), executable);
}
Result cuGraphDestroy(GraphHandle graph) {
  return destroy(record("cuGraphDestroy"), graph);
}
}
