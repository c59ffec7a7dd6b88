// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of results: broadcasting, reshape, permute, cat, extract, insert, reductions and select.
// RUN: check-source %s
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;
template <int... N> using F = Tile<float, N...>;

template <class A, class B, class R> constexpr bool sum_is = std::is_same_v<decltype(A() + B()), R>;
template <class A, class B> constexpr bool adds = requires(A a, B b) { a + b; };
static_assert(sum_is<F<8>, F<4, 1>, F<4, 8>> && sum_is<F<1>, F<8>, F<8>> && sum_is<F<>, F<2, 4>, F<2, 4>>);
static_assert(sum_is<F<2, 1, 8>, F<4, 1>, F<2, 4, 8>> && sum_is<F<>, F<>, F<>> && !adds<F<8>, F<4>> &&
              !adds<F<8, 4>, F<8>>);
// Two tiles whose sum would be too large: 2^24 elements of 4 bytes.
static_assert(!adds<F<4096, 1>, F<4096>> && adds<F<2048, 1>, F<2048>>);

template <class T, class S> constexpr bool reshapes = requires(T t) { ct::reshape(t, S()); };
template <class T, class S> constexpr bool broadcasts = requires(T t) { ct::broadcast(t, S()); };
template <class T, class M> constexpr bool permutes = requires(T t) { ct::permute(t, M()); };
static_assert(reshapes<F<8>, ct::shape<2, 4>> && reshapes<float, ct::shape<1, 1>> && reshapes<F<1>, ct::shape<>> &&
              !reshapes<F<8>, ct::shape<4>>);
static_assert(broadcasts<F<4, 1>, ct::shape<2, 4, 8>> && !broadcasts<F<4>, ct::shape<4, 8>> &&
              !broadcasts<F<1, 8>, ct::shape<8>>);
static_assert(permutes<F<2, 4>, ct::dimension_map<1, 0>> && permutes<float, ct::dimension_map<>>);
static_assert(!permutes<F<2, 4>, ct::dimension_map<0>>);
template <int... D> constexpr bool maps = requires { ct::dimension_map<D...>(); };
static_assert(maps<1, 0> && maps<> && !maps<0, 0> && !maps<1, 2>);
static_assert(std::is_same_v<decltype(ct::permute(F<2, 4, 8>(), ct::dimension_map<2, 0, 1>())), F<8, 2, 4>>);
static_assert(std::is_same_v<decltype(ct::transpose(F<2, 4, 8>())), F<4, 2, 8>> &&
              std::is_same_v<decltype(ct::transpose(F<>())), F<>>);
static_assert(std::is_same_v<decltype(ct::transpose(1.0f)), float> &&
              std::is_same_v<decltype(ct::transpose(F<8>())), F<8>>);
static_assert(ct::broadcastable_to<F<8>, ct::shape<4, 8>> && !ct::broadcastable_to<F<8>, ct::shape<8, 4>>);

template <class A, class B, int D> constexpr bool cats = requires(A a, B b) { ct::cat<D>(a, b); };
static_assert(cats<F<4>, F<4>, 0> && !cats<F<4>, F<2>, 0> && !cats<F<4>, F<4>, 1> && !cats<F<4>, F<4>, -1> &&
              !cats<F<>, F<>, 0>);
static_assert(std::is_same_v<decltype(ct::cat(F<2, 4>(), F<2, 4>(), 1_ic)), F<2, 8>>);

template <class T, class S, class... I> constexpr bool extracts = requires(T t, I... i) { ct::extract(t, S(), i...); };
static_assert(extracts<F<4, 8>, ct::shape<2, 8>, int, long> &&
              extracts<F<4, 8>, ct::shape<2, 8>, decltype(1_ic), bool>);
static_assert(!extracts<F<4, 8>, ct::shape<2, 8>, int> && !extracts<F<4>, ct::shape<8>, int> &&
              !extracts<F<4, 8>, ct::shape<2>, int>);
static_assert(!extracts<F<4>, ct::shape<2>, Tile<int>> && extracts<float, ct::shape<>>);
template <class T, class P, class... I> constexpr bool inserts = requires(T t, P p, I... i) { ct::insert(t, p, i...); };
static_assert(inserts<F<4, 8>, F<2, 8>, int, int> && !inserts<F<4, 8>, Tile<double, 2, 8>, int, int> &&
              !inserts<F<4, 8>, F<8>, int>);

template <class T, int A> constexpr bool sums = requires(T t) { ct::sum<A>(t); };
static_assert(sums<F<4, 8>, 1> && !sums<F<4, 8>, 2> && !sums<F<4, 8>, -1> && !sums<float, 0> &&
              !sums<Tile<int *, 8>, 0>);
static_assert(std::is_same_v<decltype(ct::sum(F<4, 8>(), 0_ic)), F<1, 8>> &&
              std::is_same_v<decltype(ct::partial_sum<0>(F<4, 8>())), F<4, 8>>);
static_assert(std::is_same_v<decltype(ct::max_element<1>(F<4, 8>())), Tile<unsigned, 4, 1>>);
static_assert(std::is_same_v<decltype(ct::all_of<0>(Tile<int *, 8>())), Tile<bool, 1>>);

template <class C, class A, class B> constexpr bool selects = requires(C c, A a, B b) { ct::select(c, a, b); };
static_assert(selects<Tile<int, 8>, F<8>, F<8>> && selects<bool, F<8>, F<8>> && selects<int *, int, int> &&
              selects<Tile<bool>, int, int>);
static_assert(!selects<Tile<bool, 8>, int, int> && !selects<bool, F<>, float> &&
              !selects<Tile<bool, 4, 8>, F<8>, F<8>>);

template <class T> constexpr bool zero = requires { ct::zeros<T>(); };
template <class T> constexpr bool counts = requires { ct::iota<T>(); };
static_assert(zero<F<2048, 2048>> && !zero<F<4096, 2048>> && zero<int> && !zero<Tile<int *, 8>>);
static_assert(counts<Tile<unsigned char, 256>> && !counts<Tile<signed char, 256>> && counts<Tile<bool, 2>> &&
              !counts<Tile<bool, 4>> && !counts<F<8>>);
// The largest rank-1 tile of bytes, and one element too many.
template <int N, class E> constexpr bool exists = requires { typename Tile<E, N>; };
static_assert(exists<1 << 24, char> && !exists<1 << 25, char> && !exists<3, char> && !exists<0, char> &&
              !exists<8, void>);

__tile_global__ void k() {}
