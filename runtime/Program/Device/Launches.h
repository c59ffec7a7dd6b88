// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches of tile kernels on a GPU.
#ifndef TILEC_RUNTIME_PROGRAM_DEVICE_LAUNCHES_H
#define TILEC_RUNTIME_PROGRAM_DEVICE_LAUNCHES_H

#include "runtime/Program/Registry.h"

#include <cuda_runtime_api.h>

namespace tilec::program::device {

/// The tile kernel of a stub or handle; null for others, which are the real runtime's.
const Kernel *tileKernel(const void *stubOrHandle);
/// What the real runtime knows a kernel by: a handle of ours is not known there.
const void *forwarded(const void *stubOrHandle);

/// One launch of a tile kernel.
struct Launch {
  dim3 grid, block;
  void **arguments;
  cudaStream_t stream;
  bool mayOverlap = false; ///< may start before the kernel ahead has ended
};

/// Queues it; gives what the program is to be told.
cudaError_t launchTile(const Kernel &kernel, const Launch &launch);

} // namespace tilec::program::device

#endif // TILEC_RUNTIME_PROGRAM_DEVICE_LAUNCHES_H
