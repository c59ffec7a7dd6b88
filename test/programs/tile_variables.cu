// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of tile code: first values, copies to and from them, their addresses.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__tile__ int counter = 3;
__tile__ float table[4] = {1, 2, 3, 4};
namespace {
__tile__ long hidden = 1;
}

__tile_global__ void use(float *out, int step) {
  counter = counter + step;
  hidden = hidden * 2;
  *out = table[counter & 3];
}

int main() {
  Array<float> out(1);
  auto print = [&](const char *what) {
    int value = 0;
    long other = 0;
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    CHECK(cudaMemcpyFromSymbol(&other, hidden, sizeof other));
    std::printf("%s: %d %ld %.0f\n", what, value, other, out.get()[0]);
  };
  print("at first");
  use<<<1, 1>>>(out.data, 2);
  print("used");
  int ten = 10;
  float more[2] = {30, 40};
  CHECK(cudaMemcpyToSymbol(counter, &ten, sizeof ten));
  CHECK(cudaMemcpyToSymbol(table, more, sizeof more, 2 * sizeof(float)));
  use<<<1, 1>>>(out.data, 1);
  print("written");
  void *address = nullptr;
  size_t bytes = 0;
  CHECK(cudaGetSymbolAddress(&address, table));
  CHECK(cudaGetSymbolSize(&bytes, table));
  affine<<<1, 1>>>((float *)address, 2.0f, 0.0f, 4);
  use<<<1, 1>>>(out.data, 0);
  print("by address");
  std::printf("%zu bytes\n", bytes);
}
