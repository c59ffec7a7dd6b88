// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust containers and algorithms around a tile kernel, headers in front.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct saxpy_functor { float a; __host__ __device__ float operator()(float x, float y) const { return a * x + y; } };

__tile_global__ void clip(float* p, float lo, float hi, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + static_cast<int>(ct::bid().x) * 256;
  ct::store_masked(p + i, ct::min(ct::max(ct::load_masked(p + i, i < n), lo), hi), i < n);
}

int main() {
  thrust::host_vector<float> h(1000, 1.f);
  thrust::device_vector<float> x = h, y(1000, 2.f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy_functor{3.f});
  clip<<<4, 1>>>(thrust::raw_pointer_cast(y.data()), 0.f, 4.f, 1000);
  thrust::sort(y.begin(), y.end(), thrust::greater<float>());
  float s = thrust::reduce(y.begin(), y.end(), 0.f, thrust::plus<float>());
  thrust::copy(y.begin(), y.end(), h.begin());
  return s > 0 && h[0] == 4.f ? 0 : 1;
}
