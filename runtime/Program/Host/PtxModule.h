// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A module of SIMT kernels on the CPU: its PTX is read when it is first needed, and run by runtime/Ptx.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_PTXMODULE_H
#define TILEC_RUNTIME_PROGRAM_HOST_PTXMODULE_H

#include "runtime/Program/Host/Work.h"
#include "runtime/Ptx/Module.h"

namespace tilec::program::host {

class PtxModule {
public:
  explicit PtxModule(const TilecProgramModule &description) : description(description) {}

  /// Reads it unless that was done. What is wrong is said on standard error, once.
  cudaError_t load();
  /// What is to be known of a kernel. Loads the module.
  cudaError_t facts(const Kernel &kernel, ptx::KernelFacts &facts);
  /// Runs a kernel and returns at its end. What went wrong is said on standard error.
  cudaError_t launch(const Kernel &kernel, const LaunchShape &shape, const std::vector<void *> &arguments);
  /// Whether a kernel can run; why not is said on standard error once.
  cudaError_t checkRunnable(const Kernel &kernel, const LaunchShape &shape);
  /// The memory of a variable. Loads the module.
  cudaError_t variable(const std::string &symbol, void **address);
  /// Gives the variables their first values again.
  void reset();
  /// The chip that it was compiled for, 90 for sm_90.
  unsigned architecture() const;

  /// Dynamic shared memory that launches of a kernel may ask for.
  size_t maxDynamicSharedBytes(const std::string &symbol);
  void setMaxDynamicSharedBytes(const std::string &symbol, size_t bytes);

private:
  cudaError_t read();

  const TilecProgramModule &description;
  std::mutex mutex; ///< guards what follows
  bool isTried = false;
  cudaError_t problem = cudaSuccess;
  std::unique_ptr<ptx::Module> module;
  std::map<std::string, size_t> maxDynamicShared;
  std::set<std::string> said; ///< kernels that cannot run
};

/// What is to be known of a SIMT kernel; the error, said on standard error, of one that has no PTX.
cudaError_t factsOfSimt(const Kernel &kernel, ptx::KernelFacts &facts);
/// What is wrong with a launch of a SIMT kernel; else the bytes of each parameter.
cudaError_t checkSimtLaunch(const Kernel &kernel, const LaunchShape &shape, std::vector<size_t> &bytes);

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_PTXMODULE_H
