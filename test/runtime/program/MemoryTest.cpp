// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

#include <numeric>
#include <vector>

static std::vector<int> numbers(size_t count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 1);
  return all;
}

TEST_CASE("memory goes to the device and comes back") {
  std::vector<int> in = numbers(1000), out(1000);
  void *memory = nullptr, *other = nullptr;
  REQUIRE(cudaMalloc(&memory, 4000) == cudaSuccess);
  REQUIRE(cudaMalloc(&other, 4000) == cudaSuccess);
  CHECK(uintptr_t(memory) % 256 == 0);
  CHECK(cudaMemcpy(memory, in.data(), 4000, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(other, memory, 4000, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpyAsync(out.data(), other, 4000, cudaMemcpyDefault, nullptr) == cudaSuccess);
  CHECK(out == in);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaErrorInvalidValue);
  CHECK(cudaFree(other) == cudaSuccess);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("copies that no device could make are refused") {
  int host[8] = {}, others[8] = {};
  void *memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 16) == cudaSuccess);
  CHECK(cudaMemcpy(memory, host, 17, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(static_cast<char *>(memory) + 8, host, 9, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(static_cast<char *>(memory) + 8, host, 8, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(others, host, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(others, host, 8, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(others, host, 8, cudaMemcpyHostToHost) == cudaSuccess);
  CHECK(cudaMemcpy(memory, host, 8, cudaMemcpyKind(77)) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemset(host, 0, 8) == cudaErrorInvalidValue);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaMemcpy(memory, host, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

TEST_CASE("rows are copied and filled by their pitch") {
  void *memory = nullptr;
  size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&memory, &pitch, 20, 3) == cudaSuccess);
  CHECK(pitch >= 20);
  std::vector<int> in = numbers(15), out(12, -1);
  CHECK(cudaMemset2D(memory, pitch, 0x11, 20, 3) == cudaSuccess);
  CHECK(cudaMemcpy2D(memory, pitch, in.data(), 20, 16, 2, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2DAsync(out.data(), 16, static_cast<char *>(memory) + 4, pitch, 16, 3, cudaMemcpyDeviceToHost,
                          nullptr) == cudaSuccess);
  CHECK(out ==
        std::vector<int>{2, 3, 4, 0x11111111, 7, 8, 9, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111});
  CHECK(cudaMemcpy2D(memory, 8, in.data(), 20, 16, 2, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK(cudaFree(memory) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("boxes are copied slice by slice") {
  cudaPitchedPtr memory = {};
  cudaExtent extent = {8, 2, 3};
  REQUIRE(cudaMalloc3D(&memory, extent) == cudaSuccess);
  CHECK(cudaMemset3D(memory, 7, extent) == cudaSuccess);
  std::vector<int> in = numbers(12), out(12);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = {in.data(), 8, 8, 2};
  copy.dstPtr = memory;
  copy.extent = {8, 2, 2};
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  copy.dstPtr = {out.data(), 8, 8, 2};
  copy.srcPtr = memory;
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3DAsync(&copy, nullptr) == cudaSuccess);
  in.resize(8);
  in.insert(in.end(), 4, 0x07070707);
  CHECK(out == in);
  CHECK(cudaFree(memory.ptr) == cudaSuccess);
}

TEST_CASE("memory of all kinds says what it is") {
  void *device = nullptr, *managed = nullptr, *pinned = nullptr;
  int own[4];
  REQUIRE(cudaMallocAsync(&device, 64, nullptr) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal) == cudaSuccess);
  REQUIRE(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped) == cudaSuccess);
  auto type = [](const void *pointer) {
    cudaPointerAttributes attributes;
    REQUIRE(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
    return attributes.type;
  };
  CHECK(type(static_cast<char *>(device) + 63) == cudaMemoryTypeDevice);
  CHECK(type(managed) == cudaMemoryTypeManaged);
  CHECK(type(pinned) == cudaMemoryTypeHost);
  CHECK(type(own) == cudaMemoryTypeUnregistered);
  CHECK(cudaHostRegister(own, sizeof(own), cudaHostRegisterDefault) == cudaSuccess);
  CHECK(type(own) == cudaMemoryTypeHost);
  CHECK(cudaHostRegister(own, sizeof(own), 0) == cudaErrorHostMemoryAlreadyRegistered);
  void *mapped = nullptr;
  unsigned flags = 0;
  CHECK((cudaHostGetDevicePointer(&mapped, pinned, 0) == cudaSuccess && mapped == pinned));
  CHECK((cudaHostGetFlags(&flags, pinned) == cudaSuccess && flags == cudaHostAllocMapped));
  CHECK(cudaHostUnregister(own) == cudaSuccess);
  CHECK(cudaHostUnregister(own) == cudaErrorHostMemoryNotRegistered);
  CHECK(cudaFree(pinned) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeAsync(device, nullptr) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("memory runs out") {
  size_t free = 0, total = 0, less = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK((free > 0 && free <= total));
  void *memory = nullptr, *other = nullptr;
  CHECK(cudaMalloc(&memory, total + 1) == cudaErrorMemoryAllocation);
  CHECK(memory == nullptr);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  REQUIRE(cudaMalloc(&other, 1 << 20) == cudaSuccess);
  CHECK((cudaMemGetInfo(&less, nullptr) == cudaSuccess && less + (1 << 20) == free));
  CHECK(cudaFree(other) == cudaSuccess);
}
