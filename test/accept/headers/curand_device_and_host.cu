// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND's host interface and its device functions in a SIMT kernel.
#include <curand.h>
#include <curand_kernel.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__global__ void init(curandState* s, unsigned long long seed) { curand_init(seed, threadIdx.x, 0, &s[threadIdx.x]); }
__global__ void draw(curandState* s, float* p) { curandState l = s[threadIdx.x]; p[threadIdx.x] = curand_uniform(&l) + curand_normal(&l); s[threadIdx.x] = l; }
__global__ void philox(float4* p) { curandStatePhilox4_32_10_t st; curand_init(1, 2, 3, &st); *p = curand_uniform4(&st); }
__tile_global__ void dropout(float* p, const float* r, float keep) {
  auto i = ct::iota<ct::tile<int, ct::shape<128>>>();
  auto x = ct::load(p + i);
  ct::store(p + i, ct::select(ct::load(r + i) < keep, x / keep, ct::zeros<decltype(x)>()));
}
void host(float* r) {
  curandGenerator_t g;
  curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(g, 1234ULL);
  curandGenerateUniform(g, r, 128);
  curandDestroyGenerator(g);
}
