// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/CallConfiguration.h"

#include <utility>
#include <vector>

using namespace tilec::program;

/// Arguments of a launch may launch, too.
static thread_local std::vector<CallConfiguration> configurations;
static thread_local bool isCall = false;

bool tilec::program::takeIsCall() {
  return std::exchange(isCall, false);
}

unsigned common::__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream) {
  configurations.push_back({grid, block, sharedBytes, stream});
  return 0;
}

cudaError_t common::__cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *sharedBytes, void *stream) {
  if (configurations.empty())
    return cudaErrorMissingConfiguration;
  CallConfiguration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *sharedBytes = last.sharedBytes;
  *static_cast<cudaStream_t *>(stream) = last.stream;
  isCall = true;
  return cudaSuccess;
}
