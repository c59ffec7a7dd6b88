// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of SIMT kernels on the CPU: limits, attributes, graphs, and grids whose blocks wait for each other.
// RUN: tilec %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// REQUIRES: cuda-headers, nvcc
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace cg = cooperative_groups;

extern __shared__ char dynamic[];
__global__ void uses(int *out, char c, double d) {
  __shared__ int values[256];
  values[threadIdx.x] = threadIdx.x + int(d);
  dynamic[0] = c;
  __syncthreads();
  atomicAdd(out, values[threadIdx.x ^ 1] + dynamic[0]);
}
__global__ void __launch_bounds__(64) bounded(int *) {}
__global__ void together(int *data, int *out) {
  cg::grid_group grid = cg::this_grid();
  atomicAdd(data, 1);
  grid.sync();
  if (threadIdx.x == 0)
    atomicAdd(out, data[0]);
}

static void say(const char *what) {
  std::printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

int main() {
  int *p;
  cudaMallocManaged(&p, 8);
  cudaMemset(p, 0, 8);
  uses<<<1, 1025, 16>>>(p, 1, 2);
  say("too many threads"); // CHECK: too many threads: cudaErrorInvalidConfiguration
  uses<<<1, dim3(1, 1, 65), 16>>>(p, 1, 2);
  say("too deep"); // CHECK: too deep: cudaErrorInvalidConfiguration
  uses<<<0, 1, 16>>>(p, 1, 2);
  say("no block"); // CHECK: no block: cudaErrorInvalidConfiguration
  uses<<<1, 1, 48 * 1024>>>(p, 1, 2);
  say("too much shared memory"); // CHECK: too much shared memory: cudaErrorInvalidValue
  bounded<<<1, 65>>>(p);
  say("beyond its bounds"); // CHECK: beyond its bounds: cudaErrorInvalidValue
  std::printf("%d\n", cudaFuncSetAttribute(uses, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024)); // CHECK: {{^}}0
  uses<<<2, 256, 100 * 1024>>>(p, 1, 2.5);
  say("allowed"); // CHECK: allowed: cudaSuccess
  std::printf("%d\n", *p); // CHECK: 66816
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, uses);
  // CHECK: 1024 threads, 1024 bytes, 102400 bytes more
  std::printf("%d threads, %d bytes, %d bytes more\n", attributes.maxThreadsPerBlock, int(attributes.sharedSizeBytes),
              attributes.maxDynamicSharedSizeBytes);
  cudaFuncGetAttributes(&attributes, bounded);
  std::printf("%d threads\n", attributes.maxThreadsPerBlock); // CHECK: 64 threads
  size_t offset, bytes;
  cudaFuncGetParamInfo(reinterpret_cast<const void *>(uses), 2, &offset, &bytes);
  std::printf("parameter at %d of %d bytes\n", int(offset), int(bytes)); // CHECK: parameter at 16 of 8 bytes
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 64, 0);
  std::printf("%d\n", blocks); // CHECK: {{^}}1
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 65, 0);
  std::printf("%d\n", blocks); // CHECK: {{^}}0

  cudaMemset(p, 0, 8);
  int *out = p + 1;
  void *arguments[] = {&p, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(together), 7, 40, arguments, 0, nullptr);
  say("cooperative"); // CHECK: cooperative: cudaSuccess
  std::printf("%d\n", p[1]); // CHECK: 1960

  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaMemset(p, 0, 8);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  uses<<<1, 2, 16, stream>>>(p, 3, 0);
  uses<<<1, 2, 16, stream>>>(p, 4, 0);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  std::printf("captured %d\n", p[0]); // CHECK: captured 0
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("launched %d\n", p[0]); // CHECK: launched 16
}
