// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_tile.h - the API for a host compiler ------------------------------===//
//
// Host code names tiles' types and shapes: in kernels' parameters and template arguments. The API's own headers are read,
// with words for what Clang has built in and other compilers have not.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma GCC system_header

// What sources of tile code use without including it.
#include <stdint.h>
#include <stdio.h>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

#include "cuda/tiles/hide_macros.h"
#if !defined(__clang__)
namespace __tilec_host {
template <template <class T, T...> class Sequence, class T, T Count>
using make_sequence = Sequence<T, __integer_pack(Count)...>;
}
#define __make_integer_seq ::__tilec_host::make_sequence
#endif
#define __is_arithmetic(...) ::std::is_arithmetic_v<__VA_ARGS__>
#define __is_const(...) ::std::is_const_v<__VA_ARGS__>
#define __is_convertible_to(...) ::std::is_convertible_v<__VA_ARGS__>
#define __is_floating_point(...) ::std::is_floating_point_v<__VA_ARGS__>
#define __is_integral(...) ::std::is_integral_v<__VA_ARGS__>
#define __is_pointer(...) ::std::is_pointer_v<__VA_ARGS__>
#define __is_signed(...) ::std::is_signed_v<__VA_ARGS__>
#define __is_unsigned(...) ::std::is_unsigned_v<__VA_ARGS__>
#define __is_void(...) ::std::is_void_v<__VA_ARGS__>
#define __is_volatile(...) ::std::is_volatile_v<__VA_ARGS__>
#define __remove_cv(...) ::std::remove_cv_t<__VA_ARGS__>
#define __remove_cvref(...) ::std::remove_cvref_t<__VA_ARGS__>
#define __remove_pointer(...) ::std::remove_pointer_t<__VA_ARGS__>
#include "../include/cuda_tile.h"
#undef __is_arithmetic
#undef __is_const
#undef __is_convertible_to
#undef __is_floating_point
#undef __is_integral
#undef __is_pointer
#undef __is_signed
#undef __is_unsigned
#undef __is_void
#undef __is_volatile
#undef __remove_cv
#undef __remove_cvref
#undef __remove_pointer
#if !defined(__clang__)
#undef __make_integer_seq
#endif

#include "cuda/tiles/restore_macros.h"
