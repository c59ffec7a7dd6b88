// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

TEST_CASE("streams are made, asked and destroyed") {
  cudaStream_t stream = nullptr, other = nullptr;
  REQUIRE(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  unsigned flags = 7;
  int priority = 7, least = 7, greatest = 7;
  unsigned long long id = 0, otherId = 0;
  CHECK((cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking));
  CHECK((cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == -1));
  CHECK((cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && least == 0 && greatest < 0));
  CHECK((cudaStreamGetId(stream, &id) == cudaSuccess && cudaStreamGetId(other, &otherId) == cudaSuccess));
  CHECK(id != otherId);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(other) == cudaSuccess);
  CHECK(cudaStreamCreateWithFlags(&stream, 77) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

TEST_CASE("work of a stream is done in its order") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  int *memory = nullptr, seen = 0;
  REQUIRE(cudaMalloc(reinterpret_cast<void **>(&memory), 4) == cudaSuccess);
  CHECK(cudaMemsetAsync(memory, 1, 4, stream) == cudaSuccess);
  CHECK(cudaMemcpyAsync(&seen, memory, 4, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  cudaHostFn_t add = [](void *value) { *static_cast<int *>(value) += 1; };
  CHECK(cudaLaunchHostFunc(stream, add, &seen) == cudaSuccess);
  cudaStreamCallback_t callback = [](cudaStream_t, cudaError_t error, void *value) {
    *static_cast<int *>(value) += error == cudaSuccess ? 1 : 100;
  };
  CHECK(cudaStreamAddCallback(stream, callback, &seen, 0) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(seen == 0x01010103);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}
