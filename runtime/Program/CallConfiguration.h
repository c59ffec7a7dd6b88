// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What stands between `<<<` and `>>>` on its way to the kernel's stub.
#ifndef TILEC_RUNTIME_PROGRAM_CALLCONFIGURATION_H
#define TILEC_RUNTIME_PROGRAM_CALLCONFIGURATION_H

#include "runtime/Program/CompilerInterface.h"

namespace tilec::program {

/// The configuration of one launch.
struct CallConfiguration {
  dim3 grid = {}, block = {};
  size_t sharedBytes = 0;
  cudaStream_t stream = nullptr;
};

/// Whether the calling thread's launch comes from `<<<...>>>`: its stub has taken a configuration since the last
/// launch. Tile kernels ignore the block of such launches, as NVIDIA's stubs do.
bool takeIsCall();

namespace common {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *sharedBytes, void *stream);
} // namespace common

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_CALLCONFIGURATION_H
