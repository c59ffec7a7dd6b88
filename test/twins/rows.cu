// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels over rows and elements that are written in two ways.
// RUN: %python %S/twins.py --tilec tilec %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using H = __half;

#define ROWS(NAME, ...)                                                                                                 \
  extern "C" __tile_global__ void NAME(float *__restrict__ o, const float *__restrict__ x, int rows, int n) {            \
    __VA_ARGS__;                                                                                                        \
  }

template <int... Extents, class... Dimensions> __tile__ auto view(float *p, Dimensions... dimensions) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(p), ct::extents{dimensions...}}, ct::shape<Extents...>{}};
}
template <int... Extents, class... Dimensions> __tile__ auto view(const float *p, Dimensions... dimensions) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(p), ct::extents{dimensions...}}, ct::shape<Extents...>{}};
}

/// A row of 1024: a tile of rank 2, one of rank 1 of the row's own view, one reshaped, one by pointers.
template <int Form> __tile__ void softmax(float *o, const float *x, int rows, int n) {
  int row = ct::bid().x;
  using Low = std::integral_constant<int, 0>;
  if constexpr (Form == 1 || Form == 2) {
    auto in = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(x), ct::extents{rows, n}}, ct::shape<1, 1024>{}};
    auto t = in.load_masked(ct::view_padding_negative_inf_t{}, row, 0);
    auto out = view<1, 1024>(o, rows, n);
    if constexpr (Form == 1) {
      auto e = ct::exp(t - ct::reduce_max<1>(t));
      out.store_masked(e / ct::sum<1>(e), row, 0);
    } else {
      auto flat = ct::reshape(t, ct::shape<1024>{});
      auto e = ct::exp(flat - ct::reduce_max<0>(flat));
      out.store_masked(ct::reshape(e / ct::sum<0>(e), ct::shape<1, 1024>{}), row, 0);
    }
  }
  if constexpr (Form == 3) {
    auto in = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(x + size_t(row) * n), ct::extents{n}}, ct::shape<1024>{}};
    auto t = in.load_masked(ct::view_padding_negative_inf_t{}, 0);
    auto e = ct::exp(t - ct::reduce_max<0>(t));
    view<1024>(o + size_t(row) * n, n).store_masked(e / ct::sum<0>(e), 0);
  }
  if constexpr (Form == 4) {
    x = ct::assume_aligned<16>(x);
    o = ct::assume_aligned<16>(o);
    auto column = ct::iota<ct::tile<int, ct::shape<1024>>>();
    auto t = ct::load_masked(x + size_t(row) * n + column, column < n, -__builtin_inff());
    auto e = ct::exp(t - ct::reduce_max<0>(t));
    ct::store_masked(o + size_t(row) * n + column, e / ct::sum<0>(e), column < n);
  }
}
// twin: row_of_rank_1 grid=3 out:f32[3000] f32[3000]=random 3 1000
ROWS(row_of_rank_1_1, softmax<1>(o, x, rows, n))
ROWS(row_of_rank_1_2, softmax<2>(o, x, rows, n))
// twin: row_by_pointer grid=3 out:f32[3000] f32[3000]=random 3 1000
ROWS(row_by_pointer_1, softmax<1>(o, x, rows, n))
ROWS(row_by_pointer_2, softmax<3>(o, x, rows, n))
// twin: row_by_offsets grid=3 out:f32[3000] f32[3000]=random 3 1000
ROWS(row_by_offsets_1, softmax<3>(o, x, rows, n))
ROWS(row_by_offsets_2, softmax<4>(o, x, rows, n))

