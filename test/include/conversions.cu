// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between tiles and scalars, element_cast, element_bitcast and full: which exist, and which are implicit.
// RUN: check-source %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

template <class From, class To> constexpr bool implicitly = std::is_convertible_v<Tile<From, 8>, Tile<To, 8>>;
template <class From, class To>
constexpr bool explicitly = std::is_constructible_v<Tile<To, 8>, Tile<From, 8>> && !implicitly<From, To>;
template <class From, class To> constexpr bool never = !std::is_constructible_v<Tile<To, 8>, Tile<From, 8>>;

static_assert(implicitly<signed char, int> && implicitly<unsigned, long> && implicitly<bool, char> &&
              implicitly<char, signed char>);
static_assert(explicitly<int, signed char> && explicitly<int, unsigned> && explicitly<unsigned, int> &&
              explicitly<int, bool>);
static_assert(explicitly<int, float> && explicitly<float, int> && explicitly<bool, float> && explicitly<double, float>);
static_assert(implicitly<__half, float> && implicitly<__nv_tf32, float> && implicitly<__nv_fp8_e4m3, __half>);
static_assert(implicitly<__nv_fp8_e5m2, __nv_bfloat16> && implicitly<__half, __nv_tf32>);
static_assert(explicitly<__half, __nv_bfloat16> && explicitly<__nv_fp8_e4m3, __nv_fp8_e5m2> &&
              explicitly<float, __nv_fp8_e4m3>);
static_assert(implicitly<int *, const int *> && implicitly<float *, void *> && explicitly<float *, bool>);
static_assert(never<const int *, int *> && never<void *, int *> && never<int *, float *> && never<int *, long> &&
              never<long, int *>);

// Shapes never convert, ranks included.
static_assert(!std::is_constructible_v<Tile<float>, Tile<float, 1>> &&
              !std::is_constructible_v<Tile<float, 1>, Tile<float>>);
// Scalars become rank-0 tiles only.
static_assert(std::is_convertible_v<float, Tile<double>> && !std::is_convertible_v<int, Tile<float>>);
static_assert(std::is_constructible_v<Tile<float>, int> && !std::is_constructible_v<Tile<float, 1>, float>);
static_assert(std::is_convertible_v<int *, Tile<const int *>> &&
              std::is_convertible_v<decltype(nullptr), Tile<int *>> == false);
// One-element tiles become scalars explicitly.
static_assert(std::is_constructible_v<double, Tile<int, 1, 1>> && std::is_constructible_v<bool, Tile<int *>>);
static_assert(std::is_constructible_v<__half, Tile<float, 1>> && !std::is_convertible_v<Tile<float>, float>);
static_assert(!std::is_constructible_v<float, Tile<float, 2>> && !std::is_constructible_v<bool, Tile<bool, 8>>);

template <class To, class From> constexpr bool casts = requires(From from) { ct::element_cast<To>(from); };
static_assert(casts<int, Tile<__nv_fp8_e4m3, 8>> && casts<__nv_tf32, Tile<int, 8>> && casts<bool, Tile<int *, 8>> &&
              casts<void *, int *>);
static_assert(!casts<long, Tile<int *, 8>> && !casts<int *, Tile<long, 8>> && !casts<float *, Tile<int *, 8>> &&
              !casts<int *, const int *>);
template <class To, class From> constexpr bool bitcasts = requires(From from) { ct::element_bitcast<To>(from); };
static_assert(bitcasts<unsigned char, bool> && bitcasts<__nv_fp8_e5m2, Tile<char, 8>> &&
              bitcasts<float *, Tile<int *, 8>>);
static_assert(bitcasts<long, Tile<int *, 8>> && bitcasts<int *, unsigned long> && bitcasts<__half, short>);
static_assert(!bitcasts<int, Tile<__nv_tf32, 8>> && !bitcasts<__nv_tf32, int> && !bitcasts<short, int> &&
              !bitcasts<int, int *>);

template <class T, class V> constexpr bool fills = requires(V value) { ct::full<T>(value); };
static_assert(fills<Tile<int, 8>, float> && fills<Tile<float *, 8>, decltype(nullptr)> && fills<double, int>);
static_assert(fills<Tile<__nv_fp8_e4m3, 8>, __nv_fp8_e4m3> && !fills<Tile<__nv_fp8_e4m3, 8>, float> &&
              !fills<Tile<__nv_tf32, 8>, float>);
static_assert(!fills<Tile<int, 8>, Tile<int>> && !fills<Tile<int *, 8>, int> && !fills<Tile<float, 8>, __nv_fp8_e4m3>);

__tile_global__ void k() {}
