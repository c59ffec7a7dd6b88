// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIMT kernels on the CPU: shared memory, barriers, warps, atomics, calls, variables, printf, beside a tile kernel.
// RUN: tilec %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// RUN: env TILEC_RUN=cpu TILEC_CHECK=1 TILEC_THREADS=3 %t | FileCheck %s
// RUN: tilec -arch=sm_90,sm_80 -use_fast_math -lineinfo %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// REQUIRES: cuda-headers, nvcc
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_tile.h>
#include <vector>
namespace ct = cuda::tiles;

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t error_ = (call);                                                                                       \
    if (error_ != cudaSuccess) {                                                                                       \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorName(error_));                                        \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__device__ int *pointer = &counter;

__tile_global__ void twice(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(p + i, ct::load(p + i) * 2.f);
}

__global__ void block_sum(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, s[0]);
}

__global__ void warp_sum(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int d = 16; d; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = v;
  int other = __shfl_xor_sync(~0u, in[threadIdx.x], 1);
  out[32 + threadIdx.x] = other + __popc(__ballot_sync(~0u, threadIdx.x & 1)) + __reduce_add_sync(~0u, 1);
}

__global__ void histogram(const unsigned char *in, int *bins, int n) {
  __shared__ int local[256];
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void recursive(int *out) {
  out[threadIdx.x] = fibonacci(threadIdx.x);
}

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override {
    return side * side;
  }
};
struct Line : Shape {
  __device__ int area() const override {
    return 0;
  }
};
__global__ void dispatched(int *out) {
  Shape *shape = threadIdx.x % 2 ? static_cast<Shape *>(new Square(threadIdx.x)) : new Line;
  out[threadIdx.x] = shape->area();
  delete shape;
}

