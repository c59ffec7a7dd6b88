// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types and shapes of mma, matmul and scaled_mma.
// RUN: check-source %s -arch=sm_100a
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;
using h = __half;
using e4 = __nv_fp8_e4m3;
using e8 = __nv_fp8_e8m0;
using f4 = __nv_fp4_e2m1;

template <class A, class B, class C> constexpr bool multiplies = requires(A a, B b, C c) { ct::mma(a, b, c); };
static_assert(multiplies<Tile<h, 16, 32>, Tile<h, 32, 8>, Tile<float, 16, 8>> &&
              multiplies<Tile<h, 1, 1>, Tile<h, 1, 1>, Tile<h, 1, 1>>);
static_assert(!multiplies<Tile<h, 16, 32>, Tile<h, 16, 8>, Tile<float, 16, 8>> &&
              !multiplies<Tile<h, 16, 32>, Tile<h, 32, 8>, Tile<float, 8, 16>>);
static_assert(!multiplies<Tile<h, 16, 32>, Tile<h, 32, 8>, Tile<float, 1, 8>> &&
              !multiplies<Tile<h, 16, 32>, Tile<h, 32, 8>, float>);
// Batches broadcast, up to that of the accumulator, not beyond.
static_assert(multiplies<Tile<h, 4, 16, 32>, Tile<h, 1, 32, 8>, Tile<float, 4, 16, 8>> &&
              multiplies<Tile<h, 1, 16, 32>, Tile<h, 1, 32, 8>, Tile<float, 4, 16, 8>>);
static_assert(!multiplies<Tile<h, 4, 16, 32>, Tile<h, 2, 32, 8>, Tile<float, 4, 16, 8>> &&
              !multiplies<Tile<h, 4, 16, 32>, Tile<h, 4, 32, 8>, Tile<float, 1, 16, 8>>);
static_assert(!multiplies<Tile<h, 4, 16, 32>, Tile<h, 32, 8>, Tile<float, 4, 16, 8>> &&
              !multiplies<Tile<h, 16>, Tile<h, 16>, Tile<float, 16>>);
static_assert(!multiplies<Tile<h, 2, 4, 16, 32>, Tile<h, 2, 4, 32, 8>, Tile<float, 2, 4, 16, 8>>);
static_assert(multiplies<Tile<bool, 16, 32>, Tile<char, 32, 8>, Tile<int, 16, 8>> &&
              !multiplies<Tile<bool, 16, 32>, Tile<h, 32, 8>, Tile<float, 16, 8>>);
static_assert(std::is_same_v<decltype(ct::matmul(Tile<e4, 1, 16, 32>(), Tile<e4, 4, 32, 8>())), Tile<h, 4, 16, 8>>);

template <class A, class S, int K, int Blocks>
constexpr bool scales = requires(Tile<A, 64, K> a, Tile<S, 64, Blocks> as, Tile<A, K, 32> b, Tile<S, Blocks, 32> bs,
                                 Tile<float, 64, 32> c) { ct::scaled_mma(a, as, b, bs, c); };
static_assert(scales<e4, e8, 128, 4> && !scales<e4, e8, 128, 8> && !scales<e4, e8, 128, 2> &&
              scales<__nv_fp8_e5m2, e8, 32, 1>);
static_assert(scales<f4, e8, 128, 4> && scales<f4, e8, 128, 8> && scales<f4, e4, 128, 8> && !scales<f4, e4, 128, 4> &&
              !scales<f4, __nv_fp8_e5m2, 128, 8>);
static_assert(!scales<e4, e4, 128, 4> && !scales<h, e8, 128, 4> && !scales<e4, e8, 16, 1>);
// One block size on both sides.
template <class... T> constexpr bool scaled = requires(T... t) { ct::scaled_mma(t...); };
static_assert(scaled<Tile<f4, 64, 128>, Tile<e8, 64, 4>, Tile<f4, 128, 32>, Tile<e8, 4, 32>, Tile<float, 64, 32>>);
static_assert(!scaled<Tile<f4, 64, 128>, Tile<e8, 64, 4>, Tile<f4, 128, 32>, Tile<e8, 8, 32>, Tile<float, 64, 32>>);
static_assert(!scaled<Tile<e4, 64, 128>, Tile<e8, 64, 4>, Tile<e4, 128, 32>, Tile<e8, 4, 32>, Tile<h, 64, 32>>);

__tile_global__ void k() {}
