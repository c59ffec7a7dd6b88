// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Decides where kernels run, and opens the CUDA runtime where that is a GPU.
#include "runtime/Program/Mode.h"

#include "runtime/Program/CudaRuntimeLibrary.h"
#include "runtime/Program/Registration.h"
#include "tilec/Device.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

using namespace tilec::program;

namespace {

struct Decision {
  Mode mode = Mode::Host;
  cudaError_t error = cudaSuccess;
  void *library = nullptr;
};

Decision none(cudaError_t error, const std::string &why) {
  say(why);
  return {Mode::None, error, nullptr};
}

/// Why there is no GPU; empty if there is one.
std::string whyNoDevice() {
  auto driver = tilec::runtime::Driver::load();
  if (!driver)
    return driver.error().text;
  auto count = driver->deviceCount();
  if (!count)
    return count.error().text;
  return *count > 0 ? "" : "the driver has no device";
}

Decision decide() {
  std::string wanted = environment("TILEC_RUN");
  if (wanted == "cpu")
    return {};
  if (!wanted.empty() && wanted != "gpu" && wanted != "auto")
    return none(cudaErrorInitializationError, "expected TILEC_RUN=cpu, gpu or auto, got '" + wanted + "'");
  if (std::string problem = whyNoDevice(); !problem.empty())
    return wanted == "gpu" ? none(cudaErrorNoDevice, "TILEC_RUN=gpu, but there is no GPU: " + problem) : Decision();
  CudaRuntimeLibrary library = openCudaRuntime();
  if (library.handle)
    return {Mode::Device, cudaSuccess, library.handle};
  if (wanted == "gpu")
    return none(cudaErrorInsufficientDriver, library.problem);
  say(library.problem + "; kernels run on the CPU");
  return {};
}

std::atomic<const Decision *> decided;

const Decision &decision() {
  if (const Decision *known = decided.load(std::memory_order_acquire))
    return *known;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (!decided.load())
    decided.store(new Decision(decide()), std::memory_order_release);
  return *decided.load();
}

} // namespace

Mode tilec::program::mode() {
  return decision().mode;
}

bool tilec::program::isModeDecided() {
  return decided.load(std::memory_order_acquire);
}

cudaError_t tilec::program::errorOfNone() {
  return decision().error;
}

void *tilec::program::cudaRuntimeFunction(const char *name) {
  return functionOf(decision().library, name);
}

bool tilec::program::isVersion12() {
  return &__tilecCudartVersion && __tilecCudartVersion / 1000 == 12;
}

void tilec::program::say(const std::string &line) {
  std::string text = "tilec: " + line + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string tilec::program::environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}
