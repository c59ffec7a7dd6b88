// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hint num_cta_in_cga in PTX: with clusters a variant of its own before the kernel itself, without them nothing.
// RUN: tilec %s -arch=sm_90a -ptx -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 -ptx -o - | FileCheck %s --check-prefix=OLD
// OLD-NOT: {{barrier.cluster|reqnctapercluster|mapa}}
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: .entry _Z4sumsB2v0
// CHECK: .explicitcluster
// CHECK: .reqnctapercluster 4, 1, 1
// CHECK: barrier.cluster.arrive.relaxed.aligned
// CHECK: %clusterid.x
// CHECK: barrier.cluster.wait.aligned
// CHECK: mapa.shared::cluster.u64
// CHECK: st.async.shared::cluster.mbarrier::complete_tx::bytes.b32
// CHECK: mbarrier.try_wait
// CHECK: ret;
// CHECK-LABEL: .entry _Z4sums
// CHECK-NOT: {{barrier.cluster|reqnctapercluster|mapa}}
[[cutile::hint(900, num_cta_in_cga = 4)]] __tile_global__ void sums(float* __restrict__ out, const float* __restrict__ in) {
  auto row = ct::iota<ct::tile<int, ct::shape<4096>>>();
  out[ct::bid().x] = static_cast<float>(ct::sum<0>(ct::load(in + (long)ct::bid().x * 4096 + row)));
}
