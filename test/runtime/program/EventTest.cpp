// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

#include <chrono>
#include <thread>

TEST_CASE("events measure time") {
  cudaEvent_t start = nullptr, end = nullptr, quiet = nullptr;
  REQUIRE(cudaEventCreate(&start) == cudaSuccess);
  REQUIRE(cudaEventCreateWithFlags(&end, cudaEventBlockingSync) == cudaSuccess);
  REQUIRE(cudaEventCreateWithFlags(&quiet, cudaEventDisableTiming) == cudaSuccess);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(start, nullptr) == cudaSuccess);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(cudaEventRecord(end, nullptr) == cudaSuccess);
  CHECK(cudaEventRecord(quiet, nullptr) == cudaSuccess);
  CHECK(cudaEventSynchronize(end) == cudaSuccess);
  CHECK(cudaEventQuery(end) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(nullptr, end, 0) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess);
  CHECK((milliseconds >= 20 && milliseconds < 20000));
  CHECK(cudaEventElapsedTime(&milliseconds, start, quiet) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventDestroy(start) == cudaSuccess);
  CHECK(cudaEventQuery(start) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventDestroy(end) == cudaSuccess);
  CHECK(cudaEventDestroy(quiet) == cudaSuccess);
  (void)cudaGetLastError();
}
