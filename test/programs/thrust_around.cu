// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust fills, sorts, scans and reduces around tile kernels.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers, nvcc
// needs: simt
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct Square {
  __host__ __device__ float operator()(float x) const {
    return x * x;
  }
};
struct IsEven {
  __host__ __device__ bool operator()(float x) const {
    return int(x) % 2 == 0;
  }
};

int main() {
  const int n = 1000;
  thrust::device_vector<float> x(n), y(n, 1.0f);
  thrust::sequence(x.begin(), x.end());
  axpy<<<blocks(n), 1>>>(y.data().get(), x.data().get(), 2.0f, n);
  std::printf("sum %.0f\n", thrust::reduce(y.begin(), y.end()));
  thrust::sort(y.begin(), y.end(), thrust::greater<float>());
  std::printf("first %.0f, last %.0f\n", float(y[0]), float(y[n - 1]));
  thrust::transform(x.begin(), x.end(), x.begin(), Square());
  thrust::inclusive_scan(x.begin(), x.begin() + 100, y.begin());
  axpy<<<blocks(100), 1>>>(y.data().get(), x.data().get(), -1.0f, 100);
  thrust::host_vector<float> host = y;
  std::printf("scanned %.0f %.0f\n", host[2], host[99]);
  thrust::device_vector<float> even(n);
  auto end = thrust::copy_if(x.begin(), x.end(), even.begin(), IsEven());
  std::printf("even %d\n", int(end - even.begin()));
  thrust::device_vector<int> keys(n);
  thrust::sequence(keys.begin(), keys.end(), 0, -1);
  thrust::sort_by_key(keys.begin(), keys.end(), x.begin());
  std::printf("by key %.0f\n", float(x[0]));
  CHECK(cudaDeviceSynchronize());
}
