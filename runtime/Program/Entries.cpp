// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Answers the trampolines: which function a symbol of the CUDA runtime is in this process.
#include "runtime/Program/Entries.h"

#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Mode.h"
#include "runtime/Program/Owner.h"
#include "runtime/Program/SimtModules.h"

#include <string>

using namespace tilec::program;

namespace {

constexpr const char *kNames[] = {
#define TILEC_RUNTIME_NAME(name) #name,
#include "runtime/Program/RuntimeNames.def"
#undef TILEC_RUNTIME_NAME
};

/// What a call of a function that is missing here does.
cudaError_t notSupported() {
  return host::setLastError(cudaErrorNotSupported);
}

cudaError_t notAvailable() {
  return errorOfNone();
}

/// Says so. Each name is asked for once, or a few times by threads that call at the same time.
void *missing(const char *name, const char *where) {
  say(std::string(name) + " is not supported " + where);
  return reinterpret_cast<void *>(&notSupported);
}

/// Names end in these where the caller's default stream is its thread's own.
std::string_view withoutStreamSuffix(std::string_view name) {
  for (std::string_view suffix : {"_ptsz", "_ptds"})
    if (name.ends_with(suffix))
      return name.substr(0, name.size() - suffix.size());
  return name;
}

void *resolveOnHost(const char *name) {
  void *function = find(hostEntries(), withoutStreamSuffix(name));
  return function ? function : missing(name, "where kernels run on the CPU");
}

void *resolveOnDevice(const char *name) {
  submitSimtModules();
  if (void *function = find(deviceEntries(), name))
    return function;
  if (void *function = cudaRuntimeFunction(name))
    return function;
  return missing(name, "by the CUDA runtime library that was found");
}

/// Without a runtime all that can be asked for is what errors mean.
void *resolveWithout(const char *name) {
  std::string_view text = name;
  bool isAboutErrors = text.starts_with("cudaGetError") || text == "cudaGetLastError" || text == "cudaPeekAtLastError";
  return isAboutErrors ? find(hostEntries(), name) : reinterpret_cast<void *>(&notAvailable);
}

} // namespace

void *tilec::program::resolve(const char *name) {
  if (void *function = find(commonEntries(), name))
    return function;
  switch (mode()) {
  case Mode::Host:
    return resolveOnHost(name);
  case Mode::Device:
    return resolveOnDevice(name);
  case Mode::None:
    break;
  }
  return resolveWithout(name);
}

void *tilec::program::find(std::span<const Entry> entries, std::string_view name) {
  for (const Entry &entry : entries)
    if (entry.name == name)
      return entry.function;
  return nullptr;
}

extern "C" {
/// One for each of kNames (Trampolines.S).
extern void *tilecProgramSlots[] __attribute__((visibility("hidden")));
__attribute__((visibility("hidden"))) void *tilecProgramResolve(void **slot);
}

void *tilecProgramResolve(void **slot) {
  void *function = owner().resolve(kNames[slot - tilecProgramSlots]);
  __atomic_store_n(slot, function, __ATOMIC_RELEASE);
  return function;
}