/// Elementwise: what is computed, and not how it is said.
template <class F> __tile__ void each(float *o, const float *x, int n, F f) {
  view<1024>(o, n).store_masked(f(view<1024>(x, n).load_masked(ct::bid().x)), ct::bid().x);
}
// twin: twice grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(twice_1, each(o, x, n, [](auto t) { return t * 2.0f; }))
ROWS(twice_2, each(o, x, n, [](auto t) { return t + t; }))
// twin: operand_order grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(operand_order_1, each(o, x, n, [](auto t) { return t * 3.0f + 1.0f; }))
ROWS(operand_order_2, each(o, x, n, [](auto t) { return 1.0f + 3.0f * t; }))
// twin: negated grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(negated_1, each(o, x, n, [](auto t) { return -t; }))
ROWS(negated_2, each(o, x, n, [](auto t) { return t * -1.0f; }))
// twin: by_constant grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(by_constant_1, each(o, x, n, [](auto t) { return t * 0.25f; }))
ROWS(by_constant_2, each(o, x, n, [](auto t) { return t / 4.0f; }))
// twin: splat grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(splat_1, each(o, x, n, [](auto t) { return t * 3.0f; }))
ROWS(splat_2, each(o, x, n, [](auto t) { return t * ct::full<decltype(t)>(3.0f); }))
// twin: clamped grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(clamped_1, each(o, x, n, [](auto t) { return ct::max(t, ct::zeros<decltype(t)>()); }))
ROWS(clamped_2, each(o, x, n, [](auto t) { return ct::max(ct::zeros<decltype(t)>(), t); }))
// twin: chosen grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(chosen_1, each(o, x, n, [](auto t) { return ct::select(t > 0.5f, t, ct::ones<decltype(t)>()); }))
ROWS(chosen_2, each(o, x, n, [](auto t) { return ct::select(!(t > 0.5f), ct::ones<decltype(t)>(), t); }))
// twin: reversed_comparison grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(reversed_comparison_1, each(o, x, n, [](auto t) { return ct::select(t > 0.5f, t, ct::ones<decltype(t)>()); }))
ROWS(reversed_comparison_2, each(o, x, n, [](auto t) { return ct::select(0.5f < t, t, ct::ones<decltype(t)>()); }))
// twin: reshaped grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(reshaped_1, each(o, x, n, [](auto t) { return ct::exp(t); }))
ROWS(reshaped_2, each(o, x, n, [](auto t) { return ct::reshape(ct::exp(ct::reshape(t, ct::shape<32, 32>{})), ct::shape<1024>{}); }))
// twin: cast_there_and_back grid=3 out:f32[3000] f32[3000]=random 1 3000
ROWS(cast_there_and_back_1, each(o, x, n, [](auto t) { return t * 2.0f; }))
ROWS(cast_there_and_back_2, each(o, x, n, [](auto t) { return ct::element_cast<float>(ct::element_cast<double>(t)) * 2.0f; }))

/// A matrix of which blocks take 4 rows: by one tile, a loop that is unrolled by the source, or a loop.
template <int Form> __tile__ void row_sums(float *o, const float *x, int rows, int n) {
  auto in = view<4, 256>(x, rows, n);
  auto sum = ct::zeros<ct::tile<float, ct::shape<4, 1>>>();
  if constexpr (Form == 1)
    for (auto i : ct::irange(0, (n + 255) / 256))
      sum = sum + ct::sum<1>(in.load_masked(ct::bid().x, i));
  if constexpr (Form == 2) {
    auto flat = ct::zeros<ct::tile<float, ct::shape<4>>>();
    for (auto i : ct::irange(0, (n + 255) / 256))
      flat = flat + ct::reshape(ct::sum<1>(in.load_masked(ct::bid().x, i)), ct::shape<4>{});
    sum = ct::reshape(flat, ct::shape<4, 1>{});
  }
  if constexpr (Form == 3)
    for (int i = 0; i < n; i += 256)
      sum = ct::sum<1>(in.load_masked(ct::bid().x, i / 256)) + sum;
  view<4, 1>(o, rows, 1).store_masked(sum, ct::bid().x, 0);
}
// twin: sums_of_rank_1 grid=2 out:f32[8] f32[6000]=random 8 750
ROWS(sums_of_rank_1_1, row_sums<1>(o, x, rows, n))
ROWS(sums_of_rank_1_2, row_sums<2>(o, x, rows, n))
// twin: sums_by_elements grid=2 out:f32[8] f32[6000]=random 8 750
ROWS(sums_by_elements_1, row_sums<1>(o, x, rows, n))
ROWS(sums_by_elements_2, row_sums<3>(o, x, rows, n))

