// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf of kernels, one block a launch so that lines have an order.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__tile_global__ void say(int n, float x) {
  printf("%d: %.2f, %s\n", n, x, "text");
  printf("tile %d\n", ct::iota<ct::tile<int, ct::shape<4>>>() * n);
}

int main() {
  for (int i = 1; i < 4; ++i) {
    say<<<1, 1>>>(i, 0.25f * float(i));
    CHECK(cudaDeviceSynchronize());
  }
  std::printf("done\n");
}
