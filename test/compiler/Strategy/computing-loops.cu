// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec -arch=sm_90a --remarks %s -o /dev/null 2>&1 | FileCheck %s
// Loops that compute for longer than they load are done by many lanes with few elements, also where what they made is reduced behind them.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Tile = ct::tile<float, ct::shape<1024>>;

// CHECK: :[[@LINE+2]]:{{.*}}: remark: 8 warps, 4 elements a lane
// CHECK-NOT: remark: 8 warps
__tile_global__ void computed(float *out, int n) {
  auto x = ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<1024>>>()), sum = ct::zeros<Tile>();
  for (int i = 0; i < n; ++i) {
    x = ct::sin(x * 1.1f + float(i));
    sum = sum + x;
  }
  out[ct::bid().x] = static_cast<float>(ct::sum<0>(sum));
}

// Loads take less time than what is computed of them.
// CHECK: :[[@LINE+1]]:{{.*}}: remark: 8 warps, 4 elements a lane
__tile_global__ void powers(float *out, const float *in, float exponent, int n) {
  auto sum = ct::zeros<Tile>();
  for (int i = 0; i < n; ++i) {
    auto x = ct::load(in + (i * 1024 + ct::iota<ct::tile<int, ct::shape<1024>>>()));
    sum = sum + ct::pow(x, exponent) / (1.0f + ct::pow(ct::sin(x), exponent));
  }
  out[ct::bid().x] = static_cast<float>(ct::sum<0>(sum));
}

// Here they do not.
// CHECK: :[[@LINE+1]]:{{.*}}: remark: 2 warps, 16 elements a lane
__tile_global__ void loaded(float *out, const float *in, int n) {
  auto sum = ct::zeros<Tile>();
  for (int i = 0; i < n; ++i)
    sum = sum + ct::load(in + (i * 1024 + ct::iota<ct::tile<int, ct::shape<1024>>>()));
  out[ct::bid().x] = static_cast<float>(ct::sum<0>(sum));
}
