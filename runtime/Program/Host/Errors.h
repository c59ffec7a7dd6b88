// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Errors where kernels run on the CPU: the last one of each thread, and the one that stays once a kernel has failed.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_ERRORS_H
#define TILEC_RUNTIME_PROGRAM_HOST_ERRORS_H

#include <cuda_runtime_api.h>

#include <utility>

namespace tilec::program::host {

/// Remembers an error as the thread's last one; success changes nothing. Gives it back.
cudaError_t setLastError(cudaError_t error);
/// The error that every call returns since a kernel failed; cudaSuccess if none has.
cudaError_t stickyError();
/// Makes it so, until cudaDeviceReset.
void setStickyError(cudaError_t error);
void clearStickyError();

/// The body of a function of the runtime: not run after a kernel's failure; its error becomes the last one.
template <typename Body> cudaError_t call(Body &&body) {
  if (cudaError_t error = stickyError())
    return setLastError(error);
  return setLastError(std::forward<Body>(body)());
}

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_ERRORS_H
