// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in loops whose loads may not, or not all, run ahead: of what the loop has stored, of what a branch picks, of two loops
// that share their operands, of a loop that ends early, of rows that a list names.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <int Rows, int Columns, class P> __tile__ auto tiles(P* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
}

template <class A, class B> __tile__ auto product(A a, B b) {
  return ct::mma(a, b, ct::zeros<ct::tile<float, ct::shape<128, 128>>>());
}

// Each step's result is the next step's operand, through memory: tile t + 1 of `a` becomes tile t times tile t of `b`.
__tile_global__ void product_chain(T* a, const T* b, int n) {
  auto va = tiles<128, 128>(a, n, 128);
  auto vb = tiles<128, 128>(b, n, 128);
  for (int t : ct::irange(0, n / 128 - 1))
    va.store_masked(ct::element_cast<T>(product(va.load_masked(t, 0), vb.load_masked(t, 0))), t + 1, 0);
}

// Nothing says that `c` does not begin one tile behind `a`.
__tile_global__ void product_overlapping(T* c, const T* a, const T* b, int n) {
  auto va = tiles<128, 128>(a, n, 128), vb = tiles<128, 128>(b, n, 128);
  auto vc = tiles<128, 128>(c, n, 128);
  for (int t : ct::irange(0, n / 128))
    vc.store_masked(ct::element_cast<T>(product(va.load_masked(t, 0), vb.load_masked(t, 0))), t, 0);
}

// A step multiplies the tile of `a` that `which` names, or none and halves the sum.
__tile_global__ void product_picked(float* c, const T* a, const T* b, const int* which, int steps, int n) {
  auto va = tiles<64, 64>(a, n, 64), vb = tiles<64, 64>(b, n, 64);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  int block = ct::bid().x;
  for (int t : ct::irange(0, steps)) {
    int picked = ct::load(which + block * steps + t);
    if (picked >= 0)
      sum = ct::mma(va.load_masked(picked, 0), vb.load_masked(t, 0), sum);
    else
      sum = sum * 0.5f;
  }
  tiles<64, 64>(c, (int)ct::num_blocks().x * 64, 64).store_masked(sum, block, 0);
}

// The whole product, doubled; then it again up to the first step that `stop` names, and once more before it.
__tile_global__ void product_stopped(float* c, const T* a, const T* b, const int* stop, int m, int k) {
  auto va = tiles<64, 64>(a, m, k), vb = tiles<64, 64>(b, k, 64);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  int block = ct::bid().x, steps = ct::ceildiv(k, 64);
  for (int t : ct::irange(0, steps)) sum = ct::mma(va.load_masked(block, t), vb.load_masked(t, 0), sum);
  sum = sum * 2.0f;
  for (int t : ct::irange(0, steps)) {
    sum = ct::mma(va.load_masked(block, t), vb.load_masked(t, 0), sum);
    if (ct::load(stop + t) != 0) break;
  }
  for (int t = 0; t < steps && ct::load(stop + t) == 0; ++t) sum = ct::mma(va.load_masked(block, t), vb.load_masked(t, 0), sum);
  tiles<64, 64>(c, m, 64).store_masked(sum, block, 0);
}

// Row r of the result is row list[r] of `a` times `b`; rows that are none of `a` are zero.
template <int Rows> __tile_global__ void product_gathered(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b,
                                                           const int* __restrict__ list, int tokens, int rows, int k) {
  using namespace ct::literals;
  auto from = ct::gather_scatter_view{ct::tensor_span{a, ct::extents{tokens, k}}, ct::shape<Rows, 64>{}, 0_ic};
  auto vb = tiles<64, 128>(b, k, 128);
  int block = ct::bid().x;
  auto row = block * Rows + ct::iota<ct::tile<int, ct::shape<Rows>>>();
  auto token = ct::load_masked(list + row, row < rows, -1);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Rows, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) sum = ct::mma(from.load_masked(token, t), vb.load_masked(t, 0), sum);
  tiles<Rows, 128>(c, rows, 128).store_masked(sum, block, 0);
}
template __tile_global__ void product_gathered<64>(float*, const T*, const T*, const int*, int, int, int);
template __tile_global__ void product_gathered<128>(float*, const T*, const T*, const int*, int, int, int);
