// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel whose blocks differ in length asks for four zeroed bytes beside the grid, counts there and leaves them zero, and
// may be launched beside the kernel ahead; its last variant asks for nothing. Without the pass it does none of this.
// RUN: tilec -arch=sm_90a %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: tilec -arch=sm_90a --persistent=off %s -o - | FileCheck %s --check-prefix=OFF
// OFF: "hiddenParameters":[{"kind":"tensorMap","tensorMap":0},
// OFF-NOT: atom.
// OFF: griddepcontrol.wait
// CHECK: "entry":"lower$v0"
// CHECK-SAME: "grid":{"kind":"persistent"
// CHECK-SAME: "programmaticLaunch":true,"hiddenParameters":[{"kind":"logicalGrid"},{"kind":"workspace"},{"kind":"tensorMap","tensorMap":0},
// CHECK-SAME: "workspace":{"bytes":4,"zeroed":true,"staysZero":true}
// CHECK-SAME: "entry":"lower","facts":[]
// CHECK-SAME: "programmaticLaunch":true,"hiddenParameters":[],"workspace":{"bytes":0,"zeroed":false}
// CHECK: .entry lower$v0(
// CHECK: .param .u64 .ptr {{.*}}lower$v0_param_5
// The consumers read the number that the producer has drawn.
// CHECK: griddepcontrol.wait
// CHECK-NOT: atom.
// CHECK: griddepcontrol.wait
// CHECK: atom.relaxed.gpu.global.inc.u32
// CHECK: .entry lower(
// CHECK-NOT: atom.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

extern "C" __tile_global__ void lower(float* c, const T* a, const T* b, int n) {
  auto tiles = [n](auto* p, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, shape}; };
  auto va = tiles(a, ct::shape<128, 64>{});
  auto vb = tiles(b, ct::shape<64, 128>{});
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, 2 * (int(i) + 1))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles(c, ct::shape<128, 128>{}).store_masked(sum, i, j);
}
