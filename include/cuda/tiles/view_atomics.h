// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- view_atomics.h - atomic updates through views ------------------------===//
//
// `atomic_add`, `sub`, `and`, `or`, `xor`, `max` and `min` of partition and strided views, each with a masked form that
// skips elements outside the tensor. They return nothing. The order is always `memory_order_relaxed_t{}`, and the
// scope, block or device, must be written.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "view_load_store.h"

namespace cuda::tiles::__detail {

/// The memory order of a view's atomic update is relaxed, and its scope block or device.
template <memory_order Order, thread_scope Scope>
concept view_update_order =
    Order == memory_order::relaxed && (Scope == thread_scope::block || Scope == thread_scope::device);

} // namespace cuda::tiles::__detail

namespace cuda::tiles::__types {

/// A view with atomic updates.
template <class Span, class Shape, class Access> class updating_view : public view_interface<Span, Shape, Access> {
public:
  using element_type = typename Span::element_type;
  using value_type = typename Span::value_type;
  using view_interface<Span, Shape, Access>::view_interface;

  /// Adds a tile to the elements atomically. For 32 or 64-bit integers, float, double, __half, and from sm_90
  /// __nv_bfloat16.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(atomic_addable<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_add(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::add, Scope, false>(value, indices...);
  }
  /// `atomic_add` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(atomic_addable<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_add_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                    I... indices) const {
    update<atomic_kind::add, Scope, true>(value, indices...);
  }

  /// Subtracts a tile from the elements atomically. For the types of `atomic_add`.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(atomic_addable<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_sub(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::sub, Scope, false>(value, indices...);
  }
  /// `atomic_sub` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(atomic_addable<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_sub_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                    I... indices) const {
    update<atomic_kind::sub, Scope, true>(value, indices...);
  }

  /// Ands the bits of 32 or 64-bit integers with those of a tile, atomically.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_and(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::bit_and, Scope, false>(value, indices...);
  }
  /// `atomic_and` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_and_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                    I... indices) const {
    update<atomic_kind::bit_and, Scope, true>(value, indices...);
  }

  /// Ors the bits of 32 or 64-bit integers with those of a tile, atomically.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_or(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::bit_or, Scope, false>(value, indices...);
  }
  /// `atomic_or` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_or_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                   I... indices) const {
    update<atomic_kind::bit_or, Scope, true>(value, indices...);
  }

  /// Exclusive-ors the bits of 32 or 64-bit integers with those of a tile, atomically.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_xor(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::bit_xor, Scope, false>(value, indices...);
  }
  /// `atomic_xor` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_xor_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                    I... indices) const {
    update<atomic_kind::bit_xor, Scope, true>(value, indices...);
  }

  /// Keeps the larger of each 32 or 64-bit integer and that of a tile, atomically.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_max(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::max, Scope, false>(value, indices...);
  }
  /// `atomic_max` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_max_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                    I... indices) const {
    update<atomic_kind::max, Scope, true>(value, indices...);
  }

  /// Keeps the smaller of each 32 or 64-bit integer and that of a tile, atomically.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_min(T value, memory_order_constant<Order>, thread_scope_constant<Scope>, I... indices) const {
    update<atomic_kind::min, Scope, false>(value, indices...);
  }
  /// `atomic_min` that skips elements outside the tensor.
  template <class T, memory_order Order, thread_scope Scope, class... I>
    requires(word_integer<value_type> && view_update_order<Order, Scope> && storable_tile<T, element_type, Shape> &&
             indices_of_the_view<Access, Shape, I...>)
  __tile_api void atomic_min_masked(T value, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                    I... indices) const {
    update<atomic_kind::min, Scope, true>(value, indices...);
  }

private:
  template <atomic_kind Kind, thread_scope Scope, bool Masked, class T, class... I>
  __tile_api void update(T value, I... indices) const {
    atomic_reduce_view<int(Kind), int(memory_order::relaxed), int(Scope), Masked>(
        this->template handle<no_padding>(), convert_elements<value_type>(value), view_index(indices)...);
  }
};

} // namespace cuda::tiles::__types
