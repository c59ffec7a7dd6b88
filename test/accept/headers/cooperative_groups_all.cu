// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups with its scan, reduction and copies, behind the tile header.
#include <cuda_tile.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
using namespace cuda::tiles;

__global__ void scan_kernel(int* p) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, p, sizeof(int) * 128);
  cg::wait(block);
  auto t = cg::tiled_partition<32>(block);
  p[threadIdx.x] = cg::inclusive_scan(t, s[threadIdx.x]);
}
__tile_global__ void k(int* p) { auto i = iota<tile<int, shape<128>>>(); store(p + i, partial_sum<0>(load(p + i))); }
