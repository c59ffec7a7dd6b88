// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A C programmer's file: printf without <cstdio> namespaces, malloc, assert, typedef struct.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/time.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

typedef struct { int n; float *a, *b; } problem_t;

static double now(void) { struct timeval t; gettimeofday(&t, NULL); return t.tv_sec + 1e-6 * t.tv_usec; }

__tile_global__ void add(float *a, const float *b, int n) {
  auto i = cuda::tiles::iota<cuda::tiles::tile<int, cuda::tiles::shape<128>>>() + (int)cuda::tiles::bid().x * 128;
  auto m = i < n;
  cuda::tiles::store_masked(a + i, cuda::tiles::load_masked(a + i, m) + cuda::tiles::load_masked(b + i, m), m);
}

int main(int argc, char **argv) {
  problem_t p = {.n = 1 << 12};
  float *h = (float *)malloc(p.n * sizeof(float));
  assert(h != NULL);
  memset(h, 0, p.n * sizeof(float));
  srand((unsigned)time(NULL));
  for (int i = 0; i < p.n; i++) h[i] = rand() / (float)RAND_MAX;
  if (cudaMalloc((void **)&p.a, p.n * 4) || cudaMalloc((void **)&p.b, p.n * 4)) { fprintf(stderr, "no memory\n"); exit(1); }
  cudaMemcpy(p.a, h, p.n * 4, cudaMemcpyHostToDevice);
  double t = now();
  add<<<(p.n + 127) / 128, 1>>>(p.a, p.b, p.n);
  cudaDeviceSynchronize();
  printf("%g s, %f %d\n", now() - t, fabs(h[0] - sqrtf(2.0f)), abs(-argc));
  free(h);
  return 0;
}
