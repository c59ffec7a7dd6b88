// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The C API: each handle is a heap copy of the C++ object of the same name.
#include "runtime/CApiTypes.h"
#include "tilec/Bundle.h"
#include "tilec/Runtime.h"

#include <cstddef>
#include <cstring>

using namespace tilec::runtime;

struct TilecDriverImpl {
  Driver value;
};
struct TilecDeviceImpl {
  Device value;
  std::string architecture;
};
struct TilecContextImpl {
  Context value;
};
struct TilecBundleImpl {
  tilec::Bundle value;
  std::string kernel, constants; ///< of the latest choice
};
struct TilecModuleImpl {
  Module value;
  std::string manifest;
};
struct TilecKernelImpl {
  Kernel value;
};
struct TilecBufferImpl {
  Buffer value;
};
struct TilecStreamImpl {
  Stream value;
};
struct TilecEventImpl {
  Event value;
};
struct TilecGraphImpl {
  Graph value;
};

namespace {

/// Hands out a result as a handle made from it and `extra`.
template <typename Impl, typename T, typename... Extra>
TilecError give(Expected<T> result, Impl **into, Extra... extra) {
  if (!result)
    return toC(result.error());
  *into = new Impl{std::move(*result), std::move(extra)...};
  return nullptr;
}

} // namespace

int tilecErrorCode(TilecError error) {
  return error->error.code;
}
const char *tilecErrorCall(TilecError error) {
  return error->error.call.c_str();
}
const char *tilecErrorName(TilecError error) {
  return error->error.name.c_str();
}
const char *tilecErrorText(TilecError error) {
  return error->error.text.c_str();
}
const char *tilecErrorMessage(TilecError error) {
  return error->message.c_str();
}
void tilecErrorDestroy(TilecError error) {
  delete error;
}

TilecError tilecDriverLoad(const char *path, TilecDriver *driver) {
  return give(Driver::load(path ? path : ""), driver);
}
void tilecDriverDestroy(TilecDriver driver) {
  delete driver;
}
TilecError tilecDriverDeviceCount(TilecDriver driver, int *count) {
  auto result = driver->value.deviceCount();
  if (!result)
    return toC(result.error());
  *count = *result;
  return nullptr;
}
TilecError tilecDeviceGet(TilecDriver driver, int ordinal, TilecDevice *device) {
  auto result = driver->value.device(ordinal);
  std::string architecture = result ? result->architecture() : "";
  return give(std::move(result), device, architecture);
}
void tilecDeviceDestroy(TilecDevice device) {
  delete device;
}
const char *tilecDeviceName(TilecDevice device) {
  return device->value.name().c_str();
}
int tilecDeviceComputeCapability(TilecDevice device) {
  return device->value.computeCapability();
}
const char *tilecDeviceArchitecture(TilecDevice device) {
  return device->architecture.c_str();
}

TilecError tilecContextGetPrimary(TilecDevice device, TilecContext *context) {
  return give(device->value.primaryContext(), context);
}
TilecError tilecContextCreate(TilecDevice device, TilecContext *context) {
  return give(device->value.createContext(), context);
}
TilecError tilecContextGetCurrent(TilecDriver driver, TilecContext *context) {
  return give(driver->value.currentContext(), context);
}
void tilecContextDestroy(TilecContext context) {
  delete context;
}
TilecError tilecContextSynchronize(TilecContext context) {
  return toC(context->value.synchronize());
}

