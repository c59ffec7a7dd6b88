// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clusters and distributed shared memory through cooperative groups.
#include <cooperative_groups.h>
#include <cuda_tile.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) histogram(int* bins, const int* in, int n) {
  extern __shared__ int s[];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = 0;
  cluster.sync();
  for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
    int* remote = cluster.map_shared_rank(s, in[i] & 1);
    atomicAdd(remote + (in[i] >> 1), 1);
  }
  cluster.sync();
  atomicAdd(bins + threadIdx.x, s[threadIdx.x]);
}
__tile_global__ void k(int* p) { p[0] = 1; }
