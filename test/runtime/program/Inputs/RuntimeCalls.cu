// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A whole program of one tile and one plain source: every way to launch a tile kernel, and every question about one.
/// It prints the same where kernels run on a GPU and on the CPU, a line for each check, and exits with 1 if one fails.
///
///   tilec test/runtime/program/Inputs/RuntimeCalls.cu -o calls && ./calls && TILEC_RUN=cpu ./calls
#include <cuda_runtime.h>
#include <cuda_tile.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace ct = cuda::tiles;

__tile__ int counter = 3;

/// out = a + b over n elements, 128 a block.
__tile_global__ void add(float *out, const float *a, const float *b, int n) {
  auto view = [n](auto *p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<128>{}}; };
  int block = ct::bid().x;
  view(out).store_masked(view(a).load_masked(block) + view(b).load_masked(block), block);
}

__tile_global__ void count(int *out, int step) {
  counter = counter + step;
  *out = counter;
}

static int failures = 0;

static void expect(bool holds, const char *what) {
  std::printf("%s: %s\n", what, holds ? "ok" : "WRONG");
  failures += !holds;
}

static bool is(cudaError_t error, cudaError_t expected = cudaSuccess) {
  if (error != expected)
    std::fprintf(stderr, "expected %s, got %s\n", cudaGetErrorName(expected), cudaGetErrorName(error));
  return error == expected;
}