/// Two dimensions swapped by `permute`, by `transpose`, by the view.
template <int Form> __tile__ void transposed(float *o, const float *x, int rows, int n) {
  auto out = view<64, 64>(o, n, rows);
  int i = ct::bid().x, j = ct::bid().y;
  if constexpr (Form == 1)
    out.store_masked(ct::transpose(view<64, 64>(x, rows, n).load_masked(i, j)), j, i);
  if constexpr (Form == 2)
    out.store_masked(ct::permute(view<64, 64>(x, rows, n).load_masked(i, j), ct::dimension_map<1, 0>{}), j, i);
  if constexpr (Form == 3) {
    auto in = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(x), ct::layout_left::mapping{ct::extents{n, rows}}}, ct::shape<64, 64>{}};
    out.store_masked(in.load_masked(j, i), j, i);
  }
  if constexpr (Form == 4) {
    auto flipped = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(o), ct::layout_left::mapping{ct::extents{rows, n}}}, ct::shape<64, 64>{}};
    flipped.store_masked(view<64, 64>(x, rows, n).load_masked(i, j), i, j);
  }
}
// twin: permuted grid=2,3 out:f32[24576] f32[24576]=random 128 192
ROWS(permuted_1, transposed<1>(o, x, rows, n))
ROWS(permuted_2, transposed<2>(o, x, rows, n))
// twin: transposed_source grid=2,3 out:f32[24576] f32[24576]=random 128 192
ROWS(transposed_source_1, transposed<1>(o, x, rows, n))
ROWS(transposed_source_2, transposed<3>(o, x, rows, n))
// twin: transposed_result grid=2,3 out:f32[24576] f32[24576]=random 128 192
ROWS(transposed_result_1, transposed<1>(o, x, rows, n))
ROWS(transposed_result_2, transposed<4>(o, x, rows, n))

/// One array, cut by views of rank 1, 2 and 3.
template <int Form> __tile__ void copy(float *o, const float *x, int rows, int n) {
  int i = ct::bid().x;
  if constexpr (Form == 1)
    view<8, 128>(o, rows, n).store_masked(view<8, 128>(x, rows, n).load_masked(i, 0), i, 0);
  if constexpr (Form == 2)
    view<1, 8, 128>(o, 1, rows, n).store_masked(view<1, 8, 128>(x, 1, rows, n).load_masked(0, i, 0), 0, i, 0);
  if constexpr (Form == 3) {
    auto t = ct::reshape(view<8, 128>(x, rows, n).load_masked(i, 0), ct::shape<1, 8, 1, 128>{});
    view<8, 128>(o, rows, n).store_masked(ct::reshape(t, ct::shape<8, 128>{}), i, 0);
  }
  if constexpr (Form == 4) {
    auto in = view<8, 1, 128>(x, rows, 1, n);
    view<8, 128>(o, rows, n).store_masked(ct::reshape(in.load_masked(i, 0, 0) * 1.0f, ct::shape<8, 128>{}), i, 0);
  }
}
// twin: copy_of_rank_3 grid=2 out:f32[1920] f32[1920]=random 16 120
ROWS(copy_of_rank_3_1, copy<1>(o, x, rows, n))
ROWS(copy_of_rank_3_2, copy<2>(o, x, rows, n))
// twin: copy_reshaped grid=2 out:f32[1920] f32[1920]=random 16 120
ROWS(copy_reshaped_1, copy<1>(o, x, rows, n))
ROWS(copy_reshaped_2, copy<3>(o, x, rows, n))
// twin: copy_unit_between grid=2 out:f32[1920] f32[1920]=random 16 120
ROWS(copy_unit_between_1, copy<1>(o, x, rows, n))
ROWS(copy_unit_between_2, copy<4>(o, x, rows, n))
