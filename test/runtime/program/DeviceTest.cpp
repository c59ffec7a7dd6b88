// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

#include <cstring>
#include <string>

TEST_CASE("there is one device, which says what it is") {
  int count = 0, value = 0;
  REQUIRE((cudaGetDeviceCount(&count) == cudaSuccess && count == 1));
  cudaDeviceProp properties;
  std::memset(&properties, 0xff, sizeof(properties));
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  CHECK(std::string(properties.name) == "CPU (tilec)");
  CHECK((properties.major == 8 && properties.minor == 9)); // what the module is for
  CHECK((properties.multiProcessorCount >= 1 && properties.warpSize == 32));
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess);
  CHECK(value == properties.major);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  CHECK(value == properties.multiProcessorCount);
  CHECK(cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0) == cudaErrorInvalidValue);
  CHECK(cudaGetDeviceProperties(&properties, 1) == cudaErrorInvalidDevice);
  (void)cudaGetLastError();
}

TEST_CASE("limits, peers, versions and pools answer") {
  size_t bytes = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
  CHECK((cudaDeviceGetLimit(&bytes, cudaLimitStackSize) == cudaSuccess && bytes == 4096));
  CHECK(cudaDeviceSetLimit(cudaLimit(77), 1) == cudaErrorUnsupportedLimit);
  int can = 1, version = 0, driver = 0;
  CHECK((cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0));
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
  CHECK((cudaRuntimeGetVersion(&version) == cudaSuccess && version == CUDART_VERSION));
  CHECK((cudaDriverGetVersion(&driver) == cudaSuccess && driver >= version));
  cudaMemPool_t pool = nullptr;
  uint64_t threshold = 0;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
  (void)cudaGetLastError();
}
