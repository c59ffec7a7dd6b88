// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Softmax of rows in plain C++.
#ifndef TILEC_TEST_EXEC_SOFTMAXREFERENCE_H
#define TILEC_TEST_EXEC_SOFTMAXREFERENCE_H

#include <cmath>
#include <vector>

namespace tilec::exec {

template <class T> std::vector<double> softmax(const std::vector<T> &in, int rows, int columns) {
  std::vector<double> result(in.size());
  for (int i = 0; i < rows; ++i) {
    double largest = -INFINITY, total = 0;
    for (int j = 0; j < columns; ++j)
      largest = std::fmax(largest, double(in[i * columns + j]));
    for (int j = 0; j < columns; ++j)
      total += result[i * columns + j] = std::exp(double(in[i * columns + j]) - largest);
    for (int j = 0; j < columns; ++j)
      result[i * columns + j] /= total;
  }
  return result;
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_SOFTMAXREFERENCE_H
