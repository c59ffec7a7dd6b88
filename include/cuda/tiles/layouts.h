// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- layouts.h - where the elements of a tensor lie -----------------------===//
//
// A layout is a policy; with extents it makes a mapping, which knows every stride:
//
//   layout_right            row-major: the last dimension is contiguous (the default)
//   layout_left             column-major: the first dimension is contiguous
//   layout_right_padded<P>  row-major, with the last extent rounded up to a multiple of P
//   layout_left_padded<P>   column-major, with the first extent rounded up to a multiple of P
//   layout_strided<S>       strides as given
//
//===----------------------------------------------------------------------===//
#pragma once

#include "extents.h"

namespace cuda::tiles {

namespace __types {

/// Row-major or column-major. The stride of a dimension is the product of the extents inside of it, of which the
/// innermost is rounded up to a multiple of `Padding`.
template <extents_like Extents, class Layout, bool Right, size_t Padding> class packed_mapping {
public:
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using layout_type = Layout;

  constexpr packed_mapping() = default;
  __tile_api constexpr explicit packed_mapping(const Extents &extents) : the_extents(extents) {}

  /// The extents of the tensor.
  __tile_api constexpr const Extents &extents() const {
    return the_extents;
  }
  /// The distance in elements between neighbours along dimension `r`.
  __tile_api constexpr index_type stride(rank_type r) const {
    return any_stride(positions{}, r);
  }

  /// The stride of dimension `I` if it is a constant, else `dynamic_stride`.
  template <size_t I> static consteval size_t constant_stride() {
    size_t product = 1;
    for (size_t j = 0; j < Extents::rank(); ++j) {
      if (!is_inside(j, I))
        continue;
      if (Extents::static_extent(j) == dynamic_entry)
        return dynamic_entry;
      product *= j == innermost ? round_up(Extents::static_extent(j)) : Extents::static_extent(j);
    }
    return product;
  }
  /// The stride of dimension `I`, in 64 bits.
  template <size_t I> __tile_api constexpr long wide_stride() const {
    if constexpr (constant_stride<I>() != dynamic_entry)
      return constant_stride<I>();
    else
      return product_inside<I>(positions{});
  }

private:
  using positions = make_index_sequence<Extents::rank()>;
  static constexpr size_t innermost = Right ? Extents::rank() - 1 : 0;

  static consteval bool is_inside(size_t j, size_t i) {
    return Right ? j > i : j < i;
  }
  template <class T> __tile_api static constexpr T round_up(T extent) {
    constexpr T padding = static_cast<T>(Padding);
    if constexpr (Padding == 1)
      return extent;
    else if constexpr (is_power_of_two(Padding))
      return (extent + (padding - 1)) & ~(padding - 1);
    else
      return (extent + (padding - 1)) / padding * padding;
  }
  /// What dimension `J` contributes to the stride of dimension `I`.
  template <size_t I, size_t J> __tile_api constexpr long factor() const {
    if constexpr (!is_inside(J, I))
      return 1;
    else if constexpr (J == innermost)
      return round_up(static_cast<long>(the_extents.template get<J>()));
    else
      return static_cast<long>(the_extents.template get<J>());
  }
  template <size_t I, size_t... J> __tile_api constexpr long product_inside(index_sequence<J...>) const {
    return (factor<I, J>() * ... * 1);
  }
  template <size_t... I> __tile_api constexpr index_type any_stride(index_sequence<I...>, rank_type r) const {
    return static_cast<index_type>(((r == I ? wide_stride<I>() : 0) | ... | 0));
  }

  [[no_unique_address]] Extents the_extents;
};

} // namespace __types

template <extents_like Extents> class layout_right_mapping;
template <extents_like Extents> class layout_left_mapping;
template <extents_like Extents, class Strides> class layout_strided_mapping;
template <extents_like Extents, __detail::size_t Padding> class layout_right_padded_mapping;
template <extents_like Extents, __detail::size_t Padding> class layout_left_padded_mapping;

/// Row-major: the last dimension is contiguous.
struct layout_right {
  template <class Extents> using mapping = layout_right_mapping<Extents>;
};
/// Column-major: the first dimension is contiguous.
struct layout_left {
  template <class Extents> using mapping = layout_left_mapping<Extents>;
};
/// Strides as given, in the type `Strides` (`strides` or `extents`).
template <class Strides> struct layout_strided {
  template <class Extents> using mapping = layout_strided_mapping<Extents, Strides>;
};
/// Row-major, with the last extent rounded up to a multiple of `Padding`.
template <__detail::size_t Padding> struct layout_right_padded {
  template <class Extents> using mapping = layout_right_padded_mapping<Extents, Padding>;
};
/// Column-major, with the first extent rounded up to a multiple of `Padding`.
template <__detail::size_t Padding> struct layout_left_padded {
  template <class Extents> using mapping = layout_left_padded_mapping<Extents, Padding>;
};

/// Extents in row-major order.
template <extents_like Extents>
class layout_right_mapping : public __detail::packed_mapping<Extents, layout_right, true, 1> {
public:
  constexpr layout_right_mapping() = default;
  __tile_api constexpr layout_right_mapping(const Extents &extents)
      : __detail::packed_mapping<Extents, layout_right, true, 1>(extents) {}
};

/// Extents in column-major order.
template <extents_like Extents>
class layout_left_mapping : public __detail::packed_mapping<Extents, layout_left, false, 1> {
public:
  constexpr layout_left_mapping() = default;
  __tile_api constexpr layout_left_mapping(const Extents &extents)
      : __detail::packed_mapping<Extents, layout_left, false, 1>(extents) {}
};

/// Extents in row-major order; the last extent takes the space of a multiple of `Padding`.
template <extents_like Extents, __detail::size_t Padding>
class layout_right_padded_mapping
    : public __detail::packed_mapping<Extents, layout_right_padded<Padding>, true, Padding> {
public:
  static_assert(Padding > 0);
  constexpr layout_right_padded_mapping() = default;
  __tile_api constexpr layout_right_padded_mapping(const Extents &extents)
      : __detail::packed_mapping<Extents, layout_right_padded<Padding>, true, Padding>(extents) {}
  /// `layout_right_padded_mapping{extents, 16_ic}`.
  template <auto P>
    requires(P == Padding)
  __tile_api constexpr layout_right_padded_mapping(const Extents &extents, integral_constant<P>)
      : layout_right_padded_mapping(extents) {}
};

/// Extents in column-major order; the first extent takes the space of a multiple of `Padding`.
template <extents_like Extents, __detail::size_t Padding>
class layout_left_padded_mapping
    : public __detail::packed_mapping<Extents, layout_left_padded<Padding>, false, Padding> {
public:
  static_assert(Padding > 0);
  constexpr layout_left_padded_mapping() = default;
  __tile_api constexpr layout_left_padded_mapping(const Extents &extents)
      : __detail::packed_mapping<Extents, layout_left_padded<Padding>, false, Padding>(extents) {}
  /// `layout_left_padded_mapping{extents, 16_ic}`.
  template <auto P>
    requires(P == Padding)
  __tile_api constexpr layout_left_padded_mapping(const Extents &extents, integral_constant<P>)
      : layout_left_padded_mapping(extents) {}
};

template <class Extents, auto Padding>
  requires(Padding > 0)
layout_right_padded_mapping(Extents, integral_constant<Padding>)
    -> layout_right_padded_mapping<Extents, static_cast<__detail::size_t>(Padding)>;
template <class Extents, auto Padding>
  requires(Padding > 0)
layout_left_padded_mapping(Extents, integral_constant<Padding>)
    -> layout_left_padded_mapping<Extents, static_cast<__detail::size_t>(Padding)>;

namespace __detail {
/// One stride for each dimension of the extents.
template <class S, class Extents>
concept strides_of_rank = (strides_like<S> || extents_like<S>) && S::rank() == Extents::rank();
} // namespace __detail

/// Extents with a stride, in elements, for each dimension.
template <extents_like Extents, class Strides> class layout_strided_mapping {
public:
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using layout_type = layout_strided<Strides>;

  constexpr layout_strided_mapping() = default;
  __tile_api constexpr layout_strided_mapping(const Extents &extents, const Strides &strides)
    requires __detail::strides_of_rank<Strides, Extents>
      : the_extents(extents), the_strides(strides) {}

  /// The extents of the tensor.
  __tile_api constexpr const Extents &extents() const {
    return the_extents;
  }
  /// The strides of the tensor.
  __tile_api constexpr const Strides &strides() const {
    return the_strides;
  }
  /// The distance in elements between neighbours along dimension `r`.
  __tile_api constexpr index_type stride(rank_type r) const {
    return static_cast<index_type>(the_strides.at(r));
  }

  /// The stride of dimension `I` if it is a constant, else `dynamic_stride`.
  template <__detail::size_t I> static consteval __detail::size_t constant_stride() {
    return Strides::entries[I];
  }
  /// The stride of dimension `I`.
  template <__detail::size_t I> __tile_api constexpr auto wide_stride() const {
    return the_strides.template get<I>();
  }

private:
  [[no_unique_address]] Extents the_extents;
  [[no_unique_address]] Strides the_strides;
};

namespace __detail {
template <class T> inline constexpr bool is_mapping = false;
template <class E> inline constexpr bool is_mapping<layout_right_mapping<E>> = true;
template <class E> inline constexpr bool is_mapping<layout_left_mapping<E>> = true;
template <class E, size_t P> inline constexpr bool is_mapping<layout_right_padded_mapping<E, P>> = true;
template <class E, size_t P> inline constexpr bool is_mapping<layout_left_padded_mapping<E, P>> = true;
template <class E, class S> inline constexpr bool is_mapping<layout_strided_mapping<E, S>> = true;

/// Extents with strides: what a layout makes of extents.
template <class T>
concept layout_mapping_like = is_mapping<T>;
/// A policy that makes a mapping of extents.
template <class L, class Extents>
concept layout_for = layout_mapping_like<typename L::template mapping<Extents>>;

template <class A, class B, size_t... I>
__tile_api constexpr bool equal_strides(index_sequence<I...>, const A &a, const B &b) {
  return ((a.template wide_stride<I>() == b.template wide_stride<I>()) && ... && true);
}
} // namespace __detail

/// Whether two mappings have equal extents and strides.
template <__detail::layout_mapping_like A, __detail::layout_mapping_like B>
__tile_api constexpr bool layout_mapping_equal(const A &a, const B &b) {
  if constexpr (A::extents_type::rank() != B::extents_type::rank())
    return false;
  else
    return extents_equal(a.extents(), b.extents()) &&
           __detail::equal_strides(__detail::make_index_sequence<A::extents_type::rank()>{}, a, b);
}

template <__detail::layout_mapping_like A, __detail::layout_mapping_like B>
__tile_api constexpr bool operator==(const A &a, const B &b) {
  return layout_mapping_equal(a, b);
}

} // namespace cuda::tiles