TilecError tilecBufferCreate(TilecContext context, size_t bytes, TilecBuffer *buffer) {
  return give(Buffer::allocate(context->value, bytes), buffer);
}
void tilecBufferDestroy(TilecBuffer buffer) {
  delete buffer;
}
uint64_t tilecBufferAddress(TilecBuffer buffer) {
  return buffer->value.address();
}
size_t tilecBufferSize(TilecBuffer buffer) {
  return buffer->value.size();
}
TilecError tilecBufferCopyFrom(TilecBuffer buffer, const void *source, size_t bytes, size_t offset) {
  return toC(buffer->value.copyFrom(source, bytes, offset));
}
TilecError tilecBufferCopyTo(TilecBuffer buffer, void *target, size_t bytes, size_t offset) {
  return toC(buffer->value.copyTo(target, bytes, offset));
}
TilecError tilecBufferFill(TilecBuffer buffer, TilecStream stream, uint8_t value) {
  return toC(buffer->value.fill(stream->value, value));
}

TilecError tilecStreamCreate(TilecContext context, int priority, TilecStream *stream) {
  return give(Stream::create(context->value, priority), stream);
}
TilecStream tilecStreamBorrow(TilecContext context, void *native) {
  return new TilecStreamImpl{Stream::borrow(context->value, native)};
}
void tilecStreamDestroy(TilecStream stream) {
  delete stream;
}
TilecError tilecStreamSynchronize(TilecStream stream) {
  return toC(stream->value.synchronize());
}
TilecError tilecStreamWait(TilecStream stream, TilecEvent event) {
  return toC(stream->value.wait(event->value));
}
TilecError tilecStreamBeginCapture(TilecStream stream) {
  return toC(stream->value.beginCapture());
}
TilecError tilecStreamEndCapture(TilecStream stream, TilecGraph *graph) {
  return give(stream->value.endCapture(), graph);
}
TilecError tilecEventCreate(TilecContext context, bool timing, TilecEvent *event) {
  return give(Event::create(context->value, timing), event);
}
void tilecEventDestroy(TilecEvent event) {
  delete event;
}
TilecError tilecEventRecord(TilecEvent event, TilecStream stream) {
  return toC(event->value.record(stream->value));
}
TilecError tilecEventSynchronize(TilecEvent event) {
  return toC(event->value.synchronize());
}
TilecError tilecEventElapsed(TilecEvent start, TilecEvent end, float *milliseconds) {
  auto result = end->value.millisecondsSince(start->value);
  if (!result)
    return toC(result.error());
  *milliseconds = *result;
  return nullptr;
}
TilecError tilecGraphLaunch(TilecGraph graph, TilecStream stream) {
  return toC(graph->value.launch(stream->value));
}
void tilecGraphDestroy(TilecGraph graph) {
  delete graph;
}

static TilecError giveModule(Expected<Module> result, TilecModule *module) {
  std::string manifest = result ? tilec::manifest::toJson(result->manifest()) : "";
  return give(std::move(result), module, manifest);
}
TilecError tilecModuleLoad(TilecContext context, const void *image, size_t bytes, const char *manifest,
                           TilecModule *module) {
  std::string_view view(static_cast<const char *>(image), bytes);
  return giveModule(Module::load(context->value, view, manifest ? manifest : ""), module);
}
TilecError tilecModuleLoadFile(TilecContext context, const char *path, TilecModule *module) {
  return giveModule(Module::loadFile(context->value, path), module);
}
TilecError tilecBundleOpen(const char *path, TilecBundle *bundle) {
  return give(tilec::Bundle::open(path), bundle, std::string(), std::string());
}
void tilecBundleDestroy(TilecBundle bundle) {
  delete bundle;
}
const char *tilecBundleSource(TilecBundle bundle) {
  return bundle->value.source.c_str();
}
size_t tilecBundleModuleCount(TilecBundle bundle) {
  return bundle->value.modules.size();
}
const char *tilecBundleCandidate(TilecBundle bundle, size_t index) {
  return bundle->value.modules[index].candidate.c_str();
}
const char *tilecBundleManifest(TilecBundle bundle, size_t index) {
  return bundle->value.modules[index].manifestJson.c_str();
}
TilecError tilecBundleChoose(TilecBundle bundle, const char *kernel, TilecDevice device,
                             const TilecTuneArgument *arguments, size_t count, TilecBundleChoice *choice) {
  std::vector<TilecArgument> values;
  std::vector<size_t> sizes;
  for (size_t i = 0; i < count; ++i) {
    values.push_back(arguments[i].value);
    sizes.push_back(arguments[i].bytes);
  }
  ArgumentList list;
  if (Status status = list.add(values.data(), count); !status)
    return toC(status);
  auto chosen = bundle->value.choose(kernel, device->value.name(), device->architecture, list.all(), sizes);
  if (!chosen)
    return toC(chosen.error());
  bundle->kernel = chosen->kernel;
  bundle->constants = chosen->constantsJson();
  *choice = {chosen->module, bundle->kernel.c_str(), bundle->constants.c_str()};
  return nullptr;
}
TilecError tilecBundleLoad(TilecBundle bundle, size_t index, TilecContext context, TilecModule *module) {
  return giveModule(Module::load(context->value, bundle->value.modules[index].image), module);
}
void tilecModuleDestroy(TilecModule module) {
  delete module;
}
const char *tilecModuleManifest(TilecModule module) {
  return module->manifest.c_str();
}
TilecError tilecModuleGetKernel(TilecModule module, const char *name, TilecKernel *kernel) {
  return give(module->value.kernel(name), kernel);
}
void tilecKernelDestroy(TilecKernel kernel) {
  delete kernel;
}
size_t tilecKernelParameterCount(TilecKernel kernel) {
  return kernel->value.manifest().parameters.size();
}

