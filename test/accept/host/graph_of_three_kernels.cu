// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
__tile_global__ void add(float *p, float v) { auto i = ct::iota<ct::tile<int, ct::shape<16>>>(); ct::store(p + i, ct::load(p + i) + v); }
__tile_global__ void scale(float *p, float v) { auto q = p + ct::iota<ct::tile<int, ct::shape<16>>>(); ct::store(q, ct::load(q) * v); }
#define OK(x) if (auto e = (x); e != cudaSuccess) { std::printf("%d: %s\n", __LINE__, cudaGetErrorString(e)); ++failures; }
int main() {
  float *p = managed<float>(16), v = 3, w = 2;
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaStream_t s, t;
  cudaEvent_t fork, join;
  OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t));
  OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming)); OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, s>>>(p, v);
  OK(cudaEventRecord(fork, s)); OK(cudaStreamWaitEvent(t, fork, 0));
  scale<<<1, 1, 0, t>>>(p, w);
  OK(cudaEventRecord(join, t)); OK(cudaStreamWaitEvent(s, join));
  add<<<1, 1, 0, s>>>(p, 1);
  OK(cudaStreamEndCapture(s, &g));
  size_t nodes = 0;
  OK(cudaGraphGetNodes(g, nullptr, &nodes));
  expect("nodes", 0, nodes, 3);
  OK(cudaGraphInstantiate(&x, g, nullptr, nullptr, 0));
  for (int i = 0; i < 3; ++i) OK(cudaGraphLaunch(x, s));
  OK(cudaStreamSynchronize(s));
  float want = 0;
  for (int i = 0; i < 3; ++i) want = (want + 3) * 2 + 1;
  for (int i = 0; i < 16; ++i) expect("p", i, p[i], want);
  OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
  return done();
}
