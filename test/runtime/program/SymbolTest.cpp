// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

static int valueOfCounter() {
  int value = -1;
  REQUIRE(cudaMemcpyFromSymbol(&value, &counter, sizeof(value), 0, cudaMemcpyDeviceToHost) == cudaSuccess);
  return value;
}

TEST_CASE("on the CPU a managed variable is the host's own, and memory of the device") {
  for (int index : {0, 1}) {
    managed(index) = 7;
    CHECK((managedVariables[index] == 7 && managedAddress[index] == &managedVariables[index]));
    cudaPointerAttributes attributes;
    REQUIRE(cudaPointerGetAttributes(&attributes, &managed(index)) == cudaSuccess);
    CHECK((attributes.type == cudaMemoryTypeManaged && attributes.devicePointer == &managedVariables[index]));
    int nine = 9;
    CHECK(cudaMemcpy(&managed(index), &nine, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(&managed(index), &nine, 8, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    REQUIRE(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaMemset(&managed(index), 0, 4) == cudaSuccess);
    CHECK(managed(index) == 0);
    (void)cudaGetLastError();
  }
}

TEST_CASE("variables keep what kernels and copies wrote") {
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(valueOfCounter() == 3);
  int *out = nullptr, seen = 0, ten = 10;
  REQUIRE(cudaMalloc(reinterpret_cast<void **>(&out), 4) == cudaSuccess);
  launch(count, 1, 1, nullptr, out, 2);
  launch(count, 1, 1, nullptr, out, -1);
  CHECK(cudaMemcpy(&seen, out, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 4);
  CHECK(valueOfCounter() == 4);
  CHECK(cudaMemcpyToSymbol(&counter, &ten, 4, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  launch(count, 1, 1, nullptr, out, 1);
  CHECK(valueOfCounter() == 11);
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("a variable has an address that copies and kernels take") {
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  void *address = nullptr;
  size_t bytes = 0;
  REQUIRE(cudaGetSymbolAddress(&address, &counter) == cudaSuccess);
  CHECK((cudaGetSymbolSize(&bytes, &counter) == cudaSuccess && bytes == 4));
  int seven = 7;
  CHECK(cudaMemcpy(address, &seven, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(valueOfCounter() == 7);
  launch(count, 1, 1, nullptr, static_cast<int *>(address), 1);
  CHECK(valueOfCounter() == 8);
}

TEST_CASE("wrong symbols, ranges and directions are refused") {
  int value = 0, other = 0;
  CHECK(cudaMemcpyToSymbol(&other, &value, 4, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
  CHECK(cudaMemcpyToSymbol(&counter, &value, 4, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(&counter, &value, 4, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyFromSymbol(&value, &counter, 8, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

TEST_CASE("variables of SIMT kernels can be filled in") {
  float in[4] = {1, 2, 3, 4}, out[2] = {};
  CHECK(cudaMemcpyToSymbolAsync(simtTable, in, 16, 0, cudaMemcpyHostToDevice, nullptr) == cudaSuccess);
  CHECK(cudaMemcpyFromSymbolAsync(out, simtTable, 8, 8, cudaMemcpyDeviceToHost, nullptr) == cudaSuccess);
  CHECK((out[0] == 3 && out[1] == 4));
}
