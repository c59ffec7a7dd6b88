// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// tilec-program-runner WHAT: does one thing and prints what came of it, for tests that need a process of their own.
#include "test/runtime/program/ProgramModule.h"

#include <cstdio>
#include <dlfcn.h>
#include <string>

static const char *synchronise() {
  cudaError_t launched = cudaGetLastError(), error = cudaDeviceSynchronize();
  return cudaGetErrorName(launched ? launched : error);
}

/// add() over vectors of 100 elements, told that they have `n`.
static void runAdd(int n) {
  float *out = nullptr, *a = nullptr, *b = nullptr;
  for (float **pointer : {&out, &a, &b})
    if (cudaMalloc(reinterpret_cast<void **>(pointer), 400) || cudaMemset(*pointer, 0, 400))
      return;
  launch(add, (n + 127) / 128, 1, nullptr, out, a, b, n);
}

/// A node of a tile kernel on a stand-in for a GPU: made, changed and asked.
static void runGraphOnFake() {
  float *out = nullptr;
  int n = 300, graph = 0;
  void *arguments[] = {&out, &out, &out, &n, &n};
  cudaGraphNode_t node = nullptr;
  cudaKernelNodeParams launch = {}, asked = {};
  launch.func = const_cast<void *>(stubOf(add));
  launch.gridDim = 5;
  launch.blockDim = 1;
  launch.kernelParams = arguments;
  auto handle = reinterpret_cast<cudaGraph_t>(&graph);
  auto exec = reinterpret_cast<cudaGraphExec_t>(&graph);
  cudaError_t added = cudaGraphAddKernelNode(&node, handle, nullptr, 0, &launch);
  launch.gridDim = 6;
  cudaError_t set = cudaGraphKernelNodeSetParams(node, &launch);
  cudaError_t got = cudaGraphKernelNodeGetParams(node, &asked);
  launch.gridDim = 7;
  cudaError_t changed = cudaGraphExecKernelNodeSetParams(exec, node, &launch);
  std::printf("node: %s, %s, %s, %s; it launches %s over %u blocks of %u\n", cudaGetErrorName(added),
              cudaGetErrorName(set), cudaGetErrorName(got), cudaGetErrorName(changed),
              asked.func == launch.func ? "add" : "something", asked.gridDim.x, asked.blockDim.x);
}

/// Tile and SIMT kernels on a stand-in for a GPU, and what its driver got.
static void runOnFake() {
  runAdd(300);
  launch(simt, dim3(2, 3), 64, nullptr, static_cast<float *>(nullptr));
  void *arguments[4] = {};
  cudaError_t wrong = cudaLaunchKernel(stubOf(add), 1, 128, arguments, 0, nullptr);
  std::printf("block of 128: %s, %s, then %s\n", cudaGetErrorName(wrong), cudaGetErrorName(cudaGetLastError()),
              cudaGetErrorName(cudaGetLastError()));
  cudaFuncAttributes attributes = {};
  std::printf("tile kernel: %s, %d thread\n", cudaGetErrorName(cudaFuncGetAttributes(&attributes, stubOf(add))),
              attributes.maxThreadsPerBlock);
  std::printf("other: %s\n", cudaGetErrorName(cudaFuncGetAttributes(&attributes, arguments)));
  runGraphOnFake();
  managed(1) += 10;
  std::printf("managed: %d, %d instead of %d\n", managed(0), managed(1), managedVariables[1]);
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  auto log = reinterpret_cast<const char *(*)()>(dlsym(driver, "fakeLog"));
  std::printf("%s", log ? log() : "no stand-in driver\n");
}

/// Memory of this program in a kernel and a copy of a library.
static void runLibrary() {
  void *library = dlopen(PROGRAM_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  auto addTwice = reinterpret_cast<float (*)(float *, const float *)>(dlsym(library, "addTwice"));
  float *out = nullptr, *a = nullptr, two = 2;
  if (cudaMalloc(reinterpret_cast<void **>(&out), 4) || cudaMalloc(reinterpret_cast<void **>(&a), 4) ||
      cudaMemcpy(a, &two, 4, cudaMemcpyHostToDevice))
    return;
  std::printf("%g\n", addTwice ? addTwice(out, a) : -1);
}

int main(int argc, char **argv) {
  std::string what = argc > 1 ? argv[1] : "";
  if (what == "hello")
    launch(hello, 2, 1, nullptr, 42);
  else if (what == "check")
    launch(check, 1, 1, nullptr, 9);
  else if (what == "simt")
    for (int i = 0; i < 2; ++i)
      launch(simt, 1, 32, nullptr, static_cast<float *>(nullptr));
  else if (what == "add")
    runAdd(100);
  else if (what == "too-far")
    runAdd(120);
  else if (what == "library")
    runLibrary();
  else if (what == "fake")
    runOnFake();
  else if (what == "unsupported")
    for (int i = 0; i < 2; ++i)
      (void)cudaIpcCloseMemHandle(nullptr);
  std::fflush(stdout);
  std::printf("%s\n", synchronise());
  return 0;
}
