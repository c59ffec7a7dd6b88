// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks in flight wait for what is brought only in their turn, be it multiplied or not: ahead of the MMAs, behind
// them, where there are none, and once a block. Whole numbers, so that results are the same bit for bit.
// DEFINE: %{sizes} = --arg 'out:[24576]' --arg '[65536]=1,2,-1,3,0' --arg '[65536]=2,-1,1' --arg '[24576]=5,1,-7' --arg 192 --arg 128
// DEFINE: %{gpu} = -arch=sm_90a --variants=2 --persistent=on --ping-pong=on --on tile-gpu
// DEFINE: %{same} = cmp %t.host %t.gpu
// RUN: tilec %s --run sums_ahead --grid 3,2 %{sizes} --arg 320 --arg 320 > %t.host
// RUN: tilec %s --run sums_ahead --grid 3,2 %{sizes} --arg 320 --arg 320 %{gpu} > %t.gpu
// RUN: %{same}
// RUN: tilec %s --run sums_behind --grid 3,2 %{sizes} --arg 320 --arg 320 > %t.host
// RUN: tilec %s --run sums_behind --grid 3,2 %{sizes} --arg 320 --arg 320 %{gpu} > %t.gpu
// RUN: %{same}
// RUN: tilec %s --run sums_behind --grid 3,2 %{sizes} --arg 320 --arg 0 > %t.host
// RUN: tilec %s --run sums_behind --grid 3,2 %{sizes} --arg 320 --arg 0 %{gpu} > %t.gpu
// RUN: %{same}
// RUN: tilec %s --run begins_with --grid 3,2 %{sizes} --arg 320 --arg 320 > %t.host
// RUN: tilec %s --run begins_with --grid 3,2 %{sizes} --arg 320 --arg 320 %{gpu} --memory-path=tma > %t.gpu
// RUN: %{same}
// RUN: tilec %s --run ends_with --grid 3,2 %{sizes} --arg 320 --arg 64 > %t.host
// RUN: tilec %s --run ends_with --grid 3,2 %{sizes} --arg 320 --arg 64 %{gpu} --memory-path=tma > %t.gpu
// RUN: %{same}

// By default such loops keep one block in flight.
// RUN: tilec %s -o /dev/null --remarks 2>&1 | FileCheck %s --check-prefix=DEFAULT
// DEFAULT-NOT: two in flight
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;
using Sums = ct::tile<float, ct::shape<64, 64>>;

template <class P, class Shape> __tile__ auto matrix(P* p, int rows, int columns, Shape shape) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
}

__tile__ auto row_sums(const T* a, int m, int k, int i) {
  auto rows = matrix(a, m, k, ct::shape<64, 32>{});
  auto sums = ct::zeros<ct::tile<float, ct::shape<64, 32>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32))) sums = sums + ct::element_cast<float>(rows.load_masked(i, t));
  return ct::broadcast(ct::sum<1>(sums), ct::shape<64, 64>{});
}

__tile__ Sums product(Sums sum, const T* a, const T* b, int m, int n, int stride, int k, int i, int j) {
  auto left = matrix(a, m, stride, ct::shape<64, 32>{});
  auto right = matrix(b, stride, n, ct::shape<32, 64>{});
  for (int t : ct::irange(0, ct::ceildiv(k, 32))) sum = ct::mma(left.load_masked(i, t), right.load_masked(t, j), sum);
  return sum;
}

__tile_global__ void sums_ahead(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ d, int m, int n, int stride, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto rows = row_sums(a, m, stride, i);
  matrix(c, m, n, ct::shape<64, 64>{}).store_masked(product(ct::zeros<Sums>(), a, b, m, n, stride, k, i, j) + rows, i, j);
}

__tile_global__ void sums_behind(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ d, int m, int n, int stride, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = product(ct::zeros<Sums>(), a, b, m, n, stride, k, i, j);
  matrix(c, m, n, ct::shape<64, 64>{}).store_masked(sum + row_sums(a, m, stride, i), i, j);
}

__tile_global__ void begins_with(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ d, int m, int n, int stride, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = matrix(d, m, n, ct::shape<64, 64>{}).load_masked(i, j);
  matrix(c, m, n, ct::shape<64, 64>{}).store_masked(product(sum, a, b, m, n, stride, k, i, j), i, j);
}

__tile_global__ void ends_with(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ d, int m, int n, int stride, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = product(ct::zeros<Sums>(), a, b, m, n, stride, k, i, j);
  matrix(c, m, n, ct::shape<64, 64>{}).store_masked(sum + matrix(d, m, n, ct::shape<64, 64>{}).load_masked(i, j), i, j);
}
