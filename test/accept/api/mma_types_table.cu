// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of all element types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class A, class C> __tile_global__ void mm(const A* a, const A* b, C* c, int n) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<32, 32>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<32, 32>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<32, 32>{}};
  vc.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
#define MM(A, C) template __tile_global__ void mm<A, C>(const A*, const A*, C*, int);
MM(__half, float) MM(__half, __half) MM(__nv_bfloat16, float) MM(float, float) MM(double, double) MM(signed char, int) MM(unsigned char, int) MM(__nv_fp8_e4m3, float) MM(__nv_fp8_e5m2, __half)
