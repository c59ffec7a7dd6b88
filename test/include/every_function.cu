// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls every function of the header once, so that every body is instantiated and lowered: constraints alone would not
// show a mistake there.
// RUN: tilec --emit=tile -arch=sm_100a %s -o - | FileCheck %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;
using O = ct::memory_order;
using relaxed = ct::memory_order_relaxed_t;
using device = ct::thread_scope_device_t;
using flush = ct::round_subnormals_to_zero_t;

// CHECK-LABEL: func.func @elementwise
extern "C" __tile_global__ void elementwise(float *p, int *q, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  auto f = ct::load(p + i);
  auto u = ct::element_cast<unsigned>(i);
  f = ct::add(f, f, ct::round_toward_zero_t{}, flush{}) + ct::sub(f, 1) * ct::mul(2, f) / ct::div(f, f, ct::round_full_t{});
  f = ct::remainder(f, f) - ct::fma(f, 2.0f, f) + ct::max(f, 0.0f, ct::propagate_nan_t{}, flush{}) + ct::min(f, 1, ct::suppress_nan_t{});
  f = ct::ceil(f) + ct::floor(f) + ct::exp(f) + ct::exp(f, ct::round_approximate_t{}) + ct::exp2(f, flush{}) + ct::log(f) + ct::log2(f);
  f = ct::sqrt(f) + ct::sqrt<ct::rounding_mode::round_approximate>(f) + ct::rsqrt(f) + ct::sin(f) + ct::cos(f) + ct::tan(f) + ct::sinh(f);
  f = ct::cosh(f) + ct::tanh(f) + ct::atan2(f, 1.0f) + ct::pow(f, 2) + ct::powi(f, i) + ct::powi(f, true) + ct::abs(f) - -f + +f;
  i = ct::floordiv(i, 3) % ct::ceildiv(i, 3) + ct::mulhi(i, i) + (i << 1) - (i >> u) + (i & 7 | i ^ ~i) + +(i < 3);
  auto m = (i == 3) && (f != 2.0f) || !(u > 1u) && (f >= 1.0) || (p + i <= p + i) || (p + i == nullptr) || ct::isnan(f) || ct::isinf(f);
  ct::store(q + i, ct::select(m, i, -i) + ct::element_bitcast<int>(f));
  ct::store_masked(p - i, ct::load_masked(p + i, m, 0.0f) + ct::load_masked(i + p, i < n), m);
  ct::store((long *)q + i, (p + i) - p);
  // CHECK: tile.ptr_diff
}

// CHECK-LABEL: func.func @shapes
extern "C" __tile_global__ void shapes(float *p, int *q, int n) {
  auto i = ct::iota<Tile<int, 4, 8>>();
  auto f = ct::load(p + i);
  auto t = ct::transpose(ct::permute(ct::reshape<ct::shape<2, 4, 4>>(f), ct::dimension_map<2, 0, 1>{}));
  f = ct::reshape(t, ct::shape<4, 8>{}) + ct::broadcast(ct::full<Tile<float, 8>>(n), ct::shape<4, 8>{}) + ct::zeros<float>() + ct::ones<Tile<float>>();
  f = ct::insert(f, ct::extract(ct::cat(f, f, 1_ic), ct::shape<2, 8>{}, 0_ic, n), n, 0.0f);
  auto s = ct::sum<0>(f) + ct::prod(f, 0_ic) + ct::reduce_max<0>(f) + ct::reduce_min(f, 0_ic, ct::propagate_nan_t{});
  auto b = ct::reduce_bitand<0>(i) + ct::reduce_bitor(i, 0_ic) + ct::reduce_bitxor<0>(i);
  auto c = ct::all_of<0>(f) | ct::any_of(p + i, 0_ic);
  auto e = ct::max_element<0>(i) + ct::min_element(f, 0_ic);
  f = ct::partial_sum<1>(f) + ct::partial_prod(f, 0_ic);
  ct::store(p + i, ct::select(c, f + s, f));
  ct::store(q + i, i + b + ct::element_cast<int>(e));
  // CHECK: tile.reduce
  // CHECK: tile.scan
}

// CHECK-LABEL: func.func @matrices
extern "C" __tile_global__ void matrices(float *p) {
  auto h = ct::ones<Tile<__half, 4, 16, 16>>();
  auto acc = ct::mma(ct::ones<Tile<__half, 1, 16, 16>>(), h, ct::zeros<Tile<float, 4, 16, 16>>());
  acc = acc + ct::element_cast<float>(ct::matmul(h, h)) + ct::element_cast<float>(ct::matmul(ct::ones<Tile<bool, 4, 16, 16>>(), ct::ones<Tile<char, 4, 16, 16>>()));
  auto scales = ct::ones<Tile<__nv_fp8_e8m0, 64, 4>>();
  auto s = ct::scaled_mma(ct::ones<Tile<__nv_fp8_e4m3, 64, 128>>(), scales, ct::ones<Tile<__nv_fp8_e4m3, 128, 64>>(), ct::transpose(scales), ct::zeros<Tile<float, 64, 64>>());
  ct::store(p + ct::iota<Tile<int, 4, 16, 16>>(), acc);
  ct::store(p + ct::iota<Tile<int, 64, 64>>(), s);
  // CHECK: scaled
}

