// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks --variants=1 -o /dev/null 2>&1 | FileCheck %s
// RUN: tilec %s -arch=sm_90a --variants=1 --emit=tile-gpu -o - | FileCheck %s --check-prefix=IR
// Which loads get stages where lanes copy, and how lanes read them.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// IR-DAG: #[[STRETCHES:.*]] = #tile_gpu.layout<register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8]], lane = {{\[\[}}0, 16], [0, 32], [1, 0], [2, 0], [4, 0]], warp
// IR-DAG: #[[VECTOR:.*]] = #tile_gpu.layout<register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8]], lane = {{\[\[}}0, 16], [0, 32], [0, 0], [0, 0], [0, 0]], warp

template <class E, int N> using Row = ct::tile<E, ct::shape<N>>;

// Two stages of 16384 bytes, by fewer CTAs than registers have room for. The step is unsigned, the counter signed.
// CHECK: stages-of-lanes.cu:[[#@LINE+4]]:3: remark: pipelined: 2 loads by asynchronous copies into 2 stages
__tile_global__ void dot(double* __restrict__ part, const double* __restrict__ a, const double* __restrict__ b, int n) {
  a = ct::assume_aligned<16>(a), b = ct::assume_aligned<16>(b), n = ct::assume_divisible<16>(n);
  auto sums = ct::zeros<Row<double, 1024>>();
  for (int i = ct::bid().x * 1024; i < n; i += ct::num_blocks().x * 1024) {
    auto at = ct::iota<Row<int, 1024>>() + i;
    sums = sums + ct::load_masked(a + at, at < n, 0.0) * ct::load_masked(b + at, at < n, 0.0);
  }
  part[ct::bid().x] = (double)ct::sum<0>(sums);
}

// Values have stages, and the weights that each of them names have none: these are gathered, four bytes at a time.
// CHECK: stages-of-lanes.cu:[[#@LINE+6]]:{{.*}}: remark: load not brought ahead of its iteration: stages have room for wider loads alone
// CHECK: stages-of-lanes.cu:[[#@LINE+3]]:3: remark: pipelined: 1 load by asynchronous copies into 6 stages
[[cutile::hint(0, occupancy = 8)]] __tile_global__ void scale(__half* __restrict__ y, const __half* __restrict__ x, const float* __restrict__ w, const float* __restrict__ b, int n, int run) {
  x = ct::assume_aligned<16>(x), y = ct::assume_aligned<16>(y), n = ct::assume_divisible<16>(n);
  for (int i = 0; i < n; i += 2048) {
    auto at = ct::iota<Row<int, 2048>>() + i;
    auto weight = ct::load_masked(w + at / run, at < n, 0.f), bias = ct::load_masked(b + at / run, at < n, 0.f);
    auto value = ct::element_cast<float>(ct::load_masked(x + at, at < n, __half(0)));
    ct::store_masked(y + at, ct::element_cast<__half>(value * weight + bias), at < n);
  }
}

// A loop that counts unsigned.
// CHECK: stages-of-lanes.cu:[[#@LINE+5]]:3: remark: pipelined: 1 load by asynchronous copies
// IR-LABEL: func.func @{{.*}}total
// IR: scf.for unsigned %{{.*}} = %{{.*}} to %arg2 step
__tile_global__ void total(float* __restrict__ y, const float* __restrict__ x, unsigned n) {
  auto sums = ct::zeros<Row<float, 1024>>();
  for (unsigned i = 0; i < n; i += 1024u) {
    auto at = ct::iota<Row<unsigned, 1024>>() + i;
    sums = sums + ct::load_masked(x + at, at < n, 0.f);
  }
  y[ct::bid().x] = (float)ct::sum<0>(sums);
}

// Each lane sums a stretch of a row, so that few lanes exchange; what that takes of the vector, it reads from its stage.
// IR-LABEL: func.func @{{.*}}distances
// IR: scf.for
// IR: scf.for
// IR-NOT: convert_layout
// IR: tile_gpu.buffer_load {{.*}} -> tensor<1x64xf32, #[[VECTOR]]>
// IR-NOT: convert_layout
// IR: tile_gpu.reduce %{{.*}} axis = 1 : (tensor<64x64xf32, #[[STRETCHES]]>)
__tile_global__ void distances(float* __restrict__ y, const float* __restrict__ x, int n) {
  auto row = ct::reshape(ct::iota<Row<int, 64>>(), ct::shape<64, 1>{}) + (int)ct::bid().x * 64;
  auto own = ct::load(x + row);
  auto sums = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
  for (int i = 0; i < n; i += 64) {
    auto other = ct::load(x + ct::reshape(ct::iota<Row<int, 64>>() + i, ct::shape<1, 64>{})) - own;
    sums = sums + ct::sum<1>(ct::rsqrt(other * other + 1.f) * other);
  }
  ct::store(y + row, sums);
}
