// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles: elementwise operations, modes, shapes, reductions, products.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using F = ct::tile<float, ct::shape<4, 8>>;
using I = ct::tile<int, ct::shape<4, 8>>;
using B = ct::tile<signed char, ct::shape<4, 8>>;

// No promotion; the sign of the element type decides.
// CHECK-LABEL: @elementwise
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : tensor<4x8xi8>
// CHECK: arith.floordivsi %{{.*}} : tensor<4x8xi32>
// CHECK: arith.mului_extended %{{.*}} : tensor<4x8xi32>
// CHECK: tile.itof %{{.*}} : tensor<4x8xi32> -> tensor<4x8xf32>
extern "C" __tile_global__ void elementwise(float *p, int *q, signed char *c) {
  auto i = ct::iota<I>();
  auto b = ct::load(c + i);
  ct::store(c + i, b + b);
  ct::store(q + i, ct::mulhi(ct::floordiv(i, ct::load(q + i)), i));
  ct::store(p + i, ct::element_cast<float>(i));
}

// The default mode is arith's; others are tile's.
// CHECK-LABEL: @modes
// CHECK: arith.addf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : tensor<4x8xf32>
// CHECK: arith.addf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : tensor<4x8xf32>
// CHECK: tile.mulf %{{.*}} rounding<toward_zero>
// CHECK: tile.divf %{{.*}} rounding<approximate> flush
// CHECK: math.exp %
// CHECK: tile.exp %{{.*}} rounding<approximate>
// CHECK: arith.maxnumf
// CHECK: arith.maximumf
extern "C" __tile_global__ void modes(float *p) {
  auto i = ct::iota<I>();
  F a = ct::load(p + i), b = ct::load(p + i + 32);
  a = a + b;
  a = ct::add(a, b, ct::round_ties_to_even_t{});
  a = ct::mul(a, b, ct::round_toward_zero_t{});
  a = ct::div(a, b, ct::round_approximate_t{}, ct::round_subnormals_to_zero_t{});
  a = ct::exp(ct::exp(a), ct::round_approximate_t{});
  a = ct::max(a, b);
  a = ct::max(a, b, ct::propagate_nan_t{});
  ct::store(p + i, a);
}

// CHECK-LABEL: @shapes
// CHECK: tile.permute %{{.*}} [1, 0]
// CHECK: tile.reshape %{{.*}} : tensor<8x4xf32> -> tensor<4x8xf32>
// CHECK: tile.broadcast %{{.*}} : tensor<8xf32> -> tensor<4x8xf32>
// CHECK: tile.extract
// CHECK: tile.insert
extern "C" __tile_global__ void shapes(float *p, int n) {
  auto i = ct::iota<I>();
  F a = ct::load(p + i);
  a = ct::reshape(ct::transpose(a), ct::shape<4, 8>{});
  a = a + ct::load(p + ct::iota<ct::tile<int, ct::shape<8>>>());
  a = ct::insert(a, ct::extract(a, ct::shape<2, 8>{}, n, 0), 0, 0);
  ct::store(p + i, a);
}

// The closure's body becomes the region.
// CHECK-LABEL: @reductions
// CHECK: tile.scan %{{.*}} axis = 0
// CHECK: tile.reduce %{{.*}} axis = 1 : (tensor<4x8xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: arith.addf %[[A]], %[[B]]
// CHECK-NEXT: tile.yield
// CHECK: tile.reduce %{{.*}} axis = 0 : (tensor<4x8xf32>) -> tensor<1x8xf32>
// CHECK: tile.reduce %{{.*}} axis = 0 : (tensor<4x8xi32>) -> tensor<1x8xi32>
extern "C" __tile_global__ void reductions(float *p, unsigned *w) {
  auto i = ct::iota<I>();
  F a = ct::load(p + i);
  ct::store(p + i, ct::partial_sum<0>(a) + ct::sum<1>(a));
  ct::store(w + ct::iota<ct::tile<int, ct::shape<1, 8>>>(), ct::max_element<0>(a));
}

// CHECK-LABEL: @products
// CHECK: tile.mma %{{.*}} unsigned_b : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
extern "C" __tile_global__ void products(int *q) {
  auto a = ct::ones<ct::tile<signed char, ct::shape<16, 32>>>();
  auto b = ct::ones<ct::tile<unsigned char, ct::shape<32, 8>>>();
  ct::store(q + ct::iota<ct::tile<int, ct::shape<16, 8>>>(), ct::mma(a, b, ct::zeros<ct::tile<int, ct::shape<16, 8>>>()));
}
