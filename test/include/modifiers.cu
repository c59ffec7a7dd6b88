// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which rounding, subnormal and NaN modes each function takes for each element type.
// RUN: check-source %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E> using T = ct::tile<E, ct::shape<8>>;
using rn = ct::round_ties_to_even_t;
using rz = ct::round_toward_zero_t;
using approximate = ct::round_approximate_t;
using full = ct::round_full_t;
using flush = ct::round_subnormals_to_zero_t;
using preserve = ct::preserve_subnormals_t;

template <class E, class... M> constexpr bool adds = requires(T<E> t, M... m) { ct::add(t, t, m...); };
static_assert(adds<float, rz> && adds<double, rz> && adds<__half, rz> && adds<__nv_bfloat16, rz> && !adds<int, rz>);
static_assert(adds<float, rn, flush> && !adds<double, rn, flush> && !adds<__half, rz, flush> &&
              adds<double, rn, preserve>);
static_assert(!adds<float, approximate> && !adds<float, flush> && !adds<float, flush, rn> && !adds<float, preserve>);

template <class E, class... M> constexpr bool divides = requires(T<E> t, M... m) { ct::div(t, t, m...); };
static_assert(divides<float, approximate, flush> && divides<float, full> && divides<double, rz> &&
              !divides<double, full> && !divides<__half, approximate>);
template <class E, class... M> constexpr bool fuses = requires(T<E> t, M... m) { ct::fma(t, t, t, m...); };
static_assert(fuses<float, rz, flush> && fuses<__half, rz> && !fuses<float, approximate> && !fuses<int>);
template <class E, class... M> constexpr bool roots = requires(T<E> t, M... m) { ct::sqrt(t, m...); };
static_assert(roots<float, approximate, flush> && !roots<float, full> && roots<__half, rz> &&
              !roots<double, approximate> && !roots<float, flush>);
template <class E, class... M> constexpr bool exps = requires(T<E> t, M... m) { ct::exp(t, m...); };
static_assert(exps<float, approximate> && exps<double, full> && exps<__half, full> && !exps<double, approximate> &&
              !exps<float, rn> && !exps<float, full, flush>);
template <class E, class... M> constexpr bool exp2s = requires(T<E> t, M... m) { ct::exp2(t, m...); };
static_assert(exp2s<float, flush> && !exp2s<double, flush> && exp2s<double, preserve> && !exp2s<float, rn>);
template <class E, class... M> constexpr bool logs = requires(T<E> t, M... m) { ct::log2(t, m...); };
static_assert(logs<float> && !logs<float, flush> && !logs<float, full> && !logs<int>);

template <class E, class... M> constexpr bool maxes = requires(T<E> t, M... m) { ct::max(t, t, m...); };
static_assert(maxes<float, ct::propagate_nan_t> && maxes<__half, ct::suppress_nan_t> &&
              !maxes<int, ct::propagate_nan_t> && maxes<int>);
static_assert(maxes<float, ct::propagate_nan_t, flush> && !maxes<double, ct::propagate_nan_t, flush> &&
              !maxes<float, flush>);
template <class E, class... M> constexpr bool reduces = requires(T<E> t, M... m) { ct::reduce_max(t, 0_ic, m...); };
static_assert(reduces<double, ct::propagate_nan_t> && !reduces<int, ct::propagate_nan_t> && reduces<bool>);

// As template arguments.
template <class E>
constexpr bool sqrt_argument = requires(T<E> t) { ct::sqrt<ct::rounding_mode::round_approximate>(t); };
template <class E>
constexpr bool exp2_argument =
    requires(T<E> t) { ct::exp2<ct::subnormals_rounding_mode::round_subnormals_to_zero>(t); };
template <class E>
constexpr bool add_argument = requires(T<E> t) { ct::add<ct::rounding_mode::round_toward_zero>(t, t); };
static_assert(sqrt_argument<float> && !sqrt_argument<double> && exp2_argument<float> && !exp2_argument<__half> &&
              !add_argument<float>);

__tile_global__ void k() {}
