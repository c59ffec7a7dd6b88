// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads images, finds their manifest and their kernels.
#include "tilec/Module.h"

#include "runtime/Architecture.h"
#include "runtime/ModuleState.h"
#include "tilec/Bundle.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>

namespace tilec::runtime {

namespace {

enum class ImageKind { Ptx, Cubin, Fatbin, Unknown };

ImageKind classify(std::string_view image) {
  constexpr unsigned char kFatbinMagic[] = {0x50, 0xed, 0x55, 0xba};
  if (image.starts_with("\x7f"
                        "ELF"))
    return ImageKind::Cubin;
  if (image.size() >= 4 && std::memcmp(image.data(), kFatbinMagic, 4) == 0)
    return ImageKind::Fatbin;
  return image.find(".version") != std::string_view::npos ? ImageKind::Ptx : ImageKind::Unknown;
}

Error loadError(ErrorCode code, const char *name, std::string text) {
  return {"Module::load", code, name, std::move(text)};
}

Status checkArchitecture(const manifest::Manifest &manifest, const Device &device, ImageKind kind) {
  // A fatbin may hold several architectures and PTX: the driver chooses.
  if (kind == ImageKind::Fatbin || runsOn(manifest.architecture, device.computeCapability(), kind == ImageKind::Ptx))
    return {};
  return loadError(kArchitecture, "kArchitecture",
                   "module is built for " + manifest.architecture + ", device " + std::to_string(device.ordinal()) +
                       " '" + device.name() + "' is " + device.architecture());
}

/// The driver copies the image, and needs a final zero byte of PTX. The assembler's log becomes the error's text.
Expected<cu::ModuleHandle> loadImage(const ContextState &context, std::string_view image) {
  std::string terminated(image);
  std::vector<char> log(16384, '\0');
  cu::JitOption options[] = {cu::kErrorLogBuffer, cu::kErrorLogBufferBytes};
  void *values[] = {log.data(), reinterpret_cast<void *>(uintptr_t(log.size() - 1))};
  cu::ModuleHandle handle = nullptr;
  Status status =
      ContextScope(context).call(context.driver->moduleLoad, &handle, terminated.c_str(), 2u, options, values);
  if (status)
    return handle;
  Error error = status.error();
  if (log[0])
    error.text += "\n" + std::string(log.data());
  return error;
}

/// Reads the array out of the loaded image.
Expected<std::string> readSymbol(const ModuleState &module) {
  const DriverTable &driver = *module.context->driver;
  ContextScope scope(*module.context);
  cu::DeviceAddress address = 0;
  size_t bytes = 0;
  std::string name(manifest::kSymbol);
  if (Status status = scope.call(driver.moduleGetGlobal, &address, &bytes, module.handle, name.c_str()); !status) {
    if (status.error().code != cu::kNotFound)
      return status;
    return loadError(kBadManifest, "kBadManifest",
                     "the image has no manifest (array '" + name + "'); was it made by tilec?");
  }
  std::string text(bytes, '\0');
  // On a stream of its own: a copy on the default stream would invalidate another one's capture.
  cu::StreamHandle stream = nullptr;
  if (Status status = scope.call(driver.streamCreate, &stream, cu::kStreamNonBlocking, 0); !status)
    return status;
  Status copied = scope.call(driver.copyToHostAsync, text.data(), address, bytes, stream);
  if (copied)
    copied = scope.call(driver.streamSynchronize, stream);
  (void)scope.call(driver.streamDestroy, stream);
  if (!copied)
    return copied;
  text.resize(std::strlen(text.c_str()));
  return text;
}

Expected<manifest::Manifest> parse(std::string_view json) {
  manifest::Manifest manifest;
  manifest::ReadError error;
  if (!manifest::fromJson(json, manifest, error))
    return loadError(kBadManifest, "kBadManifest", error.message());
  return manifest;
}

Expected<manifest::Manifest> parsePtx(std::string_view ptx) {
  manifest::Manifest manifest;
  manifest::ReadError error;
  if (!manifest::fromPtx(ptx, manifest, error))
    return loadError(kBadManifest, "kBadManifest", error.message());
  return manifest;
}

/// The manifest as far as it can be known before loading; PTX is checked first, for better messages than the driver's.
Expected<std::optional<manifest::Manifest>> manifestBeforeLoad(std::string_view image, std::string_view json,
                                                               ImageKind kind) {
  if (json.empty() && kind != ImageKind::Ptx)
    return std::optional<manifest::Manifest>();
  auto manifest = json.empty() ? parsePtx(image) : parse(json);
  if (!manifest)
    return manifest.error();
  return std::optional(std::move(*manifest));
}

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// One spelling for each C++ name: blanks only between words, and `unsigned int` in full.
std::string spelled(std::string_view name) {
  std::vector<std::string> words; // and signs
  for (size_t i = 0; i < name.size(); ++i)
    if (isWordCharacter(name[i]) && i > 0 && isWordCharacter(name[i - 1]))
      words.back() += name[i];
    else if (name[i] != ' ')
      words.emplace_back(1, name[i]);
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string next = i + 1 < words.size() ? words[i + 1] : "";
    bool isAlone = words[i] == "unsigned" && next != "char" && next != "short" && next != "int" && next != "long";
    bool touches = !text.empty() && isWordCharacter(text.back()) && isWordCharacter(words[i][0]);
    text += (touches ? " " : "") + words[i] + (isAlone ? " int" : "");
  }
  return text;
}

/// Whether a person who writes `wanted` means this kernel: the whole C++ name, or up to its parameters, or up to its
/// template arguments, with or without namespaces.
bool answersTo(const manifest::Kernel &kernel, std::string_view wanted) {
  std::string name = spelled(kernel.displayName), text = spelled(wanted);
  std::string withArguments = name.substr(0, name.find('('));
  std::string plain = withArguments.substr(0, withArguments.find('<'));
  size_t scope = plain.rfind("::"), start = scope == std::string::npos ? 0 : scope + 2;
  return text == name || text == withArguments || text == plain || text == withArguments.substr(start) ||
         text == plain.substr(start);
}

std::string listKernels(const manifest::Manifest &manifest) {
  std::string list;
  for (const manifest::Kernel &kernel : manifest.kernels)
    list += (list.empty() ? "" : ", ") + kernel.displayName;
  return list.empty() ? "none" : list;
}

/// Asks for what the variant needs beyond the defaults.
Status prepare(const ContextScope &scope, const DriverTable &driver, const Device &device, cu::FunctionHandle function,
               const manifest::Variant &variant) {
  constexpr uint32_t kDefaultSharedBytes = 48 * 1024, kPortableClusterCtas = 8;
  if (variant.dynamicSharedBytes > uint32_t(device.maxSharedBytesPerCta()))
    return Error{"Module::kernel", kSharedMemory, "kSharedMemory",
                 "kernel '" + variant.entry + "' needs " + std::to_string(variant.dynamicSharedBytes) +
                     " bytes of shared memory per CTA, device '" + device.name() + "' has " +
                     std::to_string(device.maxSharedBytesPerCta())};
  if (variant.dynamicSharedBytes > kDefaultSharedBytes)
    if (Status status = scope.call(driver.functionSetAttribute, function, cu::kMaxDynamicSharedBytes,
                                   int(variant.dynamicSharedBytes));
        !status)
      return status;
  if (variant.sharedMemoryCarveout)
    if (Status status = scope.call(driver.functionSetAttribute, function, cu::kPreferredSharedMemoryCarveoutOfFunction,
                                   int(*variant.sharedMemoryCarveout));
        !status)
      return status;
  if (variant.cluster.x * variant.cluster.y * variant.cluster.z > kPortableClusterCtas)
    return scope.call(driver.functionSetAttribute, function, cu::kNonPortableClusterSizeAllowed, 1);
  return {};
}

/// Clusters lie in one part of the device each, so that fewer CTAs have room than multiprocessors have: with one more
/// than fits, all would wait for the last.
Expected<uint32_t> residentClusters(const ContextScope &scope, const DriverTable &driver, cu::FunctionHandle function,
                                    const manifest::Variant &variant) {
  cu::LaunchAttribute attribute{.id = cu::kClusterDimension, .pad = {}, .value = {}};
  attribute.value.clusterDimension = {variant.cluster.x, variant.cluster.y, variant.cluster.z};
  cu::LaunchConfig config{.gridX = variant.cluster.x,
                          .gridY = variant.cluster.y,
                          .gridZ = variant.cluster.z,
                          .blockX = variant.threadsPerCta,
                          .blockY = 1,
                          .blockZ = 1,
                          .dynamicSharedBytes = unsigned(variant.dynamicSharedBytes),
                          .stream = {},
                          .attributes = &attribute,
                          .attributeCount = 1};
  int fitting = 0;
  if (Status status = scope.call(driver.maxActiveClusters, &fitting, function, &config); !status)
    return status.error();
  return uint32_t(std::max(fitting, 1));
}

/// How many CTAs of a variant that loops over blocks the device holds: as the driver knows its registers and shared
/// memory, but no more than the manifest asks for. 0 for other variants.
Expected<uint32_t> residentCtas(const ContextScope &scope, const DriverTable &driver, const Device &device,
                                cu::FunctionHandle function, const manifest::Variant &variant) {
  if (variant.grid.kind != manifest::GridRule::Kind::Persistent)
    return uint32_t(0);
  int fitting = 0;
  if (Status status = scope.call(driver.maxActiveCtas, &fitting, function, int(variant.threadsPerCta),
                                 size_t(variant.dynamicSharedBytes));
      !status)
    return status.error();
  uint32_t each = std::clamp<uint32_t>(uint32_t(std::max(fitting, 0)), 1, variant.grid.ctasPerMultiprocessor);
  uint32_t ctas = each * uint32_t(device.multiprocessors());
  uint32_t ctasOfCluster = variant.cluster.x * variant.cluster.y * variant.cluster.z;
  if (ctasOfCluster == 1)
    return ctas;
  Expected<uint32_t> clusters = residentClusters(scope, driver, function, variant);
  if (!clusters)
    return clusters.error();
  return std::min(ctas, *clusters * ctasOfCluster);
}

Expected<std::string> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return Error{"Module::loadFile", kBadFile, "kBadFile", "cannot read '" + path + "': " + std::strerror(errno)};
  return text.str();
}

} // namespace