extern __shared__ int dynamic[];
__global__ void reverse(int *data, int n) {
  dynamic[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = dynamic[n - 1 - threadIdx.x];
}

template <class T, int N> __global__ void scaled(T *out) {
  out[threadIdx.x] = T(threadIdx.x) * N * T(weights[threadIdx.x % 4]);
}

__global__ void transpose(const int *in, int *out, int w, int h) {
  __shared__ int t[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    t[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < h && y < w)
    out[y * h + x] = t[threadIdx.x][threadIdx.y];
}

__global__ void halves(__half *h) {
  h[threadIdx.x] = __hfma(h[threadIdx.x], __float2half(0.5f), hsqrt(h[threadIdx.x]));
}

__global__ void divergent(int *out) {
  int v = 0;
  for (unsigned i = 0; i < threadIdx.x % 7 + 1; ++i) {
    if ((i + threadIdx.x) % 3 == 0)
      continue;
    v += i * threadIdx.x;
    if (v > 500)
      break;
  }
  __syncthreads();
  out[threadIdx.x] = v;
  if (threadIdx.x > 40)
    return;
  __syncthreads();
  out[threadIdx.x] += 1;
}

__global__ void talk() {
  printf("thread %d: %.2f %s %lld|%5d|%-4x|%c\n", threadIdx.x, threadIdx.x * 0.5, "text", 1ll << 40, -3, 255u, 'z');
  printf("second %d%%\n", threadIdx.x);
}

__global__ void locked(int *mutex, int *value) {
  while (atomicCAS(mutex, 0, 1))
    ;
  volatile int *v = value;
  *v = *v + 1;
  __threadfence();
  atomicExch(mutex, 0);
}

__global__ void variables(int *out) {
  *out = *pointer + counter;
  counter = 11;
}

template <class T> std::vector<T> copied(T *p, int n) {
  std::vector<T> values(n);
  CHECK(cudaMemcpy(values.data(), p, n * sizeof(T), cudaMemcpyDefault));
  return values;
}

int main() {
  constexpr int n = 4096;
  float *f, *sum;
  int *a, *b;
  unsigned char *bytes;
  __half *h;
  CHECK(cudaMalloc(&f, n * 4));
  CHECK(cudaMalloc(&sum, 4));
  CHECK(cudaMalloc(&a, n * 4));
  CHECK(cudaMalloc(&b, n * 4));
  CHECK(cudaMalloc(&bytes, n));
  CHECK(cudaMalloc(&h, 16));
  std::vector<float> floats(n);
  std::vector<int> ints(n);
  std::vector<unsigned char> small(n);
  for (int i = 0; i < n; ++i) {
    floats[i] = float(i % 13);
    ints[i] = i * 7 % 101;
    small[i] = (unsigned char)(i * i);
  }
  CHECK(cudaMemcpy(f, floats.data(), n * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(a, ints.data(), n * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(bytes, small.data(), n, cudaMemcpyDefault));
  CHECK(cudaMemset(sum, 0, 4));

  twice<<<1, 1>>>(f);
  block_sum<<<16, 256>>>(f, sum, 4000);
  CHECK(cudaGetLastError());
  float expected = 0;
  for (int i = 0; i < 4000; ++i)
    expected += floats[i] * (i < 64 ? 2 : 1);
  std::printf("block_sum %d\n", copied(sum, 1)[0] == expected); // CHECK: block_sum 1

  warp_sum<<<1, 64>>>(a, b);
  std::vector<int> r = copied(b, 96);
  int first = 0;
  for (int i = 0; i < 32; ++i)
    first += ints[i];
  bool ok = r[0] == first;
  for (int i = 0; i < 64; ++i)
    ok &= r[32 + i] == ints[i ^ 1] + 16 + 32;
  std::printf("warp_sum %d\n", ok); // CHECK: warp_sum 1

  CHECK(cudaMemset(b, 0, 1024));
  histogram<<<4, 128>>>(bytes, b, n);
  std::vector<int> bins(256);
  for (unsigned char x : small)
    bins[x]++;
  std::printf("histogram %d\n", copied(b, 256) == bins); // CHECK: histogram 1

  recursive<<<1, 20>>>(b);
  r = copied(b, 20);
  std::printf("recursive %d %d %d\n", r[10], r[19], r[1]); // CHECK: recursive 55 4181 1

  dispatched<<<1, 40>>>(b);
  r = copied(b, 40);
  std::printf("dispatched %d %d %d\n", r[7], r[8], r[39]); // CHECK: dispatched 49 0 1521

  reverse<<<1, 100, 400>>>(a, 100);
  r = copied(a, 100);
  std::printf("reverse %d\n", std::equal(r.rbegin(), r.rend(), ints.begin())); // CHECK: reverse 1

  float more[4] = {1, 1, 1, 10};
  CHECK(cudaMemcpyToSymbol(weights, more, 16));
  scaled<double, 3><<<1, 32>>>(reinterpret_cast<double *>(b));
  std::printf("scaled %g\n", copied(reinterpret_cast<double *>(b), 32)[7]); // CHECK: scaled 210

  transpose<<<dim3(3, 2), dim3(16, 16)>>>(a, b, 40, 25);
  r = copied(b, 1000);
  std::vector<int> from = copied(a, 1000);
  ok = true;
  for (int y = 0; y < 25; ++y)
    for (int x = 0; x < 40; ++x)
      ok &= r[x * 25 + y] == from[y * 40 + x];
  std::printf("transpose %d\n", ok); // CHECK: transpose 1

  std::vector<__half> numbers(8);
  for (int i = 0; i < 8; ++i)
    numbers[i] = __half(float(i));
  CHECK(cudaMemcpy(h, numbers.data(), 16, cudaMemcpyDefault));
  halves<<<1, 8>>>(h);
  numbers = copied(h, 8);
  std::printf("halves %g %g\n", float(numbers[2]), float(numbers[7])); // CHECK: halves 2.41406 6.14844

  divergent<<<1, 70>>>(b);
  r = copied(b, 70);
  ok = true;
  for (int t = 0; t < 70; ++t) {
    int v = 0;
    for (int i = 0; i < t % 7 + 1 && v <= 500; ++i)
      v += (i + t) % 3 == 0 ? 0 : i * t;
    ok &= r[t] == v + (t <= 40);
  }
  std::printf("divergent %d\n", ok); // CHECK: divergent 1

  talk<<<1, 2>>>();
  // CHECK: thread 0: 0.00 text 1099511627776|   -3|ff  |z
  // CHECK-NEXT: thread 1: 0.50 text 1099511627776|   -3|ff  |z
  // CHECK-NEXT: second 0%
  // CHECK-NEXT: second 1%

  CHECK(cudaMemset(b, 0, 8));
  locked<<<4, 64>>>(b, b + 1);
  std::printf("locked %d\n", copied(b, 2)[1]); // CHECK: locked 256

  variables<<<1, 1>>>(b);
  int back = 0;
  CHECK(cudaMemcpyFromSymbol(&back, counter, 4));
  std::printf("variables %d %d\n", copied(b, 1)[0], back); // CHECK: variables 10 11
  CHECK(cudaDeviceSynchronize());
}
