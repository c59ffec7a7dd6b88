// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds the real CUDA runtime.
#ifndef TILEC_RUNTIME_PROGRAM_CUDARUNTIMELIBRARY_H
#define TILEC_RUNTIME_PROGRAM_CUDARUNTIMELIBRARY_H

#include <string>

namespace tilec::program {

struct CudaRuntimeLibrary {
  void *handle = nullptr;
  std::string problem; ///< why there is none
};

/// Opens TILEC_CUDART, or else the first of: what the system's search rules give (LD_LIBRARY_PATH among them, and what
/// is loaded already), CUDA_PATH, CUDA_HOME, /usr/local/cuda, /usr/local/cuda-*, the wheels of the Python environment.
/// Of those only the major version that the program was compiled with counts, where it said so (Registration.h).
CudaRuntimeLibrary openCudaRuntime();

void *functionOf(void *library, const char *name);

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_CUDARUNTIMELIBRARY_H