Expected<const manifest::Kernel *> findKernel(const manifest::Manifest &manifest, std::string_view name) {
  if (const manifest::Kernel *exact = manifest.find(name))
    return exact;
  std::vector<const manifest::Kernel *> found;
  for (const manifest::Kernel &kernel : manifest.kernels)
    if (answersTo(kernel, name))
      found.push_back(&kernel);
  if (found.size() == 1)
    return found[0];
  std::string text = found.empty() ? "no kernel '" : "more than one kernel '";
  return Error{"Module::kernel", kNoKernel, "kNoKernel",
               text + std::string(name) + "'; the module has: " + listKernels(manifest)};
}

Expected<Module> Module::load(const Context &context, std::string_view image, std::string_view manifestJson) {
  if (Bundle::isBundle(image)) {
    auto bundle = Bundle::parse(image);
    return bundle ? load(context, bundle->modules.front().image, manifestJson) : bundle.error();
  }
  ImageKind kind = classify(image);
  if (kind == ImageKind::Unknown)
    return loadError(kBadImage, "kBadImage",
                     "expected PTX, a cubin, a fatbin or a bundle, got " + std::to_string(image.size()) +
                         " other bytes");
  auto early = manifestBeforeLoad(image, manifestJson, kind);
  if (!early)
    return early.error();
  if (*early)
    if (Status status = checkArchitecture(**early, context.device(), kind); !status)
      return status;
  auto handle = loadImage(*context.shared(), image);
  if (!handle)
    return handle.error();
  auto state = std::make_shared<ModuleState>(context.shared(), *handle);
  if (*early) {
    state->manifest = std::move(**early);
    return Module(std::move(state));
  }
  auto text = readSymbol(*state);
  if (!text)
    return text.error();
  auto manifest = parse(*text);
  if (!manifest)
    return manifest.error();
  state->manifest = std::move(*manifest);
  return Module(std::move(state));
}