size_t tilecKernelVariantCount(TilecKernel kernel) {
  return kernel->value.manifest().variants.size();
}
int tilecKernelLastVariant(TilecKernel kernel) {
  std::optional<size_t> last = kernel->value.lastVariant();
  return last ? int(*last) : -1;
}

/// Programs that were built before options carried their size give what follows it. Their second word is the grid's
/// second extent, which is not 0 as the upper half of a size is.
static TilecLaunchOptions ofAnyAge(const TilecLaunchOptions *given) {
  TilecLaunchOptions options = TILEC_LAUNCH_DEFAULTS;
  if (uint32_t words[2]; std::memcpy(words, given, sizeof(words)), words[1] == 0)
    return known<TilecLaunchOptions>(*given, options);
  constexpr size_t kSize = offsetof(TilecLaunchOptions, gridX);
  std::memcpy(reinterpret_cast<char *>(&options) + kSize, given, sizeof(options) - kSize);
  return options;
}

static LaunchOptions fromC(const TilecLaunchOptions *given) {
  TilecLaunchOptions options = ofAnyAge(given);
  LaunchOptions launch;
  launch.grid = {options.gridX, options.gridY, options.gridZ};
  launch.stream = options.stream ? &options.stream->value : nullptr;
  if (options.sharedMemoryCarveout != -1)
    launch.sharedMemoryCarveout = options.sharedMemoryCarveout;
  launch.programmaticDependentLaunch = options.programmaticDependentLaunch;
  if (options.variant >= 0)
    launch.variant = size_t(options.variant);
  return launch;
}
TilecError tilecKernelLaunch(TilecKernel kernel, const TilecLaunchOptions *options, const TilecArgument *arguments,
                             size_t count) {
  ArgumentList list;
  Status status = list.add(arguments, count);
  return toC(status ? kernel->value.launch(fromC(options), list.all()) : status);
}
TilecError tilecKernelLaunchWords(TilecKernel kernel, const TilecLaunchOptions *options, const void *words) {
  return toC(kernel->value.launchWords(fromC(options), words));
}
TilecError tilecKernelSelectVariant(TilecKernel kernel, const TilecLaunchOptions *options,
                                    const TilecArgument *arguments, size_t count, size_t *variant) {
  ArgumentList list;
  if (Status status = list.add(arguments, count); !status)
    return toC(status);
  auto selected = kernel->value.selectVariant(fromC(options), list.all());
  if (!selected)
    return toC(selected.error());
  *variant = *selected;
  return nullptr;
}