// CHECK-LABEL: func.func @atomics
extern "C" __tile_global__ void atomics(int *q, float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto a = q + i;
  auto m = i < 3;
  i = ct::atomic_add<O::relaxed>(a, i) + ct::atomic_sub(a, i, relaxed{}) + ct::atomic_and<O::acquire>(a, i) + ct::atomic_or(a, i, relaxed{}, device{});
  i = i + ct::atomic_xor<O::relaxed>(a, i) + ct::atomic_max(a, i, relaxed{}) + ct::atomic_min<O::relaxed>(a, i) + ct::atomic_xchg(a, i, relaxed{});
  i = i + ct::atomic_add_masked<O::relaxed>(a, i, m) + ct::atomic_sub_masked(a, i, m, relaxed{}) + ct::atomic_and_masked<O::release>(a, i, true);
  i = i + ct::atomic_or_masked(a, i, m, relaxed{}, device{}) + ct::atomic_xor_masked<O::relaxed>(a, i, m) + ct::atomic_max_masked(a, i, m, relaxed{});
  i = i + ct::atomic_min_masked<O::relaxed>(a, i, m) + ct::atomic_xchg_masked(a, i, m, relaxed{});
  i = i + ct::atomic_compare_exchange<O::acq_rel>(a, i, i) + ct::atomic_compare_exchange_masked(a, i, i, m, relaxed{});
  i = i + ct::atomic_load<O::acquire>(a) + ct::atomic_load_masked(a, m, relaxed{}) + ct::atomic_load_masked<O::relaxed>(a, m, 7);
  ct::atomic_store(a, i, ct::memory_order_release_t{});
  ct::atomic_store_masked<O::relaxed>(a, i, m);
  p[0] = ct::atomic_xchg<O::relaxed>(p, 1.0f);
  // CHECK: tile.atomic_cas
}

// CHECK-LABEL: func.func @views
extern "C" __tile_global__ void views(float *p, int *q, int n) {
  auto e = ct::extents{n, n};
  auto v = ct::partition_view{ct::tensor_span{q, e, ct::layout_left{}}, ct::shape<4, 8>{}};
  auto s = ct::strided_view{ct::tensor_span{p, ct::layout_right_padded_mapping{e, 6_ic}}, ct::shape<4, 8>{}, ct::strides{3_ic, 8_ic}};
  auto g = ct::gather_scatter_view{ct::tensor_span{p, ct::layout_strided_mapping{e, ct::strides{n, 1_ic}}}, ct::shape<4, 8>{}, 1_ic};
  auto i = ct::iota<Tile<long, 8>>();
  s.store(s.load(0, n) + s.load_masked(0, 1) + s.load_masked(ct::view_padding_nan_t{}, 0, 1.0f) + g.load(true, i), 1, 2);
  g.store_masked(g.load_masked<ct::view_padding::negative_inf>(0, i) + s.atomic_load<O::acquire>(0, 0) + g.atomic_load(relaxed{}, 0, i), 0, i);
  s.atomic_store(s.atomic_load_masked(ct::view_padding_zero_t{}, relaxed{}, device{}, 0, 0), relaxed{}, 0, 0);
  s.atomic_store_masked<O::release>(s.atomic_load_masked<ct::view_padding::nan, O::relaxed>(0, 0), 0, 0);
  auto t = v.load(0, 0);
  v.atomic_add(t, relaxed{}, device{}, 0, 0);
  v.atomic_sub_masked(t, relaxed{}, device{}, 0, 0);
  v.atomic_and(t, relaxed{}, device{}, 0, 0);
  v.atomic_or(t, relaxed{}, device{}, 0, 0);
  v.atomic_xor(t, relaxed{}, device{}, 0, 0);
  v.atomic_max_masked(t, relaxed{}, device{}, 0, 0);
  v.atomic_min(t, relaxed{}, device{}, 0, 0);
  for (auto k : ct::irange(0, n, 2))
    q[k] = v.span().extent(0) + s.span().stride(1) + g.span().mapping().stride(0) + s.span().mapping().stride(0);
  // CHECK: tile.make_tensor_view {{.*}} !tile.tensor_view<?x?xf32, strides = [?, 1]>
}

// CHECK-LABEL: func.func @promises
extern "C" __tile_global__ void promises(float *p, int n) {
  p = ct::assume_aligned<16>(p);
  n = ct::assume_bounded(ct::assume_divisible(n, 8_ic), 0_ic, 64_ic) + ct::assume_bounded_below<0>(n) + ct::assume_bounded_above(n, 9_ic);
  auto i = ct::assume_blocked(ct::iota<Tile<int, 8>>() + n, ct::shape<4>{}) + ct::assume_blocked<ct::shape<3>>(ct::iota<Tile<int, 8>>());
  auto a = ct::assume_aligned_strided<16, 4, 0>(p + ct::assume_divisible_strided(i, 4_ic, 4_ic, 0_ic));
  ct::store(a, ct::full<Tile<float, 8>>(ct::bid().x + ct::num_blocks().y));
  // CHECK: tile.assume
}
