// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks next to each other share the larger operand: by groups along y or x where the grid numbers the tiles, along x where the source does; tall
// tiles are multiplied transposed.
// RUN: tilec %s -arch=sm_90a -o /dev/null --remarks 2>&1 | FileCheck %s --check-prefix=REMARKS
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int M, int N, class T> __tile__ auto tiles(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<M, N>{}};
}
template <int M, int N> __tile__ void product(float* c, const __half* a, const __half* b, int m, int n, int k, int i, int j) {
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, k / 64)) sum = ct::mma(tiles<M, 64>(a, m, k).load_masked(i, t), tiles<64, N>(b, k, n).load_masked(t, j), sum);
  tiles<M, N>(c, m, n).store_masked(sum, i, j);
}

// REMARKS-DAG: larger-operand.cu:[[@LINE+1]]:{{.*}}persistent: {{.*}}in groups of 8 along y
__tile_global__ void tall(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  product<256, 64>(c, a, b, m, n, k, ct::bid().x, ct::bid().y);
}
// REMARKS-DAG: larger-operand.cu:[[@LINE+1]]:{{.*}}persistent: {{.*}}in groups of 8 along x
__tile_global__ void wide(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  product<64, 256>(c, a, b, m, n, k, ct::bid().x, ct::bid().y);
}
// REMARKS-DAG: larger-operand.cu:[[@LINE+1]]:{{.*}}persistent: {{.*}}in groups of 8 along x
__tile_global__ void numbered(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  int columns = n / 64, id = ct::bid().x;
  product<256, 64>(c, a, b, m, n, k, id / columns, id % columns);
}
// Operands are as large.
// REMARKS-DAG: larger-operand.cu:[[@LINE+1]]:{{.*}}persistent: {{.*}}in groups of 8 along x
__tile_global__ void square(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  int columns = n / 128, id = ct::bid().x;
  product<128, 128>(c, a, b, m, n, k, id / columns, id % columns);
}