/// Three vectors of n elements: a = 0, 1, 2, ... and b = 10.
struct Vectors {
  explicit Vectors(int n) : n(n), host(n) {
    for (float **pointer : {&out, &a, &b})
      is(cudaMalloc((void **)pointer, n * sizeof(float)));
    for (int i = 0; i < n; ++i)
      host[i] = float(i);
    is(cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    host.assign(n, 10.0f);
    is(cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    clear();
  }
  ~Vectors() {
    for (float *pointer : {out, a, b})
      is(cudaFree(pointer));
  }
  void clear() {
    is(cudaMemset(out, 0, n * sizeof(float)));
  }
  bool isAdded() {
    is(cudaDeviceSynchronize());
    is(cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
      if (host[i] != float(i + 10))
        return false;
    return true;
  }

  int n;
  float *out = nullptr, *a = nullptr, *b = nullptr;
  std::vector<float> host;
};

static int valueOfCounter() {
  int value = -1;
  is(cudaMemcpyFromSymbol(&value, (const void *)&counter, sizeof(value), 0, cudaMemcpyDeviceToHost));
  return value;
}

static void launches() {
  Vectors v(1000);
  unsigned blocks = (v.n + 127) / 128;
  const void *stub = (const void *)add;
  void *arguments[] = {&v.out, &v.a, &v.b, &v.n};

  add<<<blocks, 1>>>(v.out, v.a, v.b, v.n);
  expect(v.isAdded(), "launch");
  v.clear();
  add<<<blocks, 256>>>(v.out, v.a, v.b, v.n);
  expect(v.isAdded(), "launch of many threads");
  v.clear();
  expect(is(cudaLaunchKernel(stub, dim3(blocks), dim3(1), arguments, 0, nullptr)) && v.isAdded(), "cudaLaunchKernel");
  v.clear();
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(1);
  expect(is(cudaLaunchKernelExC(&config, stub, arguments)) && v.isAdded(), "cudaLaunchKernelExC");
  v.clear();
  cudaKernel_t kernel = nullptr;
  expect(is(cudaGetKernel(&kernel, stub)) &&
             is(cudaLaunchKernel((const void *)kernel, dim3(blocks), dim3(1), arguments, 0, nullptr)) && v.isAdded(),
         "launch of a handle");
  v.clear();
  expect(is(cudaLaunchKernel(stub, dim3(blocks), dim3(64), arguments, 0, nullptr), cudaErrorInvalidConfiguration) &&
             is(cudaGetLastError(), cudaErrorInvalidConfiguration) && is(cudaGetLastError()),
         "a block of 64 is refused");
  expect(is(cudaLaunchKernel(stub, dim3(0), dim3(1), arguments, 0, nullptr), cudaErrorInvalidConfiguration),
         "a grid of 0 is refused");
  (void)cudaGetLastError();
  expect(!v.isAdded(), "neither ran");
}

static void questions() {
  const void *stub = (const void *)add;
  cudaFuncAttributes attributes = {};
  expect(is(cudaFuncGetAttributes(&attributes, stub)) && attributes.maxThreadsPerBlock == 1, "attributes");
  expect(is(cudaFuncSetAttribute(stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)), "set attribute");
  int blocks = 0;
  expect(is(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stub, 1, 0)) && blocks >= 1, "occupancy");
  const char *name = nullptr;
  expect(is(cudaFuncGetName(&name, stub)) && std::strcmp(name, "_Z3addPfPKfS1_i") == 0, "name");
}

static void symbols() {
  int *out = nullptr, ten = 10, seen = 0;
  is(cudaMalloc((void **)&out, sizeof(int)));
  expect(valueOfCounter() == 3, "first value of a variable");
  count<<<1, 1>>>(out, 2);
  count<<<1, 1>>>(out, -1);
  is(cudaMemcpy(&seen, out, sizeof(int), cudaMemcpyDeviceToHost));
  expect(seen == 4 && valueOfCounter() == 4, "a variable keeps its value");
  is(cudaMemcpyToSymbol((const void *)&counter, &ten, sizeof(int), 0, cudaMemcpyHostToDevice));
  count<<<1, 1>>>(out, 1);
  expect(valueOfCounter() == 11, "a variable is written by a copy");
  void *address = nullptr;
  size_t bytes = 0;
  expect(is(cudaGetSymbolAddress(&address, (const void *)&counter)) &&
             is(cudaGetSymbolSize(&bytes, (const void *)&counter)) && bytes == sizeof(int),
         "address and size of a variable");
  count<<<1, 1>>>((int *)address, 1);
  expect(valueOfCounter() == 12, "a variable is written by its address");
  is(cudaFree(out));
}

static void streams() {
  Vectors v(1000);
  unsigned blocks = (v.n + 127) / 128;
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t start = nullptr, end = nullptr;
  is(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  is(cudaStreamCreate(&other));
  is(cudaEventCreate(&start));
  is(cudaEventCreate(&end));
  is(cudaDeviceSynchronize());
  is(cudaEventRecord(start, stream));
  add<<<blocks, 1, 0, stream>>>(v.out, v.a, v.b, v.n);
  is(cudaEventRecord(end, stream));
  is(cudaStreamWaitEvent(other, end, 0));
  is(cudaMemcpyAsync(v.host.data(), v.out, v.n * sizeof(float), cudaMemcpyDeviceToHost, other));
  is(cudaStreamSynchronize(other));
  float milliseconds = -1;
  expect(v.host[999] == 1009 && is(cudaEventElapsedTime(&milliseconds, start, end)) && milliseconds >= 0,
         "streams and events");
  is(cudaStreamDestroy(stream));
  is(cudaStreamDestroy(other));
  is(cudaEventDestroy(start));
  is(cudaEventDestroy(end));
}

/// A graph that is captured, with a kernel that was not launched before.
static void capturedGraph() {
  Vectors v(1000);
  unsigned blocks = (v.n + 127) / 128;
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  is(cudaStreamCreate(&stream));
  is(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  is(cudaMemsetAsync(v.out, 0, v.n * sizeof(float), stream));
  add<<<blocks, 1, 0, stream>>>(v.out, v.a, v.b, v.n);
  add<<<blocks, 1, 0, stream>>>(v.out, v.out, v.b, v.n);
  is(cudaStreamEndCapture(stream, &graph));
  is(cudaGraphInstantiate(&exec, graph, 0));
  expect(!v.isAdded(), "a captured launch does nothing");
  is(cudaGraphLaunch(exec, stream));
  is(cudaGraphLaunch(exec, stream));
  is(cudaStreamSynchronize(stream));
  is(cudaMemcpy(v.host.data(), v.out, v.n * sizeof(float), cudaMemcpyDeviceToHost));
  expect(v.host[5] == 25 && v.host[999] == 1019, "a captured graph");
  is(cudaGraphExecDestroy(exec));
  is(cudaGraphDestroy(graph));
  is(cudaStreamDestroy(stream));
}

static void graphByHand() {
  Vectors v(1000);
  void *arguments[] = {&v.out, &v.a, &v.b, &v.n};
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t clear = nullptr, kernel = nullptr, copy = nullptr;
  cudaMemsetParams fill = {};
  fill.dst = v.out;
  fill.elementSize = 4;
  fill.width = v.n;
  fill.height = 1;
  cudaKernelNodeParams launch = {};
  launch.func = (void *)add;
  launch.gridDim = dim3((v.n + 127) / 128);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  float last = 0;
  is(cudaGraphCreate(&graph, 0));
  is(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &fill));
  is(cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &launch));
  is(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, &last, v.out + 999, sizeof(float), cudaMemcpyDeviceToHost));
  is(cudaGraphInstantiate(&exec, graph, 0));
  is(cudaGraphLaunch(exec, nullptr));
  is(cudaDeviceSynchronize());
  expect(last == 1009, "a graph by hand");

  // The node has arguments of its own, which are asked for and changed.
  cudaKernelNodeParams asked = {};
  expect(is(cudaGraphKernelNodeGetParams(kernel, &asked)) && asked.func == launch.func &&
             asked.gridDim.x == launch.gridDim.x && asked.blockDim.x == 1 &&
             *(float **)asked.kernelParams[0] == v.out && *(int *)asked.kernelParams[3] == v.n,
         "what a node launches");
  arguments[1] = &v.b;
  is(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
  is(cudaGraphLaunch(exec, nullptr));
  is(cudaDeviceSynchronize());
  expect(last == 20, "another launch in an executable graph");
  int less = 999;
  arguments[3] = &less;
  launch.gridDim = dim3(8);
  is(cudaGraphKernelNodeSetParams(kernel, &launch));
  cudaGraphExecUpdateResultInfo updated = {};
  is(cudaGraphExecUpdate(exec, graph, &updated));
  is(cudaGraphLaunch(exec, nullptr));
  is(cudaDeviceSynchronize());
  expect(last == 0, "another launch in a graph");

  // The same by the functions for nodes of all types.
  cudaGraphNodeParams any = {};
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = (void *)add;
  any.kernel.gridDim = launch.gridDim;
  any.kernel.blockDim = launch.blockDim;
  any.kernel.kernelParams = arguments;
  arguments[3] = &v.n;
  cudaGraphNode_t second = nullptr;
#if CUDART_VERSION >= 13000
  is(cudaGraphAddNode(&second, graph, &copy, nullptr, 1, &any));
#else
  is(cudaGraphAddNode(&second, graph, &copy, 1, &any));
#endif
  arguments[1] = &v.a;
  is(cudaGraphNodeSetParams(second, &any));
  is(cudaGraphExecDestroy(exec));
  is(cudaGraphInstantiate(&exec, graph, 0));
  is(cudaGraphLaunch(exec, nullptr));
  expect(v.isAdded() && last == 0, "a node of any type");
  is(cudaGraphExecDestroy(exec));
  is(cudaGraphDestroy(graph));
}

int main() {
  capturedGraph(); // first: modules are loaded meanwhile
  launches();
  questions();
  symbols();
  streams();
  graphByHand();
  is(cudaDeviceReset());
  {
    Vectors v(300);
    add<<<3, 1>>>(v.out, v.a, v.b, v.n);
    expect(v.isAdded() && valueOfCounter() == 3, "after a reset");
  }
  expect(is(cudaGetLastError()), "no error is left");
  return failures != 0;
}
