// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- metaprogramming.h - the few type-level tools the headers need --------===//
//
// Stands in for <type_traits> and <utility>, which would double the time it takes to parse this library.
//
//===----------------------------------------------------------------------===//
#pragma once

/// Classes that the API's classes are made of, as bases or template arguments. Argument-dependent lookup looks in here
/// for functions, so there are none.
namespace cuda::tiles::__types {

template <class T, T... I> struct integer_sequence {};

} // namespace cuda::tiles::__types

/// All else that is not the API's. No argument leads lookup here, since no class of the API is made of its classes.
namespace cuda::tiles::__detail {

using namespace __types;

using size_t = decltype(sizeof(0));
using nullptr_type = decltype(nullptr);

template <class A, class B>
concept same_as = __is_same(A, B);

template <bool Condition, class Then, class Else> struct conditional {
  using type = Then;
};
template <class Then, class Else> struct conditional<false, Then, Else> {
  using type = Else;
};
/// `Then` if `Condition`, else `Else`.
template <bool Condition, class Then, class Else>
using conditional_t = typename conditional<Condition, Then, Else>::type;

/// Carries a type as a value.
template <class T> struct type_box {
  using type = T;
};

template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
/// `index_sequence<0, 1, ... N - 1>`.
template <size_t N> using make_index_sequence = __make_integer_seq<integer_sequence, size_t, N>;

template <class T> T declval() noexcept;

constexpr bool is_power_of_two(unsigned long long value) {
  return value != 0 && (value & (value - 1)) == 0;
}

} // namespace cuda::tiles::__detail

namespace cuda::tiles::__types {
using namespace __detail;
}
