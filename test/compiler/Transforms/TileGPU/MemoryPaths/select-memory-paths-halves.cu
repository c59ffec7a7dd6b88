// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks --emit=tile-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Rows of k / 2 bytes, two numbers in each: k is a multiple of 32 where rows begin at multiples of 16 bytes, and the launcher computes the stride, which
// is an extent of the tensor. Lanes read what has come to shared memory as the MMA wants its operand.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <int Rows, int Columns, class P> __tile__ auto tiles(P* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
}
template <class View> __tile__ auto product(View a, const T* b, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, k / 64)) {
    auto bytes = ct::element_cast<int>(a.load_masked(i, t));
    auto half = [](auto values) { return ct::reshape(values, ct::shape<128, 32, 1>{}); };
    auto pairs = ct::reshape(ct::cat<2>(half(bytes & 15), half(bytes >> 4)), ct::shape<128, 64>{});
    sum = ct::mma(ct::element_cast<T>(ct::element_cast<float>(pairs - 8)), tiles<64, 128>(b, k, n).load_masked(t, j), sum);
  }
  return sum;
}

// A tensor that the kernel alone knows the rows of: lanes load 16 bytes, and change them for the MMA.
// CHECK-LABEL: func @_Z10of_a_tableB2v0
// CHECK: tile_gpu.warp_roles consumers
// CHECK: tile_gpu.buffer_load {{.*}}-> tensor<128x32xi8, #[[FAR:.*]]>
// CHECK: tile_gpu.convert_layout {{.*}}tensor<128x32xi8, #[[FAR]]> -> tensor<128x32xi8
// CHECK: tile_gpu.warpgroup_mma
__tile_global__ void of_a_table(float* __restrict__ c, const unsigned char* __restrict__ a, const int* __restrict__ rows,
                                const T* __restrict__ b, int m, int n, int k) {
  int width = ct::assume_divisible<16>(rows[ct::bid().x]);
  tiles<128, 128>(c, m, n).store_masked(product(tiles<128, 32>(a, m, width), b, n, k), ct::bid().x, ct::bid().y);
}

// REMARK: remark: variant 0 needs c, a, b aligned to 16 bytes, n divisible by 8, k divisible by 32
// CHECK-LABEL: func @_Z6halvesB2v0
// CHECK: tile_gpu.tensor_map <i8, {{.*}}strides = {{.*}}-> (s5 floordiv 2 {{.*}}swizzle = 32
// CHECK: tile_gpu.buffer_load {{.*}}xi8,
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.warpgroup_mma
__tile_global__ void halves(float* __restrict__ c, const unsigned char* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  tiles<128, 128>(c, m, n).store_masked(product(tiles<128, 32>(a, m, k / 2), b, n, k), ct::bid().x, ct::bid().y);
}
