// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- irange.h - the integers of a counted loop ----------------------------===//
//
//   for (auto k : irange(0, n))         k = 0, 1, ... n - 1
//   for (auto k : irange(0, n, 64))     k = 0, 64, ... below n
//
//===----------------------------------------------------------------------===//
#pragma once

#include "common_type.h"

namespace cuda::tiles {

/// The integers `first`, `first + step`, ... below `last`. The step is positive.
template <integral_scalar T> class irange {
public:
  using value_type = T;

  /// Where a loop over the range stands. Small integers are counted as ints, so that a step may leave their type.
  class iterator {
  public:
    using value_type = T;
    using difference_type = long;

    constexpr iterator() = default;
    __tile_api constexpr iterator(T value, T step) : value(value), step(step) {}
    __tile_api constexpr T operator*() const {
      return T(value);
    }
    __tile_api constexpr iterator &operator++() {
      if (__builtin_is_constant_evaluated())
        value += step;
      else
        value = __detail::next_of_range(value, step);
      return *this;
    }
    __tile_api constexpr iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    /// Ranges end at the first value that is not below the end.
    __tile_api constexpr bool operator!=(T end) const {
      return value < end;
    }
    __tile_api constexpr bool operator==(T end) const {
      return !(*this != end);
    }
    __tile_api constexpr bool operator!=(const iterator &other) const {
      return value < other.value;
    }
    __tile_api constexpr bool operator==(const iterator &other) const {
      return !(*this != other);
    }

  private:
    decltype(T() + T()) value = 0, step = 1;
  };

  using const_iterator = iterator;

  __tile_api constexpr irange(T first, T last, T step = 1) : first(first), last(last), stride(step) {}
  __tile_api constexpr iterator begin() const {
    return iterator(first, stride);
  }
  __tile_api constexpr T end() const {
    return last;
  }
  /// The distance between its integers.
  __tile_api constexpr T step() const {
    return stride;
  }
  __tile_api constexpr bool empty() const {
    return !(first < last);
  }
  /// How many integers it has.
  __tile_api constexpr T size() const {
    return empty() ? T(0) : T((last - first - 1) / stride + 1);
  }

private:
  T first, last, stride;
};

namespace __detail {
/// The bounds and the step of a range are integers with a common type that all of them convert to without narrowing.
template <class A, class B, class C = A>
concept irange_bounds =
    integral_scalar<A> && integral_scalar<B> && integral_scalar<C> && integral_scalar<common_element_t<A, B>> &&
    integral_scalar<common_element_t<common_element_t<A, B>, C>>;
} // namespace __detail

template <class A, class B>
  requires __detail::irange_bounds<A, B>
irange(A, B) -> irange<__detail::common_element_t<A, B>>;
template <class A, class B, class C>
  requires __detail::irange_bounds<A, B, C>
irange(A, B, C) -> irange<__detail::common_element_t<__detail::common_element_t<A, B>, C>>;

} // namespace cuda::tiles
