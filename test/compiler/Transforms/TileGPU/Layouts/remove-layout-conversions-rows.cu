// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks --emit=tile-gpu -o - 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK <%t
// The pixels of a convolution's tap are named by a list of rows that each iteration computes. Each lane computes those that it loads from what the
// loop does not change, however many divisions made that: the list crosses no lanes, and the rows come ahead of their iteration.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// REMARK: remark: pipelined: 1 load by asynchronous copies into {{[0-9]+}} stages
// CHECK-LABEL: func @_Z11convolutionB2v0
// CHECK: tile_gpu.warp_roles consumers
// CHECK-NOT: tile_gpu.convert_layout {{.*}}tensor<128xi32
// CHECK: tile_gpu.async_copy
// CHECK: producer warps
__tile_global__ void convolution(__half* __restrict__ y, const __half* __restrict__ x, const __half* __restrict__ w, int batch, int height, int width,
                                 int in, int out) {
  int pixels = batch * height * width, steps = in / 32;
  auto pixel = ct::bid().x * 128u + ct::iota<ct::tile<unsigned, ct::shape<128>>>();
  auto at = ct::element_cast<int>(pixel);
  auto row = at / width % height, column = at % width;
  auto vx = ct::gather_scatter_view{ct::tensor_span{x, ct::extents{pixels, in}}, ct::shape<128, 32>{}, 0_ic};
  auto vw = ct::partition_view{ct::tensor_span{w, ct::extents{9 * in, out}}, ct::shape<32, 128>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int s : ct::irange(0, 9 * steps)) {
    int tap = s / steps, dy = tap / 3 - 1, dx = tap % 3 - 1;
    auto ny = row + dy, nx = column + dx;
    auto inside = ny >= 0 && ny < height && nx >= 0 && nx < width;
    auto from = ct::select(inside, at + (dy * width + dx), ct::full<ct::tile<int, ct::shape<128>>>(0x7fffffff));
    sum = ct::mma(vx.load_masked(from, s % steps), vw.load_masked(s, ct::bid().y), sum);
  }
  ct::partition_view{ct::tensor_span{y, ct::extents{pixels, out}}, ct::shape<128, 128>{}}.store_masked(ct::element_cast<__half>(sum), ct::bid().x,
                                                                                                   ct::bid().y);
}
