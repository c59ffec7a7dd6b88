// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"
#include "test/support/Catch.h"

#include <cstring>
#include <vector>

namespace {

/// Three vectors on the device: out, a = 0, 1, 2, ... and b = 10.
struct Vectors {
  explicit Vectors(int n) : n(n) {
    std::vector<float> from(n), tens(n, 10.0f);
    for (int i = 0; i < n; ++i)
      from[i] = float(i);
    for (float **pointer : {&out, &a, &b})
      REQUIRE(cudaMalloc(reinterpret_cast<void **>(pointer), n * 4) == cudaSuccess);
    REQUIRE(cudaMemset(out, 0, n * 4) == cudaSuccess);
    REQUIRE(cudaMemcpy(a, from.data(), n * 4, cudaMemcpyHostToDevice) == cudaSuccess);
    REQUIRE(cudaMemcpy(b, tens.data(), n * 4, cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~Vectors() {
    for (float *pointer : {out, a, b})
      (void)cudaFree(pointer);
  }
  bool isAdded() const {
    std::vector<float> result(n);
    REQUIRE(cudaMemcpy(result.data(), out, n * 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < n; ++i)
      if (result[i] != float(i + 10))
        return false;
    return true;
  }
  void *const *arguments() {
    list[0] = &out, list[1] = &a, list[2] = &b, list[3] = &n;
    return list;
  }

  int n;
  float *out = nullptr, *a = nullptr, *b = nullptr;
  void *list[4];
};

} // namespace

TEST_CASE("a kernel runs where it is called, whatever its block") {
  Vectors vectors(300);
  CHECK(!vectors.isAdded());
  launch(add, 3, 128, nullptr, vectors.out, vectors.a, vectors.b, vectors.n);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(vectors.isAdded());
}

TEST_CASE("a kernel is launched by its address, with a block of 1") {
  Vectors vectors(300);
  void **arguments = const_cast<void **>(vectors.arguments());
  CHECK(cudaLaunchKernel(stubOf(add), 3, 128, arguments, 0, nullptr) == cudaErrorInvalidConfiguration);
  CHECK(cudaLaunchKernel(stubOf(add), dim3(3, 0), 1, arguments, 0, nullptr) == cudaErrorInvalidConfiguration);
  CHECK(cudaLaunchKernel(stubOf(add), dim3(1, 70000), 1, arguments, 0, nullptr) == cudaErrorInvalidConfiguration);
  CHECK(cudaLaunchKernel(&vectors, 3, 1, arguments, 0, nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(!vectors.isAdded());
  CHECK(cudaLaunchKernel(stubOf(add), 3, 1, arguments, 0, nullptr) == cudaSuccess);
  CHECK(vectors.isAdded());
  (void)cudaGetLastError();
}

TEST_CASE("a kernel is launched by a configuration and by a handle") {
  Vectors vectors(300), others(300);
  cudaLaunchConfig_t config = {};
  config.gridDim = 3;
  config.blockDim = 1;
  CHECK(cudaLaunchKernelExC(&config, stubOf(add), const_cast<void **>(vectors.arguments())) == cudaSuccess);
  CHECK(vectors.isAdded());
  cudaKernel_t kernel = nullptr;
  REQUIRE(cudaGetKernel(&kernel, stubOf(add)) == cudaSuccess);
  CHECK(cudaLaunchKernel(kernel, 3, 1, const_cast<void **>(others.arguments()), 0, nullptr) == cudaSuccess);
  CHECK(others.isAdded());
}

TEST_CASE("a kernel answers questions") {
  cudaFuncAttributes attributes = {};
  REQUIRE(cudaFuncGetAttributes(&attributes, stubOf(add)) == cudaSuccess);
  CHECK(attributes.maxThreadsPerBlock == 1);
  CHECK(cudaFuncSetAttribute(stubOf(add), cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 16) == cudaSuccess);
  const char *name = nullptr;
  REQUIRE(cudaFuncGetName(&name, stubOf(add)) == cudaSuccess);
  CHECK(std::strcmp(name, "_Z3addPfPKfS1_i") == 0);
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stubOf(add), 1, 0) == cudaSuccess);
  CHECK(blocks == 1);
  cudaLaunchConfig_t config = {};
  int clusters = 0;
  CHECK((cudaOccupancyMaxActiveClusters(&clusters, stubOf(add), &config) == cudaSuccess && clusters >= 1));
  size_t offset = 0, bytes = 0;
  CHECK(cudaFuncGetParamInfo(stubOf(add), 3, &offset, &bytes) == cudaSuccess);
  CHECK((offset == 24 && bytes == 4));
  CHECK(cudaFuncGetParamInfo(stubOf(add), 4, &offset, &bytes) == cudaErrorInvalidValue);
  CHECK(cudaFuncGetAttributes(&attributes, &blocks) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
}

TEST_CASE("a SIMT kernel is refused, and no error stays") {
  launch(simt, 1, 32, nullptr, static_cast<float *>(nullptr));
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
