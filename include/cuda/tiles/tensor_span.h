// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- tensor_span.h - a pointer with extents and strides -------------------===//
//
//   tensor_span{p, extents{m, n}}                  m x n, row-major
//   tensor_span{p, extents{m, 64_ic}, layout_left{}}   column-major
//   tensor_span{p, layout_strided_mapping{extents{m, n}, strides{ld, 1_ic}}}
//
// A span owns nothing. What is constant in extents and strides is part of its type and takes no space.
// `tensor_span<const float, ...>` is read-only.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "layouts.h"
#include "primitives.h"

namespace cuda::tiles {

/// The accessor of spans: elements are what the pointer points to.
template <class Element> struct default_accessor {
  using offset_policy = default_accessor;
  using element_type = Element;
  using reference = Element &;
  using data_handle_type = Element *;

  __tile_api constexpr reference access(data_handle_type data, __detail::size_t i) const {
    return data[i];
  }
  __tile_api constexpr data_handle_type offset(data_handle_type data, __detail::size_t i) const {
    return data + i;
  }
};

namespace __detail {
template <class T> inline constexpr bool is_accessor = false;
template <class E> inline constexpr bool is_accessor<default_accessor<E>> = true;
} // namespace __detail

/// A policy that says how the elements of a span are reached. There is only `default_accessor`.
template <class T>
concept accessor_policy = __detail::is_accessor<T>;

/// A tensor in memory: `Element`s, const or not, at a pointer, with extents and a layout. As `std::mdspan`.
template <class Element, extents_like Extents, class Layout = layout_right,
          accessor_policy Accessor = default_accessor<Element>>
  requires(numeric_scalar<__remove_cv(Element)> && __detail::layout_for<Layout, Extents>)
class tensor_span {
public:
  using element_type = Element;
  using value_type = __remove_cv(Element);
  using extents_type = Extents;
  using layout_type = Layout;
  using accessor_type = Accessor;
  using mapping_type = typename Layout::template mapping<Extents>;
  using index_type = typename Extents::index_type;
  using rank_type = typename Extents::rank_type;
  using data_handle_type = typename Accessor::data_handle_type;
  using reference = typename Accessor::reference;

  constexpr tensor_span() = default;
  /// From a pointer and a mapping, which has extents and strides.
  __tile_api constexpr tensor_span(data_handle_type data, const mapping_type &mapping, Accessor = {})
      : data(data), the_mapping(mapping) {}
  /// From a pointer and extents; the layout adds the strides.
  __tile_api constexpr tensor_span(data_handle_type data, const Extents &extents)
    requires requires { mapping_type(extents); }
      : data(data), the_mapping(extents) {}
  /// From a pointer, extents and a layout, such as `layout_left{}`.
  __tile_api constexpr tensor_span(data_handle_type data, const Extents &extents, Layout)
    requires requires { mapping_type(extents); }
      : data(data), the_mapping(extents) {}
  /// A read-only span from a writable one.
  template <class Other>
    requires(!__detail::same_as<Other, Element> && __detail::same_as<const Other, Element>)
  __tile_api constexpr tensor_span(const tensor_span<Other, Extents, Layout> &other)
      : data(other.data_handle()), the_mapping(other.mapping()) {}

  /// The pointer to the first element.
  __tile_api constexpr data_handle_type data_handle() const {
    return data;
  }
  /// Extents and strides.
  __tile_api constexpr const mapping_type &mapping() const {
    return the_mapping;
  }
  __tile_api constexpr Accessor accessor() const {
    return {};
  }
  __tile_api constexpr const Extents &extents() const {
    return the_mapping.extents();
  }
  /// The extent of dimension `r`.
  __tile_api constexpr index_type extent(rank_type r) const {
    return extents().extent(r);
  }
  /// The distance in elements between neighbours along dimension `r`.
  __tile_api constexpr index_type stride(rank_type r) const {
    return the_mapping.stride(r);
  }
  /// The number of dimensions.
  __tile_api static constexpr rank_type rank() {
    return Extents::rank();
  }
  /// The number of dimensions whose extent is known at run time only.
  __tile_api static constexpr rank_type rank_dynamic() {
    return Extents::rank_dynamic();
  }
  /// The extent of dimension `r` if it is a constant, else `dynamic_extent`.
  __tile_api static constexpr __detail::size_t static_extent(rank_type r) {
    return Extents::static_extent(r);
  }

private:
  data_handle_type data = nullptr;
  [[no_unique_address]] mapping_type the_mapping;
};

template <class E, extents_like Extents> tensor_span(E *, Extents) -> tensor_span<E, Extents>;
template <class E, extents_like Extents, class Layout>
tensor_span(E *, Extents, Layout) -> tensor_span<E, Extents, Layout>;
template <class E, __detail::layout_mapping_like Mapping>
tensor_span(E *, Mapping) -> tensor_span<E, typename Mapping::extents_type, typename Mapping::layout_type>;
template <class E, __detail::layout_mapping_like Mapping, accessor_policy Accessor>
tensor_span(E *, Mapping, Accessor)
    -> tensor_span<E, typename Mapping::extents_type, typename Mapping::layout_type, Accessor>;

namespace __detail {

template <class T> inline constexpr bool is_tensor_span = false;
template <class E, class X, class L, class A> inline constexpr bool is_tensor_span<tensor_span<E, X, L, A>> = true;

/// A list entry as the compiler's handles spell it.
consteval long handle_entry(size_t entry) {
  return entry == dynamic_entry ? dynamic : static_cast<long>(entry);
}

/// What an operand of `make_tensor_view` is replaced by if the handle's type knows it.
struct known_entry {};

template <class Span, class Positions = make_index_sequence<Span::rank()>> struct tensor_view_of;
template <class Span, size_t... I> struct tensor_view_of<Span, index_sequence<I...>> {
  using mapping = typename Span::mapping_type;
  using handle = tensor_view_handle<typename Span::value_type, index_list<handle_entry(Span::static_extent(I))...>,
                                    index_list<handle_entry(mapping::template constant_stride<I>())...>>;

  template <size_t At> __tile_api static auto extent_operand(const Span &span) {
    if constexpr (Span::static_extent(At) != dynamic_entry)
      return known_entry{};
    else
      return span.extents().template get<At>();
  }
  template <size_t At> __tile_api static auto stride_operand(const Span &span) {
    if constexpr (mapping::template constant_stride<At>() != dynamic_entry)
      return known_entry{};
    else
      return span.mapping().template wide_stride<At>();
  }
  __tile_api static handle make(const Span &span) {
    return __detail::make_tensor_view<handle>(span.data_handle(), extent_operand<I>(span)...,
                                              stride_operand<I>(span)...);
  }
};

} // namespace __detail

template <class T>
concept tensor_span_like = __detail::is_tensor_span<T>;

} // namespace cuda::tiles
