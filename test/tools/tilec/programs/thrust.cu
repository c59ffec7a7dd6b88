// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of Thrust and CUB around a tile kernel, on the CPU.
// RUN: tilec --extended-lambda %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// RUN: env TILEC_RUN=cpu TILEC_CHECK=1 %t | FileCheck %s
// REQUIRES: cuda-headers, nvcc
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_tile.h>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
namespace ct = cuda::tiles;

__tile_global__ void twice(int *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>() + int(ct::bid().x) * 64;
  ct::store(p + i, ct::load(p + i) * 2);
}

int main() {
  constexpr int n = 1 << 14;
  thrust::host_vector<int> h(n), expected(n);
  for (int i = 0; i < n; ++i)
    h[i] = (i * 7919LL) % 10007;
  thrust::device_vector<int> v = h, w(n);
  twice<<<n / 64, 1>>>(thrust::raw_pointer_cast(v.data()));
  for (int &x : h)
    x *= 2;
  // CHECK: reduce 0
  std::printf("reduce %d\n", thrust::reduce(v.begin(), v.end()) - std::accumulate(h.begin(), h.end(), 0));
  thrust::inclusive_scan(v.begin(), v.end(), w.begin());
  std::partial_sum(h.begin(), h.end(), expected.begin());
  std::printf("scan %d\n", expected == w); // CHECK: scan 1

  thrust::host_vector<int> sorted = h;
  std::sort(sorted.begin(), sorted.end());
  thrust::device_vector<int> keys = v, values(n);
  thrust::sequence(values.begin(), values.end());
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  std::printf("sort_by_key %d\n", sorted == keys); // CHECK: sort_by_key 1
  thrust::host_vector<int> places = values;
  bool ok = true;
  for (int i = 0; i < n; ++i)
    ok &= h[places[i]] == sorted[i];
  std::printf("values %d\n", ok); // CHECK: values 1
  keys = v;
  auto byDigits = [] __host__ __device__(int a, int b) { return a % 100 != b % 100 ? a % 100 < b % 100 : a < b; };
  thrust::sort(keys.begin(), keys.end(), byDigits);
  std::sort(sorted.begin(), sorted.end(), byDigits);
  std::printf("sort %d\n", sorted == keys); // CHECK: sort 1

  thrust::transform(v.begin(), v.end(), w.begin(), thrust::negate<int>());
  std::printf("transform %d\n", w[77] == -h[77]); // CHECK: transform 1
  auto end = thrust::copy_if(v.begin(), v.end(), w.begin(), [] __device__(int x) { return x % 3 == 0; });
  auto count = std::count_if(h.begin(), h.end(), [](int x) { return x % 3 == 0; });
  std::printf("copy_if %d\n", end - w.begin() == count); // CHECK: copy_if 1
  std::printf("max %d\n", int(*thrust::max_element(v.begin(), v.end()))); // CHECK: max 20012

  void *memory = nullptr;
  size_t bytes = 0;
  thrust::device_vector<int> sum(1);
  cub::DeviceReduce::Sum(memory, bytes, v.data().get(), sum.data().get(), 1000);
  cudaMalloc(&memory, bytes);
  cub::DeviceReduce::Sum(memory, bytes, v.data().get(), sum.data().get(), 1000);
  std::printf("cub %d\n", sum[0] == std::accumulate(h.begin(), h.begin() + 1000, 0)); // CHECK: cub 1
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); // CHECK: cudaSuccess
}