Expected<Module> Module::loadFile(const Context &context, const std::string &path) {
  auto image = readFile(path);
  if (!image)
    return image.error();
  std::string beside = path + ".json";
  if (!std::ifstream(beside))
    return load(context, *image);
  auto json = readFile(beside);
  if (!json)
    return json.error();
  return load(context, *image, *json);
}

const manifest::Manifest &Module::manifest() const {
  return state->manifest;
}

void *Module::native() const {
  return state->handle;
}

Expected<std::pair<uint64_t, size_t>> Module::variable(const std::string &symbol) const {
  const DriverTable &driver = *state->context->driver;
  cu::DeviceAddress address = 0;
  size_t bytes = 0;
  if (Status status =
          ContextScope(*state->context).call(driver.moduleGetGlobal, &address, &bytes, state->handle, symbol.c_str());
      !status)
    return status;
  return std::pair(uint64_t(address), bytes);
}

Expected<Kernel> Module::kernel(std::string_view name) const {
  auto description = findKernel(state->manifest, name);
  if (!description)
    return description.error();
  auto kernel = std::make_shared<KernelState>();
  kernel->module = state;
  kernel->description = *description;
  const DriverTable &driver = *state->context->driver;
  ContextScope scope(*state->context);
  for (const manifest::Variant &variant : (*description)->variants) {
    cu::FunctionHandle function = nullptr;
    if (Status status = scope.call(driver.moduleGetFunction, &function, state->handle, variant.entry.c_str());
        !status) {
      Error error = status.error();
      error.text += " (entry '" + variant.entry + "' of the manifest)";
      return error;
    }
    if (Status status = prepare(scope, driver, state->context->device, function, variant); !status)
      return status;
    auto resident = residentCtas(scope, driver, state->context->device, function, variant);
    if (!resident)
      return resident.error();
    // Not at the first launch, which may be captured.
    if (variant.workspace.bytes != manifest::Expression::constant(0))
      if (auto pool = state->context->workspaces.get(driver, state->context->device.ordinal()); !pool)
        return pool.error();
    kernel->residentCtas.push_back(*resident);
    kernel->functions.push_back(function);
    std::deque<TensorMapCache> &maps = kernel->tensorMaps.emplace_back();
    for (const manifest::TensorMap &map : variant.tensorMaps)
      maps.emplace_back(map);
    kernel->hiddenParameters = std::max(kernel->hiddenParameters, variant.hiddenParameters.size());
  }
  kernel->choice.emplace(**description);
  auto pinned = variantFromEnvironment();
  if (!pinned)
    return pinned.error();
  kernel->pinned = *pinned;
  return Kernel(std::move(kernel));
}

} // namespace tilec::runtime
