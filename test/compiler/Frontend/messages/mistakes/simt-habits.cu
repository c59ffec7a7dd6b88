// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Habits of SIMT code.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <algorithm>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- threadIdx
__tile_global__ void threadIndex(float *p) {
#ifndef MENDED
  p[threadIdx.x] = 0;
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:5: error: 'threadIdx' does not exist in tile code: a tile block is one logical thread; use 'cuda::tiles::iota' for element indices
#else
  ct::store(p + ct::iota<Tile<int, 8>>(), ct::zeros<Tile<float, 8>>());
#endif
}

//--- blockIdx and blockDim
__tile_global__ void blockIndexOfSimt(float *p) {
#ifndef MENDED
  int start = blockIdx.x * 8;
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:15: error: 'blockIdx' does not exist in tile code: use 'cuda::tiles::bid()'
#else
  int start = ct::bid().x * 8;
#endif
  ct::store(p + start + ct::iota<Tile<int, 8>>(), ct::zeros<Tile<float, 8>>());
}

//--- __syncthreads
__tile_global__ void syncthreads(float *p) {
  p[0] = 0;
#ifndef MENDED
  __syncthreads();
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:3: error: '__syncthreads' is a SIMT intrinsic: tile code has no threads and no barriers; leave it out: a tile block is one logical thread
#endif
  p[1] = 0;
}

//--- __shared__
__tile_global__ void sharedMemory(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  __shared__ float buffer[8];
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:20: error: __shared__ variable 'buffer' is not allowed in tile code: where tiles are kept is the compiler's choice; use a tile, or an array without __shared__
#else
  auto buffer = ct::zeros<Tile<float, 8>>();
#endif
  ct::store(p + i, ct::load(p + i));
}

//--- extern __shared__
__tile_global__ void dynamicSharedMemory(float *p) {
#ifndef MENDED
  extern __shared__ float buffer[];
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:27: error: __shared__ variable 'buffer' is not allowed in tile code: where tiles are kept is the compiler's choice; use a tile, or an array without __shared__
  buffer[0] = p[0];
#else
  auto buffer = ct::full<Tile<float, 1>>(p[0]);
#endif
}

//--- atomicAdd
__tile_global__ void atomicAddOfSimt(int *q) {
#ifndef MENDED
  atomicAdd(q, 1);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:3: error: 'atomicAdd' is a SIMT intrinsic: tile code has no threads and no barriers; use atomic_add<memory_order::relaxed>(pointer, value)
#else
  ct::atomic_add<ct::memory_order::relaxed>(q, 1);
#endif
}

//--- atomicAdd with tiles
__tile_global__ void atomicAddOfTiles(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::ones<Tile<float, 8>>();
#ifndef MENDED
  atomicAdd(p + i, x);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:3: error: no matching function for call to 'atomicAdd'; use atomic_add<memory_order::relaxed>(pointer, value)
#else
  ct::atomic_add<ct::memory_order::relaxed>(p + i, x);
#endif
}

//--- atomicCAS
__tile_global__ void atomicCasOfSimt(int *q) {
#ifndef MENDED
  int old = atomicCAS(q, 0, 1);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:13: error: 'atomicCAS' is a SIMT intrinsic: tile code has no threads and no barriers; use atomic_compare_exchange<memory_order::relaxed>(pointer, expected, desired)
#else
  int old = ct::atomic_compare_exchange<ct::memory_order::acq_rel>(q, 0, 1);
#endif
  q[1] = old;
}

//--- __shfl_down_sync
__tile_global__ void shuffle(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 32>>());
#ifndef MENDED
  p[0] = __shfl_down_sync(~0u, p[0], 16);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:10: error: '__shfl_down_sync' is a SIMT intrinsic: tile code has no threads and no barriers; functions of whole tiles, as sum<0>(tile) and permute, move values between elements
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- __ldg
__tile_global__ void readOnlyLoad(const float *p, float *q) {
#ifndef MENDED
  q[0] = __ldg(p);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:10: error: '__ldg' is a SIMT intrinsic: tile code has no threads and no barriers; use load(pointer)
#else
  q[0] = ct::load(p);
#endif
}

//--- expf of a tile
__tile_global__ void expfOfTile(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, expf(ct::load(p + i)));
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:20: error: no matching function for call to 'expf'; use cuda::tiles::exp, for tiles
#else
  ct::store(p + i, ct::exp(ct::load(p + i)));
#endif
}

//--- std::max of tiles
__tile_global__ void standardMax(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, std::max(x, -x));
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:25: error: 'std::max<tile<float, shape<8>>>' takes no tiles; use cuda::tiles::max
#else
  ct::store(p + i, ct::max(x, -x));
#endif
}

//--- __expf
__tile_global__ void fastExponential(float *p) {
#ifndef MENDED
  p[0] = __expf(p[0]);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:10: error: '__expf' is no tile function; use 'cuda::tiles::exp'
#else
  p[0] = ct::exp(p[0]);
#endif
}

//--- a __device__ function
__device__ float twice(float x) { return x + x; }
// CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:18: note: 'twice' is declared here
__tile__ float twiceInTiles(float x) { return x + x; }
__tile_global__ void deviceFunction(float *p) {
#ifndef MENDED
  p[0] = twice(p[0]);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:10: error: __device__ function 'twice' cannot be called in tile code: only tile functions can; declare it __tile__ as well
#else
  p[0] = twiceInTiles(p[0]);
#endif
}

//--- a __device__ variable
__device__ float counter;
// CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:18: note: 'counter' is declared here
__tile__ float counterOfTiles;
__tile_global__ void deviceVariable(float *p) {
#ifndef MENDED
  p[0] = counter;
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:10: error: __device__ variable 'counter' cannot be named in tile code: declare it __tile__, or pass a pointer to it to the kernel
#else
  p[0] = counterOfTiles;
#endif
}

//--- a host function
float half(float x) { return x / 2; }
// CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:7: note: 'half' is declared here
__tile__ float halfInTiles(float x) { return x / 2; }
__tile_global__ void hostFunction(float *p) {
#ifndef MENDED
  p[0] = half(p[0]);
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:10: error: host function 'half' cannot be called in tile code: only tile functions can; declare it __tile__
#else
  p[0] = halfInTiles(p[0]);
#endif
}

//--- a tile function without __tile__
#ifndef MENDED
auto doubled(Tile<float, 8> x) { return x + x; }
// CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:6: note: 'doubled' is declared here
#else
__tile__ auto doubled(Tile<float, 8> x) { return x + x; }
#endif
__tile_global__ void withoutTile(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  ct::store(p + i, doubled(ct::load(p + i)));
  // CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:20: error: host function 'doubled' cannot be called in tile code: only tile functions can; declare it __tile__
}

//--- a SIMT kernel with tiles
#ifndef MENDED
__global__ void simtKernel(float *p) {
// CHECK-DAG: simt-habits.cu:[[#@LINE-1]]:17: warning: SIMT kernel 'simtKernel' calls 'ct::iota', which tile code only can: declare it __tile_global__
#else
__tile_global__ void simtKernel(float *p) {
#endif
  auto i = ct::iota<Tile<int, 8>>();
  ct::store(p + i, ct::load(p + i) + 1.0f);
}
