// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s
// Registers and stages of kernels that stream narrow elements through few instructions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Rows, int Width, class T> __tile__ auto view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<Rows, Width>{}};
}

// Rows of a warp that wait for two reductions: registers for the weights and what is added beside the row.
// CHECK: 1 warp, 32 elements a lane{{.*}}planned with registers for 16 CTAs
// A loop reduces what it loads: as many CTAs as planned.
// CHECK: 4 warps, 32 elements a lane{{.*}}planned with registers for 8 CTAs
// Sums of half a lane's registers: two CTAs, and for bytes four stages (below), though three have what has to be on its way.
// CHECK: 8 warps, 64 elements a lane{{.*}}planned with registers for 2 CTAs
// Masks that differ from element to element make the load of the matrix narrow, whatever that of the vector is. Addresses and masks take
// registers, so no number of CTAs is planned that would leave 32 a lane.
// CHECK: 2 warps, 32 elements a lane, up to 8 bytes a lane and access{{$}}
__tile_global__ void norm(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ in, const __nv_bfloat16* __restrict__ weight,
                          const __nv_bfloat16* __restrict__ bias, int rows) {
  auto x = ct::element_cast<float>(view<1, 1024>(in, rows, 1024).load_masked(ct::bid().x, 0));
  auto centred = x - ct::sum<1>(x);
  auto scaled = centred * ct::sum<1>(centred * centred) * ct::element_cast<float>(view<1, 1024>(weight, 1, 1024).load_masked(0, 0));
  auto y = scaled + ct::element_cast<float>(view<1, 1024>(bias, 1, 1024).load_masked(0, 0));
  view<1, 1024>(out, rows, 1024).store_masked(ct::element_cast<__nv_bfloat16>(y), ct::bid().x, 0);
}

using Cell = ct::tile<float, ct::shape<1, 1>>;
__tile_global__ void exponentials(float* __restrict__ out, const __nv_bfloat16* __restrict__ in, int rows, int columns) {
  auto largest = ct::full<Cell>(-9.0f), total = ct::zeros<Cell>();
  for (int t : ct::irange(0, ct::ceildiv(columns, 4096))) {
    auto part = ct::element_cast<float>(view<1, 4096>(in, rows, columns).load_masked(ct::bid().x, t));
    auto next = ct::max(largest, ct::reduce_max<1>(part));
    total = total * ct::exp(largest - next) + ct::sum<1>(ct::exp(part - next));
    largest = next;
  }
  out[ct::bid().x] = static_cast<float>(total);
}

// CHECK: stage buffer of 4 stages, 81920 bytes of a CTA in flight
// CHECK: stage buffer of 3 stages, 73728 bytes of a CTA in flight
__tile_global__ void product(float* __restrict__ out, const signed char* __restrict__ matrix, const float* __restrict__ x, int rows,
                             int columns) {
  auto sums = ct::zeros<ct::tile<float, ct::shape<16, 1024>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, 1024)))
    sums = ct::fma(ct::element_cast<float>(view<16, 1024>(matrix, rows, columns).load_masked(ct::bid().x, t)),
                   view<1, 1024>(x, 1, columns).load_masked(0, t), sums);
  view<16, 1>(out, rows, 1).store_masked(ct::sum<1>(sums), ct::bid().x, 0);
}

__tile_global__ void wide_product(float* __restrict__ out, const __nv_bfloat16* __restrict__ matrix, const __nv_bfloat16* __restrict__ x,
                                  int rows, int columns) {
  auto sums = ct::zeros<ct::tile<float, ct::shape<2, 4096>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, 4096)))
    sums = ct::fma(ct::element_cast<float>(view<2, 4096>(matrix, rows, columns).load_masked(ct::bid().x, t)),
                   ct::element_cast<float>(view<1, 4096>(x, 1, columns).load_masked(0, t)), sums);
  view<2, 1>(out, rows, 1).store_masked(ct::sum<1>(sums), ct::bid().x, 0);
}

__tile_global__ void triangle(float* __restrict__ y, const __half* __restrict__ a, const __half* __restrict__ x, int n) {
  int block = ct::bid().x;
  auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<16>>>(), ct::shape<16, 1>{}) + block * 16;
  auto sums = ct::zeros<ct::tile<float, ct::shape<16, 1>>>();
  for (int j = 0; j < block * 16 + 16; j += 128) {
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<1, 128>{}) + j;
    auto part = ct::element_cast<float>(ct::load_masked(a + (row * n + column), column <= row, __half(0)));
    sums = sums + ct::sum<1>(part * ct::element_cast<float>(ct::load_masked(x + column, column < n, __half(0))));
  }
  ct::store(y + row, sums);
}
