// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a -o - | FileCheck %s
// Many tanh that become exponents, beside MMAs: a polynomial alone where all of a lane's sixteen registers are small,
// else both forms.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

// CHECK-LABEL: .entry _Z6capped
// CHECK: wgmma.mma_async
// CHECK: setp.geu.f32 [[P:%p[0-9]+]], {{.*}}, 0f3F19999A
// CHECK-NEXT: @[[P]] bra
// CHECK-NOT: rcp.approx
// CHECK: bra.uni
// CHECK: rcp.approx.ftz.f32
__tile_global__ void capped(T* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  vc.store_masked(ct::element_cast<T>(ct::exp2(ct::tanh(sum) * 50.0f)), i, j);
}

// An activation's are computed alone.
// CHECK-LABEL: .entry _Z10activation
// CHECK-NOT: setp.geu.f32
// CHECK: .entry _Z5plain
__tile_global__ void activation(T* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  vc.store_masked(ct::element_cast<T>(sum * ct::tanh(sum)), i, j);
}

// So are those without MMAs.
// CHECK-NOT: setp.geu.f32
// CHECK: rcp.approx.ftz.f32
// CHECK: selp.f32
__tile_global__ void plain(float* __restrict__ y, const float* __restrict__ x, int n) {
  auto vx = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape<2048>{}};
  auto vy = ct::partition_view{ct::tensor_span{y, ct::extents{n}}, ct::shape<2048>{}};
  vy.store_masked(ct::tanh(vx.load_masked(ct::bid().x)), ct::bid().x);
}
