// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element type of a binary operation: the table of common types, the rule for a tile with a scalar, and what has
// none. RUN: check-source %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

template <class A, class B> constexpr bool adds = requires(A a, B b) { a + b; };
template <class A, class B, class R> constexpr bool sum_is = std::is_same_v<decltype(A() + B()), R>;
template <class A, class B> constexpr bool compares = requires(A a, B b) { a < b; };
template <class A, class B, class R>
constexpr bool tiles_add_to = sum_is<Tile<A, 8>, Tile<B, 8>, Tile<R, 8>> && sum_is<Tile<B, 8>, Tile<A, 8>, Tile<R, 8>>;
template <class A, class B>
constexpr bool tiles_do_not_add = !adds<Tile<A, 8>, Tile<B, 8>> && !adds<Tile<B, 8>, Tile<A, 8>>;

// No promotion of equal types.
static_assert(tiles_add_to<bool, bool, bool> && tiles_add_to<char, char, char> && tiles_add_to<short, short, short>);
// bool gives way to everything with arithmetic.
static_assert(tiles_add_to<bool, signed char, signed char> && tiles_add_to<bool, unsigned long, unsigned long>);
static_assert(tiles_add_to<bool, __half, __half> && tiles_add_to<bool, double, double>);
// The wider of equal signedness; unsigned with strictly wider signed.
static_assert(tiles_add_to<signed char, long, long> && tiles_add_to<unsigned char, unsigned, unsigned>);
static_assert(tiles_add_to<unsigned char, short, short> && tiles_add_to<unsigned, long, long>);
static_assert(tiles_do_not_add<unsigned, int> && tiles_do_not_add<unsigned long, int> &&
              tiles_do_not_add<unsigned, signed char>);
// Distinct types of equal width.
static_assert(tiles_add_to<long, long long, long long> && tiles_add_to<char, signed char, signed char>);
static_assert(tiles_add_to<int, wchar_t, int> && tiles_add_to<unsigned short, char16_t, unsigned short>);
static_assert(tiles_do_not_add<char, unsigned char>);
// Integers become floating-point, whatever the widths.
static_assert(tiles_add_to<long, __half, __half> && tiles_add_to<unsigned, __nv_bfloat16, __nv_bfloat16>);
static_assert(tiles_add_to<__half, float, float> && tiles_add_to<__nv_bfloat16, double, double>);
static_assert(tiles_do_not_add<__half, __nv_bfloat16>);
// Restricted types have no arithmetic, not even with themselves.
static_assert(tiles_do_not_add<__nv_fp8_e4m3, __nv_fp8_e4m3> && tiles_do_not_add<__nv_fp8_e5m2, float>);

// A tile with a scalar keeps the tile's element.
template <class E, class S>
constexpr bool takes = sum_is<Tile<E, 8>, S, Tile<E, 8>> && sum_is<S, Tile<E, 8>, Tile<E, 8>>;
template <class E, class S> constexpr bool refuses = !adds<Tile<E, 8>, S> && !adds<S, Tile<E, 8>>;
static_assert(takes<float, int> && takes<float, long> && takes<__half, int> && takes<double, float> &&
              takes<long, int>);
static_assert(takes<long, long long> && takes<long, unsigned> && takes<char, signed char> && takes<int, bool>);
static_assert(refuses<float, double> && refuses<__half, float> && refuses<unsigned, int> && refuses<signed char, int>);
static_assert(refuses<int, unsigned> && refuses<int, float> && refuses<bool, int> && refuses<int, decltype(sizeof(0))>);
// A rank-0 tile is no scalar here.
static_assert(sum_is<Tile<float, 8>, Tile<double>, Tile<double, 8>> &&
              sum_is<Tile<int>, Tile<float, 8>, Tile<float, 8>>);

// Comparison needs only a common type.
static_assert(compares<Tile<float, 8>, double> && compares<double, Tile<int, 8>> &&
              compares<Tile<signed char, 8>, long>);
static_assert(!compares<Tile<int, 8>, Tile<unsigned, 8>> && !compares<Tile<__half, 8>, __nv_bfloat16>);
static_assert(!compares<Tile<__nv_fp8_e4m3, 8>, Tile<__nv_fp8_e4m3, 8>>);
static_assert(std::is_same_v<decltype(Tile<int, 8>() < 2.5), Tile<bool, 8>>);

// Functions on scalars return scalars of the common type.
static_assert(std::is_same_v<decltype(ct::add((signed char)1, (signed char)1)), signed char>);
static_assert(std::is_same_v<decltype(ct::max(1, 2L)), long> && std::is_same_v<decltype(ct::mul(1, 2.0)), double>);
template <class A, class B> constexpr bool has_max = requires(A a, B b) { ct::max(a, b); };
static_assert(!has_max<int, unsigned> && has_max<unsigned char, int> && !has_max<int *, int *>);

// Names that only compute on some types.
template <class A, class B> constexpr bool modulo = requires(A a, B b) { a % b; };
template <class A, class B> constexpr bool remainders = requires(A a, B b) { ct::remainder(a, b); };
static_assert(modulo<Tile<int, 8>, Tile<bool, 8>> && !modulo<Tile<float, 8>, Tile<float, 8>>);
static_assert(remainders<Tile<float, 8>, Tile<float, 8>> && remainders<int, int>);
template <class A> constexpr bool has_powi = requires(A a) { ct::powi(1.0f, a); };
static_assert(has_powi<int> && has_powi<short> && has_powi<bool> && !has_powi<long> && !has_powi<unsigned>);

// The public names of these rules.
static_assert(std::is_same_v<ct::arithmetic_tile_conversion_t<Tile<float, 8>, int>, Tile<float, 8>>);
static_assert(std::is_same_v<ct::arithmetic_tile_comparison_t<Tile<float, 8>, double>, Tile<double, 8>>);
static_assert(std::is_same_v<ct::arithmetic_tile_promotion_t<Tile<char, 8>>, Tile<int, 8>>);
static_assert(std::is_same_v<ct::tile_with_element_t<Tile<float, 8>, int>, Tile<int, 8>> &&
              std::is_same_v<ct::tile_with_element_t<float, int>, int>);
static_assert(ct::arithmetic_tile_convertible<float, double> &&
              !ct::arithmetic_tile_convertible<Tile<float, 8>, double>);
static_assert(ct::non_narrowing_tile_convertible_to<float, Tile<double>> &&
              !ct::non_narrowing_tile_convertible_to<int, float>);
static_assert(!ct::non_narrowing_tile_convertible_to<Tile<float, 8>, Tile<double, 4, 8>>);

__tile_global__ void k() {}
