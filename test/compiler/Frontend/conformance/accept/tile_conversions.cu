// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// implicit conversions between tiles are the non-narrowing ones, static_cast does the rest
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
#include <cuda_fp8.h>
template <class F, class T> constexpr bool imp = std::is_convertible_v<F, T>;
template <class F, class T> constexpr bool exp_ = std::is_constructible_v<T, F>;
using F = Tile<float, 8>; using D = Tile<double, 8>; using I = Tile<int, 8>; using S = Tile<signed char, 8>;
using U = Tile<unsigned, 8>; using H = Tile<__half, 8>; using E = Tile<__nv_fp8_e4m3, 8>; using B = Tile<bool, 8>;
static_assert(imp<F, D> && !imp<D, F> && exp_<D, F>);
static_assert(!imp<I, F> && exp_<I, F>);
static_assert(imp<S, I> && !imp<I, S> && !imp<I, U> && exp_<I, U>);
static_assert(imp<B, I> && !imp<I, B>);
static_assert(imp<H, F> && imp<E, H> && imp<E, F> && !imp<F, E> && exp_<F, E>);
static_assert(!exp_<F, Tile<float, 1>> && !exp_<Tile<float, 1>, F> && !exp_<float, F>);
static_assert(exp_<Tile<float, 1, 1>, float> && !imp<Tile<float, 1>, float> && !exp_<F, float>);
static_assert(imp<float, Tile<float>> && !imp<double, Tile<float>> && !imp<int, Tile<float>>);
static_assert(!exp_<Tile<const float*, 8>, Tile<float*, 8>>);
__tile_global__ void k() {}
