// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that relies on what nvcc includes first: math, exit, memcpy, abort, clock.
#include <cuda_tile.h>

__tile_global__ void k(float* p) { *p = 1; }

static int choose(int n) { return max(1, min(n, 1024)); }
static float norm(const float* v, int n) { float s = 0; for (int i = 0; i < n; ++i) s += powf(v[i], 2.f); return sqrtf(s); }

int main(int argc, char** argv) {
  float v[3] = {1, 2, 3}, w[3];
  memcpy(w, v, sizeof v);
  memset(v, 0, sizeof v);
  clock_t t = clock();
  float* p;
  if (cudaMalloc(&p, sizeof(float) * choose(argc)) != cudaSuccess) exit(EXIT_FAILURE);
  k<<<1, 1>>>(p);
  double e = fabs(norm(w, 3) - sqrt(14.0)) + floor(1.5) + ceil(2.5) + std::abs(-2.0) + std::sqrt(2.f);
  if (e < 0) abort();
  void* q = malloc(3);
  free(q);
  int3 i = make_int3(1, 2, 3);
  float4 f = make_float4(1, 2, 3, 4);
  return int(clock() - t) + i.x + int(f.w) + strlen(argv[0]) + atoi("3");
}
