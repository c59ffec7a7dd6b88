// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

#include <cstring>
#include <thread>

TEST_CASE("errors have the runtime's names and texts") {
  CHECK(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
  CHECK(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0);
  CHECK(std::strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess") == 0);
  CHECK(std::strcmp(cudaGetErrorString(cudaError_t(54321)), "unrecognized error code") == 0);
}

TEST_CASE("the last error is the thread's, and is read once") {
  CHECK(cudaSetDevice(3) == cudaErrorInvalidDevice);
  int device = -1;
  CHECK((cudaGetDevice(&device) == cudaSuccess && device == 0));
  std::thread([] { CHECK(cudaGetLastError() == cudaSuccess); }).join();
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a kernel's failure stays until the device is reset") {
  launch(check, 1, 1, nullptr, 4);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  launch(check, 1, 1, nullptr, 5);
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  CHECK(cudaGetLastError() == cudaErrorAssert);
  CHECK(cudaGetLastError() == cudaErrorAssert);
  void *memory = nullptr;
  CHECK(cudaMalloc(&memory, 4) == cudaErrorAssert);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMalloc(&memory, 4) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("what is not there is an error of its own") {
  cudaIpcMemHandle_t handle;
  CHECK(cudaIpcGetMemHandle(&handle, nullptr) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
}
