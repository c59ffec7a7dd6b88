// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of rows that are no multiple of a tile.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <algorithm>
#include <cmath>

template <int Width> __tile_global__ void softmax(float *out, const float *in, int columns) {
  int row = ct::bid().x;
  auto column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  auto x = ct::load_masked(in + row * columns + column, column < columns, -__builtin_inff());
  auto e = ct::exp(x - ct::reduce_max<0>(x));
  ct::store_masked(out + row * columns + column, e / ct::sum<0>(e), column < columns);
}

int main() {
  const int rows = 37, columns = 200;
  std::vector<float> in(rows * columns);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = std::sin(0.37f * float(i)) * 5;
  Array<float> x(in), y(in.size());
  softmax<256><<<rows, 1>>>(y.data, x.data, columns);
  CHECK(cudaGetLastError());
  std::vector<float> out = y.get();
  double worst = 0;
  for (int row = 0; row < rows; ++row) {
    const float *values = &in[row * columns];
    double largest = *std::max_element(values, values + columns), sum = 0;
    for (int i = 0; i < columns; ++i)
      sum += std::exp(values[i] - largest);
    for (int i = 0; i < columns; ++i)
      worst = std::max(worst, std::fabs(std::exp(values[i] - largest) / sum - out[row * columns + i]));
  }
  std::printf("softmax of %d rows: %s\n", rows, worst < 1e-6 ? "equal" : "not equal");
}
