// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The long ways of exponentials of 64 registers are a loop through a lane's own memory, but not beside MMAs.
// RUN: tilec %s -arch=sm_90a -o - | FileCheck %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <int Rows, int Columns> using Floats = ct::tile<float, ct::shape<Rows, Columns>>;

// CHECK-LABEL: .visible .entry {{.*}}powers
// CHECK: .local .align 16 .b8
// CHECK: vote.sync.all
// CHECK: .pragma "nounroll";
// CHECK: ld.local.b32
[[cutile::hint(0, num_worker_warps_per_cta = 4)]] __tile_global__ void powers(float* out, const float* in) {
  auto view = ct::partition_view{ct::tensor_span{in, ct::extents{64_ic, 128_ic}}, ct::shape<64, 128>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{64_ic, 128_ic}}, ct::shape<64, 128>{}};
  to.store(ct::exp(view.load(0, 0)), 0, 0);
}

// CHECK-LABEL: .visible .entry {{.*}}powers_of_products
// CHECK-NOT: .local
// CHECK: wgmma.mma_async
// CHECK-NOT: .local
// CHECK: ret;
[[cutile::hint(0, num_worker_warps_per_cta = 4)]] __tile_global__ void powers_of_products(float* out, const __half* a,
                                                                                          const __half* b) {
  auto x = ct::partition_view{ct::tensor_span{a, ct::extents{64_ic, 64_ic}}, ct::shape<64, 64>{}};
  auto y = ct::partition_view{ct::tensor_span{b, ct::extents{64_ic, 128_ic}}, ct::shape<64, 128>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{64_ic, 128_ic}}, ct::shape<64, 128>{}};
  auto sums = ct::zeros<Floats<64, 128>>();
  for (int k : ct::irange(0, 1)) sums = ct::mma(x.load(0, k), y.load(k, 0), sums);
  to.store(ct::exp(sums), 0, 0);
}
