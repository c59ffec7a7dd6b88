// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum that blocks add up by atomics, in an order of their own.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 20000;
  Array<int> values(sequence<int>(n, 1)), sum(1);
  for (int repeat = 0; repeat < 3; ++repeat)
    add_up<<<blocks(n), 1>>>(sum.data, values.data, n);
  CHECK(cudaGetLastError());
  std::printf("%d\n", sum.get()[0]);
}
