// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A module of tile kernels on the CPU: compiled by libtilec.so when it is first needed.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_HOSTMODULE_H
#define TILEC_RUNTIME_PROGRAM_HOST_HOSTMODULE_H

#include "runtime/Program/Registry.h"
#include "tilec-c/Compiler.h"

#include <cuda_runtime_api.h>

#include <mutex>

namespace tilec::runtime {
struct TileCompiler;
}

namespace tilec::program::host {

class HostModule {
public:
  explicit HostModule(const TilecProgramModule &description) : description(description) {}
  HostModule(const HostModule &) = delete;
  ~HostModule();

  /// Compiles it unless that was done. What is wrong is said on standard error, once.
  cudaError_t load();
  /// Bytes of each parameter of a kernel. Loads the module.
  cudaError_t parameterBytes(const std::string &symbol, std::vector<size_t> &bytes);
  /// Runs a kernel over a grid of tile blocks and returns at its end. What went wrong is said on standard error.
  cudaError_t launch(const std::string &symbol, dim3 grid, const std::vector<void *> &arguments);
  /// The memory of a module's variable. Loads the module.
  cudaError_t variable(const std::string &symbol, void **address, size_t *bytes);
  /// Gives the variables their first values again.
  void reset();

private:
  cudaError_t compile();

  const TilecProgramModule &description;
  std::mutex mutex; ///< guards what follows
  bool isTried = false;
  cudaError_t problem = cudaSuccess;
  const runtime::TileCompiler *compiler = nullptr;
  TilecCompilation compilation = nullptr;
};

/// TILEC_CHECK: whether kernels run with checks.
bool isChecking();
/// TILEC_THREADS: how many threads run a kernel's blocks; 0: one for each core.
unsigned threads();

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_HOSTMODULE_H
