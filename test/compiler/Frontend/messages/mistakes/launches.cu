// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that calls, launches or computes what it cannot.
// With -DMENDED the advice is followed.
// REQUIRES: cuda-headers
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void scale(float *p, int n, float factor) {
// CHECK-DAG: launches.cu:[[#@LINE-1]]:22: note: 'scale' declared here
// CHECK-DAG: launches.cu:[[#@LINE-2]]:22: note: 'scale' declared here
// CHECK-DAG: launches.cu:[[#@LINE-3]]:35: note: passing argument to parameter 'p' here
  auto i = int(ct::bid().x) * 8 + ct::iota<Tile<int, 8>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) * factor, i < n);
}

//--- a kernel called as a function
void called(float *p, int n) {
#ifndef MENDED
  scale(p, n, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:8: error: kernel 'scale' cannot be called: kernels are launched by the host, as in scale<<<grid, 1>>>(...), and tile code calls __tile__ functions
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- too few arguments of a launch
void tooFewArguments(float *p, int n) {
#ifndef MENDED
  scale<<<n / 8, 1>>>(p, n);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:27: error: too few arguments to function call, expected 3, have 2
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- too many arguments of a launch
void tooManyArguments(float *p, int n) {
#ifndef MENDED
  scale<<<n / 8, 1>>>(p, p, n, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:32: error: too many arguments to function call, expected 3, have 4
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a pointer of another type
void otherPointer(double *p, int n) {
#ifndef MENDED
  scale<<<n / 8, 1>>>(p, n, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:23: error: cannot initialize a parameter of type 'float *' with an lvalue of type 'double *'
#else
  scale<<<n / 8, 1>>>(reinterpret_cast<float *>(p), n, 2.0f);
#endif
}

//--- a launch without grid
void withoutGrid(float *p, int n) {
#ifndef MENDED
  scale<<<>>>(p, n, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:11: error: a launch names its grid, as in kernel<<<grid, 1>>>(...)
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a launch of a function that is no kernel
__tile__ void helper(float *p) { p[0] = 0; }
__tile_global__ void helperKernel(float *p) { helper(p); }
void launchesFunction(float *p) {
#ifndef MENDED
  helper<<<1, 1>>>(p);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:19: error: 'helper' cannot be launched: it is no kernel, which is declared __tile_global__
#else
  helperKernel<<<1, 1>>>(p);
#endif
}

//--- a tile function called by the host
__tile__ int roundUp(int n) { return (n + 7) / 8 * 8; }
__host__ __tile__ int roundUpAnywhere(int n) { return (n + 7) / 8 * 8; }
int hostCallsTile(int n) {
#ifndef MENDED
  return roundUp(n);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:10: warning: tile function 'roundUp' cannot be called by host code: declare it __host__ __tile__
#else
  return roundUpAnywhere(n);
#endif
}

//--- a tile computed by the host
void hostTile(float *p, int n) {
#ifndef MENDED
  auto x = ct::zeros<Tile<float, 8>>();
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:12: warning: tiles are computed in tile code only, not by the host: move this to a kernel or a __tile__ function
#else
  scale<<<n / 8, 1>>>(p, n, 0.0f);
#endif
}

//--- a misspelt kernel
void misspeltKernel(float *p, int n) {
#ifndef MENDED
  scael<<<n / 8, 1>>>(p, n, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:3: error: use of undeclared identifier 'scael'; did you mean 'scale'?
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a template parameter that no argument tells
template <int N> __tile_global__ void clear(float *p) {
  ct::store(p + ct::iota<Tile<int, N>>(), ct::zeros<Tile<float, N>>());
}
void withoutTemplateArgument(float *p) {
#ifndef MENDED
  clear<<<1, 1>>>(p);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:3: error: no matching function for call to 'clear'; no argument tells 'N', which is named, as in clear<...>
#else
  clear<8><<<1, 1>>>(p);
#endif
}

//--- a misspelt function of the runtime
void misspeltRuntime(float *p) {
#ifndef MENDED
  cudaDeviceSyncronize();
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:3: error: use of undeclared identifier 'cudaDeviceSyncronize'; did you mean 'cudaDeviceSynchronize'?
#else
  cudaDeviceSynchronize();
#endif
}

//--- a launch with many threads
void manyThreads(float *p, int n) {
#ifndef MENDED
  scale<<<n / 256, 256>>>(p, n, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:3: warning: kernel 'scale' is launched with 256 threads in a block, and a tile kernel has one: write <<<grid, 1>>>
#else
  scale<<<n / 8, 1>>>(p, n, 2.0f);
#endif
}

//--- a launch from a kernel
__tile_global__ void launchesKernel(float *p) {
#ifndef MENDED
  scale<<<1, 1>>>(p, 8, 2.0f);
  // CHECK-DAG: launches.cu:[[#@LINE-1]]:8: error: a kernel cannot be launched from tile code: kernels are launched by the host; tile code calls __tile__ functions
#else
  p[0] = p[0] * 2.0f;
#endif
}
