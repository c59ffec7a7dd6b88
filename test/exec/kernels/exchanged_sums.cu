// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in loops whose sums change places from one iteration to the next: two, three, four, five, beside one that stays,
// from values of their own, in nested loops, of factors that are computed.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <int Rows, int Columns, class P> __tile__ auto tiles(P* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
}

// Two sums, each of every second step: s - 2u.
template <int Rows, int Columns> __tile_global__ void two_sums(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = tiles<Rows, 64>(a, m, k);
  auto vb = tiles<64, Columns>(b, k, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = ct::zeros<ct::tile<float, ct::shape<Rows, Columns>>>(), u = s;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto last = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), s);
    s = u;
    u = last;
  }
  tiles<Rows, Columns>(c, m, n).store_masked(s - 2.0f * u, i, j);
}
template __tile_global__ void two_sums<128, 128>(float*, const T*, const T*, int, int, int);
template __tile_global__ void two_sums<64, 64>(float*, const T*, const T*, int, int, int);

// Sums in a ring of `Count`, one step each; what they become is told apart by its weight.
template <int Count, int Columns> __tile_global__ void ring_of_sums(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  using Sums = ct::tile<float, ct::shape<64, Columns>>;
  auto va = tiles<64, 64>(a, m, k);
  auto vb = tiles<64, Columns>(b, k, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s0 = ct::zeros<Sums>(), s1 = s0, s2 = s0, s3 = s0, s4 = s0;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto last = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), s0);
    s0 = s1;
    s1 = Count == 2 ? last : s2;
    s2 = Count == 3 ? last : s3;
    s3 = Count == 4 ? last : s4;
    s4 = Count == 5 ? last : s4;
  }
  tiles<64, Columns>(c, m, n).store_masked(s0 + 2.0f * s1 + 4.0f * s2 + 8.0f * s3 + 16.0f * s4, i, j);
}
template __tile_global__ void ring_of_sums<3, 64>(float*, const T*, const T*, int, int, int);
template __tile_global__ void ring_of_sums<3, 32>(float*, const T*, const T*, int, int, int);
template __tile_global__ void ring_of_sums<4, 32>(float*, const T*, const T*, int, int, int);
template __tile_global__ void ring_of_sums<5, 32>(float*, const T*, const T*, int, int, int);

// The same of arrays that are aligned, whatever the kernel's variant, in rows that are.
template <int Rows, int Columns, class P> __tile__ auto aligned(P* p, int rows, int columns) {
  using namespace ct::literals;
  return tiles<Rows, Columns>(ct::assume_aligned(p, 16_ic), rows, ct::assume_divisible(columns, 8_ic));
}

// From `first` on every second step, of sums that begin with what `c` and `d` hold; a third one stays and gets them all. Two products a step.
__tile_global__ void begun_sums(float* __restrict__ c, float* __restrict__ d, float* __restrict__ e, const T* __restrict__ a, const T* __restrict__ b, int first,
                                int m, int n, int k) {
  auto va = aligned<64, 64>(a, m, k);
  auto vb = aligned<64, 64>(b, k, n);
  auto vc = aligned<64, 64>(c, m, n), vd = aligned<64, 64>(d, m, n), ve = aligned<64, 64>(e, m, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = vc.load_masked(i, j), u = vd.load_masked(i, j), all = ve.load_masked(i, j);
  for (int t : ct::irange(first, ct::ceildiv(k, 64), 2)) {
    auto ta = va.load_masked(i, t);
    auto tb = vb.load_masked(t, j);
    auto last = ct::mma(ta, tb, s);
    all = ct::mma(ta, tb, all);
    s = u;
    u = last;
  }
  vc.store_masked(s, i, j);
  vd.store_masked(u, i, j);
  ve.store_masked(all, i, j);
}

// Three sums, which `times` loops over the same steps go on with; each loop of another length.
__tile_global__ void nested_sums(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int times, int m, int n, int k) {
  using Sums = ct::tile<float, ct::shape<64, 64>>;
  auto va = aligned<64, 64>(a, m, k);
  auto vb = aligned<64, 64>(b, k, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = ct::zeros<Sums>(), u = s, v = s;
  for (int r : ct::irange(0, times))
    for (int t : ct::irange(0, ct::min(ct::ceildiv(k, 64), r + 1))) {
      auto last = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), s);
      s = u;
      u = v;
      v = last;
    }
  aligned<64, 64>(c, m, n).store_masked(s + 2.0f * u + 4.0f * v, i, j);
}

// The left factor is made in registers.
__tile_global__ void computed_factor_sums(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = tiles<64, 64>(a, m, k);
  auto vb = tiles<64, 64>(b, k, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto s = ct::zeros<ct::tile<float, ct::shape<64, 64>>>(), u = s;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto ta = ct::element_cast<T>(ct::element_cast<float>(va.load_masked(i, t)) * (float)(t + 1));
    auto last = ct::mma(ta, vb.load_masked(t, j), s);
    s = u;
    u = last;
  }
  tiles<64, 64>(c, m, n).store_masked(s - 2.0f * u, i, j);
}
