// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// extents, strides, layouts and tensor_span: deduction, values at compile time, sizes.
// RUN: check-source %s
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Constants in the type take no space; the index type is always deduced as unsigned.
static_assert(std::is_same_v<decltype(ct::extents{1L, 8_ic}), ct::extents<unsigned, ct::dynamic_extent, 8>>);
static_assert(sizeof(ct::extents{1L, 8_ic}) == 4 && std::is_empty_v<ct::shape<4, 8>> &&
              std::is_same_v<decltype(ct::shape{2_ic, 4_ic}), ct::shape<2, 4>>);
static_assert(std::is_same_v<decltype(ct::strides{1L, 1_ic}), ct::strides<unsigned, ct::dynamic_stride, 1>>);
static_assert(0x1'F_ic == 31 && 0b101_ic == 5 && 017_ic == 15 &&
              std::is_same_v<decltype(3000000000_ic)::value_type, long>);

constexpr ct::extents<long, ct::dynamic_extent, 4, ct::dynamic_extent> mixed{7, 9};
static_assert(mixed.extent(0) == 7 && mixed.extent(1) == 4 && mixed.extent(2) == 9 && mixed.rank() == 3 &&
              mixed.rank_dynamic() == 2);
static_assert(mixed.static_extent(0) == ct::dynamic_extent && mixed.static_extent(1) == 4 && sizeof(mixed) == 16);
static_assert(ct::extents_equal(mixed, ct::extents{7, 4, 9_ic}) && !ct::extents_equal(mixed, ct::extents{7, 4, 8}) &&
              !ct::extents_equal(mixed, ct::extents{7, 4}));
constexpr ct::extents<unsigned, 7, 4, 9> fixed = ct::extents<unsigned, 7, 4, 9>(mixed);
static_assert(fixed.extent(2) == 9 && ct::strides_equal(ct::strides{3, 1_ic}, ct::strides{3_ic, 1}));
static_assert(!std::is_constructible_v<ct::extents<unsigned, 7, 4>, ct::extents<unsigned, 7, 5>> &&
              !std::is_constructible_v<ct::shape<4>, ct::shape<4, 4>>);

// Strides of the layouts of a 5 x 6 x 60 tensor.
constexpr ct::extents e{5, 6_ic, 60_ic};
constexpr ct::layout_right_mapping right{e};
static_assert(right.stride(0) == 360 && right.stride(1) == 60 && right.stride(2) == 1);
constexpr ct::layout_left_mapping left{e};
static_assert(left.stride(0) == 1 && left.stride(1) == 5 && left.stride(2) == 30);
constexpr ct::layout_right_padded_mapping padded{e, 16_ic};
static_assert(padded.stride(0) == 384 && padded.stride(1) == 64 && padded.stride(2) == 1);
constexpr ct::layout_left_padded_mapping left_padded{e, 4_ic};
static_assert(left_padded.stride(0) == 1 && left_padded.stride(1) == 8 && left_padded.stride(2) == 48);
constexpr ct::layout_strided_mapping strided{e, ct::strides{1000, 100_ic, 1_ic}};
static_assert(strided.stride(0) == 1000 && strided.stride(1) == 100 && sizeof(strided) == 8);
static_assert(ct::layout_mapping_equal(right, ct::layout_strided_mapping{e, ct::extents{360, 60, 1}}) &&
              !ct::layout_mapping_equal(right, padded));
static_assert(ct::layout_right_mapping{ct::extents{}}.extents().rank() == 0);

// Spans, in each way of writing them.
template <class A, class B> constexpr bool same = std::is_same_v<A, B>;
float *p = nullptr;
using E = std::remove_const_t<decltype(e)>;
static_assert(same<decltype(ct::tensor_span{p, e}), ct::tensor_span<float, E>> &&
              same<decltype(ct::tensor_span(p, e, ct::layout_left{})), ct::tensor_span<float, E, ct::layout_left>>);
static_assert(same<decltype(ct::tensor_span{p, strided})::layout_type,
                   ct::layout_strided<ct::strides<unsigned, ct::dynamic_stride, 100, 1>>>);
static_assert(same<decltype(ct::tensor_span{p, padded})::layout_type, ct::layout_right_padded<16>> &&
              sizeof(ct::tensor_span{p, ct::shape<4>()}) == 8);
using Span = decltype(ct::tensor_span{(const float *)p, e});
static_assert(same<Span::element_type, const float> && same<Span::value_type, float> &&
              same<Span::index_type, unsigned> && same<Span::reference, const float &>);
static_assert(same<Span::data_handle_type, const float *> && same<Span::mapping_type, ct::layout_right_mapping<E>> &&
              same<Span::accessor_type, ct::default_accessor<const float>>);
static_assert(Span::rank() == 3 && Span::rank_dynamic() == 1 && Span::static_extent(1) == 6 &&
              Span(nullptr, e).extent(0) == 5);
static_assert(ct::tensor_span_like<Span> && !ct::tensor_span_like<float *> && ct::extents_like<E> &&
              !ct::shape_like<ct::extents<long, 4>>);
static_assert(ct::tile_shape<ct::shape<>> && !ct::tile_shape<ct::shape<6>> &&
              !ct::tile_shape<ct::shape<ct::dynamic_extent>>);

template <class A, class B> constexpr bool counts = requires(A a, B b) { ct::irange(a, b); };
static_assert(counts<int, long> && counts<short, short> && counts<unsigned char, int> && !counts<int, unsigned> &&
              !counts<float, float> && !counts<int, decltype(1_ic)>);
static_assert(same<decltype(ct::irange(0, 1L))::value_type, long> &&
              same<decltype(ct::irange((short)0, (short)1, 1))::value_type, int>);

template <class T> constexpr bool aligned = requires(T t) { ct::assume_aligned<16>(t); };
template <int N> constexpr bool divisible = requires { ct::assume_divisible<N>(4); };
template <class T> constexpr bool bounded = requires(T t) { ct::assume_bounded<0, 4>(t); };
static_assert(aligned<int *> && aligned<ct::tile<void *, ct::shape<8>>> && !aligned<int> && divisible<1> &&
              !divisible<6> && !divisible<0> && !divisible<-2>);
static_assert(bounded<int> && !bounded<unsigned> && !bounded<float>);

__tile_global__ void k() {}
