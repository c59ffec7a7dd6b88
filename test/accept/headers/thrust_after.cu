// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tile header comes first, Thrust behind it.
#include <cuda_tile.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scan.h>
#include <thrust/tuple.h>

using namespace cuda::tiles;

__tile_global__ void ones_kernel(int* p) { auto i = iota<tile<int, shape<128>>>(); store(p + i, ones<tile<int, shape<128>>>()); }

void run(int* p, cudaStream_t s) {
  ones_kernel<<<1, 1, 0, s>>>(p);
  thrust::device_ptr<int> d(p);
  thrust::inclusive_scan(thrust::cuda::par.on(s), d, d + 128, d);
  thrust::counting_iterator<int> first(0);
  auto z = thrust::make_zip_iterator(thrust::make_tuple(first, d));
  (void)z;
}
