// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views: static extents and strides in types, run-time ones as operands, hints on the accesses of their statement.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// CHECK-LABEL: @partition
// CHECK: %[[T:.*]] = tile.make_tensor_view %arg0 extents[%arg1 : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x64xf32, strides = [64, 1]>
// CHECK: %[[V:.*]] = tile.make_view %[[T]] : !tile.partition_view<4x8
// CHECK: tile.load_view %[[V]][%c0_i32, %c1_i32 : i32, i32] in_bounds
extern "C" __tile_global__ void partition(float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, 64_ic}}, ct::shape<4, 8>{}};
  v.store(v.load(0, 1), 2, 3);
}

// Two paddings are two views.
// CHECK-LABEL: @paddings
// CHECK: !tile.partition_view<8, <?xf32, strides = [1]>, padding = negative_inf>
// CHECK-NOT: in_bounds
// CHECK: tile.store_view
extern "C" __tile_global__ void paddings(float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  v.store_masked(v.load_masked(ct::view_padding_negative_inf_t{}, 0) + v.load_masked(1), 2);
}

// CHECK-LABEL: @layouts
// CHECK: tile.make_tensor_view %arg0 extents[%arg1, %arg1 : i32, i32] strides[%{{.*}}] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [1, ?]>
extern "C" __tile_global__ void layouts(float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n}, ct::layout_left{}}, ct::shape<4, 8>{}};
  v.store(v.load(0, 0), 1, 1);
}

// CHECK-LABEL: @gather
// CHECK: !tile.gather_scatter_view<4x8, dimension = 0, <?x64xf32
// CHECK: tile.load_view %{{.*}}[%{{.*}}, %c0_i32 : tensor<4xi32>, i32]
extern "C" __tile_global__ void gather(float *p, int n) {
  auto v = ct::gather_scatter_view{ct::tensor_span{p, ct::extents{n, 64_ic}}, ct::shape<4, 8>{}, 0_ic};
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  v.store(v.load(i, 0), i, 1);
}

// CHECK-LABEL: @updates
// CHECK: tile.atomic_reduce_view add relaxed device
extern "C" __tile_global__ void updates(float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  v.atomic_add(ct::ones<ct::tile<float, ct::shape<8>>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
}

// A hint reaches the accesses written in its statement, not those of a user's function called there.
// CHECK-LABEL: @hinted
// CHECK-SAME: tile.hints = [#tile.hints<arch = 900, occupancy = 2>]
// CHECK: tile.load_view {{.*}}hints = [#tile.hints<arch = 0, latency = 4, allow_tma = false>]
// CHECK: tile.load %{{[a-z0-9]+}} : tensor<8x!tile.ptr<f32>>
template <class V> __tile__ auto other(float *p, V) { return ct::load(p + ct::iota<ct::tile<int, ct::shape<8>>>()); }
extern "C" [[cutile::hint(900, occupancy = 2)]] __tile_global__ void hinted(float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  [[cutile::hint(0, latency = 4, allow_tma = false)]] auto t = v.load(0) + other(p, 1);
  v.store(t, 1);
}
