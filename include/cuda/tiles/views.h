// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- views.h - partition_view, strided_view, gather_scatter_view ----------===//
//
//   partition_view{span, shape<64, 64>{}}                             tiles side by side
//   strided_view{span, shape<64, 64>{}, strides{32_ic, 64_ic}}        tile i starts at element i * stride
//   gather_scatter_view{span, shape<16, 64>{}, 0_ic}                  16 rows named one by one, 64 columns
//
// A view loads and stores tiles of one shape from a tensor_span. It holds nothing but the span.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "view_atomics.h"

namespace cuda::tiles {

/// Cuts a tensor into tiles of shape `Shape` that lie side by side.
template <__detail::viewable Span, __detail::has_the_rank_of<Span> Shape>
class partition_view : public __detail::updating_view<Span, Shape, __detail::partition_access> {
public:
  __tile_api constexpr explicit partition_view(const Span &span, Shape = {})
      : __detail::updating_view<Span, Shape, __detail::partition_access>(span) {}
};

namespace __detail {

template <class S> consteval bool all_positive_constants() {
  for (size_t i = 0; i < S::rank(); ++i)
    if (S::entries[i] == dynamic_entry || S::entries[i] == 0)
      return false;
  return true;
}
/// One constant positive stride for each dimension of the span.
template <class S, class Span>
concept constant_strides_of =
    (strides_like<S> || extents_like<S>) && S::rank() == Span::rank() && all_positive_constants<S>();

template <class O, size_t Rank> inline constexpr bool is_zero_offset = false;
template <size_t... O, size_t Rank>
inline constexpr bool is_zero_offset<offsets<int, O...>, Rank> = sizeof...(O) == Rank && ((O == 0) && ... && true);
/// Offsets have type int, are zero, and there is one for each dimension.
template <class O, class Span>
concept zero_offsets_of = is_zero_offset<O, Span::rank()>;

template <class S, class Positions = make_index_sequence<S::rank()>> struct strided_access_of;
template <class S, size_t... I> struct strided_access_of<S, index_sequence<I...>> {
  using type = strided_access<long(S::entries[I])...>;
};

} // namespace __detail

/// Tiles of shape `Shape` that start at multiples of constant strides; they may overlap or leave gaps.
template <__detail::viewable Span, __detail::has_the_rank_of<Span> Shape, __detail::constant_strides_of<Span> Strides>
class strided_view : public __detail::updating_view<Span, Shape, typename __detail::strided_access_of<Strides>::type> {
  using base = __detail::updating_view<Span, Shape, typename __detail::strided_access_of<Strides>::type>;

public:
  __tile_api constexpr explicit strided_view(const Span &span, Shape = {}, Strides = {}) : base(span) {}
  /// With offsets, which must be zero.
  template <__detail::zero_offsets_of<Span> Offsets>
  __tile_api constexpr strided_view(const Span &span, Shape, Strides, Offsets) : base(span) {}
};

namespace __detail {
/// A dimension of the span, counted from 0.
template <auto Dimension, class Span>
concept dimension_of_span =
    integral_scalar<decltype(Dimension)> && Dimension >= 0 && static_cast<size_t>(Dimension) < Span::rank();
} // namespace __detail

/// Tiles whose elements along `Dimension` are named one by one by a tile of indices; other indices count tiles.
template <__detail::viewable Span, __detail::has_the_rank_of<Span> Shape, __detail::size_t Dimension>
  requires __detail::dimension_of_span<Dimension, Span>
class gather_scatter_view : public __detail::view_interface<Span, Shape, __detail::gather_scatter_access<Dimension>> {
public:
  __tile_api constexpr explicit gather_scatter_view(const Span &span)
      : __detail::view_interface<Span, Shape, __detail::gather_scatter_access<Dimension>>(span) {}
  /// `gather_scatter_view{span, shape<16, 64>{}, 0_ic}`.
  template <auto D>
    requires(D == Dimension)
  __tile_api constexpr gather_scatter_view(const Span &span, Shape, integral_constant<D>) : gather_scatter_view(span) {}
};
template <class Span, class Shape, auto Dimension>
  requires __detail::dimension_of_span<Dimension, Span>
gather_scatter_view(Span, Shape, integral_constant<Dimension>)
    -> gather_scatter_view<Span, Shape, static_cast<__detail::size_t>(Dimension)>;

} // namespace cuda::tiles
