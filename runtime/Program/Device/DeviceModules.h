// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A module of tile kernels on GPUs: loaded into the primary context of each device when it is first needed there.
#ifndef TILEC_RUNTIME_PROGRAM_DEVICE_DEVICEMODULES_H
#define TILEC_RUNTIME_PROGRAM_DEVICE_DEVICEMODULES_H

#include "runtime/Program/Registry.h"
#include "tilec/Runtime.h"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#include <optional>

namespace tilec::program::device {

/// A kernel on the calling thread's device.
struct LoadedKernel {
  runtime::Context context;
  runtime::Kernel kernel;
};

class DeviceModules {
public:
  explicit DeviceModules(const TilecProgramModule &description) : description(description) {}

  /// The kernel on the current device; the module is loaded if it has not been. Null, with the error, if that fails;
  /// why is said on standard error, once.
  const LoadedKernel *kernel(const std::string &symbol, cudaError_t &error);
  /// Address and bytes of a variable on the current device.
  cudaError_t variable(const std::string &symbol, void **address, size_t *bytes);
  /// The symbol of the kernel that a graph's node launches, and what it launches; nothing if it is none of these.
  std::optional<std::pair<std::string, runtime::NodeLaunch>> launchOf(cudaGraphNode_t node);
  /// Unloads it from a device.
  void forget(int device);

private:
  struct Loaded {
    runtime::Context context;
    runtime::Module module;
    std::map<std::string, LoadedKernel> kernels;
  };
  /// Null, with the error, if it cannot be loaded.
  Loaded *load(cudaError_t &error);

  const TilecProgramModule &description;
  std::mutex mutex; ///< guards what follows
  std::map<int, Loaded> byDevice;
};

/// What an error of the tilec runtime is to the program; one that is no driver's is said on standard error.
cudaError_t errorOf(const runtime::Error &error);
/// Remembers an error that the CUDA runtime does not know of as the thread's last one. Gives it back.
cudaError_t setLastError(cudaError_t error);
/// The thread's last error of this kind, which is forgotten if `clear` says so.
cudaError_t lastError(bool clear);

} // namespace tilec::program::device

#endif // TILEC_RUNTIME_PROGRAM_DEVICE_DEVICEMODULES_H
