// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operation on an element type that the architecture lacks names the architecture it needs and the one compiled for,
// once; a type that no architecture has is told what there is.
// RUN: not tilec %s -arch=sm_80 --emit=tile -o - 2>&1 | FileCheck %s --implicit-check-not=because --implicit-check-not="nor does this"
// RUN: tilec %s -arch=sm_90 -DONLY_BFLOAT --emit=tile -o - | FileCheck %s --check-prefix=NEWER
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void by_pointer(__nv_bfloat16 *p) {
  auto at = p + ct::iota<ct::tile<int, ct::shape<32>>>();
  auto ones = ct::ones<ct::tile<__nv_bfloat16, ct::shape<32>>>();
  ct::atomic_add<ct::memory_order::relaxed>(at, ones);
  // CHECK: [[#@LINE-1]]:3: error: no matching function for call to 'atomic_add'; rule: atomics of bfloat16 need sm_90 (compiled for sm_80)
}

__tile_global__ void by_view(__nv_bfloat16 *p, int n) {
  auto ones = ct::ones<ct::tile<__nv_bfloat16, ct::shape<32>>>();
  ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<32>{}}.atomic_add_masked(
      ones, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
  // CHECK: [[#@LINE-2]]:75: error: no matching member function for call to 'atomic_add_masked'; rule: atomics of bfloat16 need sm_90 (compiled for sm_80)
}
// NEWER-COUNT-2: tile.atomic

#ifndef ONLY_BFLOAT
__tile_global__ void on_bytes(char *p) {
  auto at = p + ct::iota<ct::tile<int, ct::shape<32>>>();
  ct::atomic_add<ct::memory_order::relaxed>(at, ct::ones<ct::tile<char, ct::shape<32>>>());
  // CHECK: [[#@LINE-1]]:3: error: no matching function for call to 'atomic_add'; rule: atomic addition is for 32 or 64-bit integers, float, double, half, and from sm_90 bfloat16
}
#endif
