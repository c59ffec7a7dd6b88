// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Errors.h"

#include "runtime/Program/Host/Functions.h"

#include <atomic>

namespace tilec::program::host {

static thread_local cudaError_t lastError = cudaSuccess;
static std::atomic<cudaError_t> sticky = cudaSuccess;

cudaError_t setLastError(cudaError_t error) {
  if (error != cudaSuccess)
    lastError = error;
  return error;
}

cudaError_t stickyError() {
  return sticky.load(std::memory_order_relaxed);
}

void setStickyError(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  sticky.compare_exchange_strong(none, error);
}

void clearStickyError() {
  sticky = cudaSuccess;
  lastError = cudaSuccess;
}

namespace {

struct ErrorText {
  int code;
  const char *name, *text;
};

constexpr ErrorText kErrors[] = {
#define TILEC_CUDA_ERROR(code, name, text) {code, #name, text},
#include "runtime/Program/Host/ErrorTexts.def"
#undef TILEC_CUDA_ERROR
};

constexpr ErrorText kUnknown = {-1, "unrecognized error code", "unrecognized error code"};

const ErrorText &find(cudaError_t error) {
  for (const ErrorText &known : kErrors)
    if (known.code == int(error))
      return known;
  return kUnknown;
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

cudaError_t cudaGetLastError() {
  cudaError_t error = cudaError_t(std::exchange(lastError, cudaSuccess));
  return stickyError() ? stickyError() : error;
}

cudaError_t cudaPeekAtLastError() {
  return stickyError() ? stickyError() : lastError;
}

const char *cudaGetErrorName(cudaError_t error) {
  return find(error).name;
}

const char *cudaGetErrorString(cudaError_t error) {
  return find(error).text;
}

} // namespace

std::span<const Entry> errorEntries() {
  static const Entry entries[] = {
      TILEC_HOST_ENTRY(cudaGetLastError),
      TILEC_HOST_ENTRY(cudaPeekAtLastError),
      TILEC_HOST_ENTRY(cudaGetErrorName),
      TILEC_HOST_ENTRY(cudaGetErrorString),
  };
  return entries;
}

} // namespace tilec::program::host
