// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where this process runs its kernels. Decided at the first call of the CUDA runtime, by TILEC_RUN (cpu, gpu, auto)
/// and by what the machine has.
#ifndef TILEC_RUNTIME_PROGRAM_MODE_H
#define TILEC_RUNTIME_PROGRAM_MODE_H

#include <cuda_runtime_api.h>

#include <string>

namespace tilec::program {

enum class Mode {
  Host,   ///< on the CPU
  Device, ///< on a GPU, by the CUDA runtime
  None,   ///< a GPU was asked for, and there is none or no CUDA runtime
};

/// Decides at the first call.
Mode mode();
/// Whether it has been decided.
bool isModeDecided();
/// What every call returns in mode None.
cudaError_t errorOfNone();

/// The address of a function of the real CUDA runtime; null if it has none of the name. In mode Device only.
void *cudaRuntimeFunction(const char *name);
/// The function of the CUDA runtime with the type that the headers declare.
template <typename Declared> Declared *cudaRuntime(const char *name) {
  return reinterpret_cast<Declared *>(cudaRuntimeFunction(name));
}
#define TILEC_CUDA_RUNTIME(name) tilec::program::cudaRuntime<decltype(::name)>(#name)

/// Whether the program was compiled with headers of version 12, where some functions have other parameters.
bool isVersion12();

/// One line on standard error, with `tilec: ` before it.
void say(const std::string &line);
/// The value of an environment variable; empty if there is none.
std::string environment(const char *name);

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_MODE_H
