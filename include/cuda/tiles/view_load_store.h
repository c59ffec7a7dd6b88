// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- view_load_store.h - loads and stores of every view --------------------===//
//
// Accesses without `_masked` promise that no element of the tile lies outside the tensor. Masked loads read padding
// outside, masked stores skip what is outside; a masked store wholly outside is undefined.
//
// Indices count tiles, one for each dimension, except where a gather_scatter_view takes a tile of element indices.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "atomic_access.h"
#include "view_policies.h"

namespace cuda::tiles::__types {

/// What all views offer. `Access` tells them apart.
template <class Span, class Shape, class Access> class view_interface {
public:
  using span_type = Span;
  using element_type = typename Span::element_type;
  using value_type = typename Span::value_type;

  __tile_api constexpr explicit view_interface(const Span &span) : the_span(span) {}

  /// The tensor that the view looks at.
  __tile_api constexpr const Span &span() const {
    return the_span;
  }

  /// The tile at these indices, all of whose elements lie in the tensor.
  template <class... I>
    requires indices_of_the_view<Access, Shape, I...>
  [[nodiscard]] __tile_api tile<value_type, Shape> load(I... indices) const {
    return load_view<false, tile<value_type, Shape>>(handle<no_padding>(), view_index(indices)...);
  }

  /// The tile at these indices, with `Padding` in place of elements outside the tensor.
  template <view_padding Padding = view_padding::zero, class... I>
    requires(element_type_has_padding_value<value_type, Padding> && indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape> load_masked(I... indices) const {
    return load_view<true, tile<value_type, Shape>>(handle<int(Padding)>(), view_index(indices)...);
  }
  /// The tile at these indices, padded as in `load_masked(view_padding_nan_t{}, i, j)`.
  template <view_padding Padding, class... I>
    requires(element_type_has_padding_value<value_type, Padding> && indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape> load_masked(view_padding_constant<Padding>, I... indices) const {
    return load_view<true, tile<value_type, Shape>>(handle<int(Padding)>(), view_index(indices)...);
  }

  /// Stores a tile, all of whose elements lie in the tensor.
  template <class T, class... I>
    requires(storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void store(T value, I... indices) const {
    store_view<false>(handle<no_padding>(), convert_elements<value_type>(value), view_index(indices)...);
  }
  /// Stores those elements of a tile that lie in the tensor.
  template <class T, class... I>
    requires(storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void store_masked(T value, I... indices) const {
    store_view<true>(handle<no_padding>(), convert_elements<value_type>(value), view_index(indices)...);
  }

  //===--------------------------------------------------------------------===//
  // Atomic loads and stores. Each element is accessed atomically, not the tile.
  //===--------------------------------------------------------------------===//

  /// Loads a tile atomically: `atomic_load<memory_order::acquire>(i, j)`.
  template <memory_order Order, thread_scope Scope = thread_scope::system, class... I>
    requires(load_order<Order> && indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape> atomic_load(I... indices) const {
    return load_atomically<Order, Scope, false, no_padding>(indices...);
  }
  /// Loads a tile atomically: `atomic_load(memory_order_acquire_t{}, i, j)`.
  template <memory_order Order, class... I>
    requires(load_order<Order> && indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape> atomic_load(memory_order_constant<Order>, I... indices) const {
    return load_atomically<Order, thread_scope::system, false, no_padding>(indices...);
  }
  /// Loads a tile atomically: `atomic_load(memory_order_acquire_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order Order, thread_scope Scope, class... I>
    requires(load_order<Order> && indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape> atomic_load(memory_order_constant<Order>,
                                                               thread_scope_constant<Scope>, I... indices) const {
    return load_atomically<Order, Scope, false, no_padding>(indices...);
  }

  /// Loads a padded tile atomically: `atomic_load_masked<view_padding::zero, memory_order::relaxed>(i, j)`.
  template <view_padding Padding, memory_order Order, thread_scope Scope = thread_scope::system, class... I>
    requires(element_type_has_padding_value<value_type, Padding> && load_order<Order> &&
             indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape> atomic_load_masked(I... indices) const {
    return load_atomically<Order, Scope, true, int(Padding)>(indices...);
  }
  /// Loads a padded tile atomically: `atomic_load_masked(view_padding_zero_t{}, memory_order_relaxed_t{}, i, j)`.
  template <view_padding Padding, memory_order Order, class... I>
    requires(element_type_has_padding_value<value_type, Padding> && load_order<Order> &&
             indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape>
  atomic_load_masked(view_padding_constant<Padding>, memory_order_constant<Order>, I... indices) const {
    return load_atomically<Order, thread_scope::system, true, int(Padding)>(indices...);
  }
  /// Loads a padded tile atomically, with a scope after the order.
  template <view_padding Padding, memory_order Order, thread_scope Scope, class... I>
    requires(element_type_has_padding_value<value_type, Padding> && load_order<Order> &&
             indices_of_the_view<Access, Shape, I...>)
  [[nodiscard]] __tile_api tile<value_type, Shape>
  atomic_load_masked(view_padding_constant<Padding>, memory_order_constant<Order>, thread_scope_constant<Scope>,
                     I... indices) const {
    return load_atomically<Order, Scope, true, int(Padding)>(indices...);
  }

  /// Stores a tile atomically: `atomic_store<memory_order::release>(t, i, j)`.
  template <memory_order Order, thread_scope Scope = thread_scope::system, class T, class... I>
    requires(store_order<Order> && storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_store(T value, I... indices) const {
    store_atomically<Order, Scope, false>(value, indices...);
  }
  /// Stores a tile atomically: `atomic_store(t, memory_order_release_t{}, i, j)`.
  template <class T, memory_order Order, class... I>
    requires(store_order<Order> && storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_store(T value, memory_order_constant<Order>, I... indices) const {
    store_atomically<Order, thread_scope::system, false>(value, indices...);
  }
  /// Stores a tile atomically: `atomic_store(t, memory_order_release_t{}, thread_scope_device_t{}, i, j)`.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(store_order<Order> && storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_store(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                               I... indices) const {
    store_atomically<Order, Scope, false>(value, indices...);
  }

  /// Stores those elements of a tile that lie in the tensor, atomically. The order is a template argument.
  template <memory_order Order, thread_scope Scope = thread_scope::system, class T, class... I>
    requires(store_order<Order> && storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_store_masked(T value, I... indices) const {
    store_atomically<Order, Scope, true>(value, indices...);
  }
  /// Stores those elements of a tile that lie in the tensor, atomically. The order is a tag after the tile.
  template <class T, memory_order Order, class... I>
    requires(store_order<Order> && storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_store_masked(T value, memory_order_constant<Order>, I... indices) const {
    store_atomically<Order, thread_scope::system, true>(value, indices...);
  }
  /// Stores those elements of a tile that lie in the tensor, atomically. Order and scope are tags after the tile.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(store_order<Order> && storable_tile<T, element_type, Shape> && indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_store_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                      I... indices) const {
    store_atomically<Order, Scope, true>(value, indices...);
  }

protected:
  /// The compiler's view of the tensor, with this padding.
  template <int Padding> __tile_api auto handle() const {
    return Access::template make<Shape, Padding>(tensor_view_of<Span>::make(the_span));
  }

private:
  template <memory_order Order, thread_scope Scope, bool Masked, int Padding, class... I>
  __tile_api tile<value_type, Shape> load_atomically(I... indices) const {
    return atomic_load_view<int(Order), int(Scope), Masked, tile<value_type, Shape>>(handle<Padding>(),
                                                                                     view_index(indices)...);
  }
  template <memory_order Order, thread_scope Scope, bool Masked, class T, class... I>
  __tile_api void store_atomically(T value, I... indices) const {
    atomic_store_view<int(Order), int(Scope), Masked>(handle<no_padding>(), convert_elements<value_type>(value),
                                                      view_index(indices)...);
  }

  Span the_span;
};

} // namespace cuda::tiles::__types
