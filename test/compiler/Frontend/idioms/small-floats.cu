// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions from and to 8-bit floats.
// REQUIRES: cuda-headers
// RUN: tilec %s --run k --grid 1 --arg 'out:[8]' --arg '[8]=iota' | FileCheck %s
// CHECK: out: 0 1.5 3 4 6 8 8 10
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#include <cuda_fp8.h>
__tile_global__ void k(float *out, const __nv_fp8_e4m3 *a) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::element_cast<float>(ct::load(a + i));
  auto back = ct::element_cast<__nv_fp8_e5m2>(x * 1.5f);
  ct::store(out + i, ct::element_cast<float>(back));
}
