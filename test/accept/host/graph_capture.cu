// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Capture of tile kernels into a graph, instantiation and launches.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdio>

namespace ct = cuda::tiles;

__tile_global__ void step_a(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<64>>>(); ct::store(p + i, ct::load(p + i) + 1.f); }
__tile_global__ void step_b(float* p, float s) { auto i = ct::iota<ct::tile<int, ct::shape<64>>>(); ct::store(p + i, ct::load(p + i) * s); }

int main() {
  float* p;
  cudaMalloc(&p, 256);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step_a<<<1, 1, 0, s>>>(p);
  step_b<<<1, 1, 0, s>>>(p, 2.f);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  for (int i = 0; i < 10; ++i) cudaGraphLaunch(e, s);

  cudaGraph_t manual;
  cudaGraphCreate(&manual, 0);
  cudaKernelNodeParams np = {};
  float f = 3.f;
  void* args[] = {&p, &f};
  np.func = (void*)step_b;
  np.gridDim = dim3(1);
  np.blockDim = dim3(1);
  np.kernelParams = args;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, manual, nullptr, 0, &np);
  cudaGraphExecDestroy(e);
  cudaGraphDestroy(g);
  cudaGraphDestroy(manual);
  std::puts("ok");
}
