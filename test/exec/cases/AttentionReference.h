// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What attention computes, in double: of one head, from functions that give its rows.
#pragma once
#include "test/exec/harness/Cases.h"

namespace tilec::exec {

using Matrix = std::vector<double>;
constexpr double kLog2E = 1.4426950408889634;

/// What one head computes. Rows of `q`, `k` and `v` have `width`, `width` and `valueWidth` columns.
struct Head {
  int queries, keys, width, valueWidth;
  double scale;
  std::function<bool(int, int)> sees = [](int, int) { return true; };
  double cap = 0;
  double sink = -INFINITY;

  Matrix out = {}, weights = {}, logSums = {};

  void attend(const auto &q, const auto &k, const auto &v) {
    out.assign(size_t(queries) * valueWidth, 0);
    weights.assign(size_t(queries) * keys, 0);
    logSums.assign(queries, 0);
    for (int i = 0; i < queries; ++i) {
      double total = std::exp(sink);
      for (int j = 0; j < keys; ++j) {
        if (!sees(i, j))
          continue;
        double score = 0;
        for (int d = 0; d < width; ++d)
          score += q(i, d) * k(j, d);
        score *= scale;
        total += weights[i * keys + j] = std::exp(cap ? cap * std::tanh(score / cap) : score);
      }
      logSums[i] = std::log(total) * kLog2E;
      for (int j = 0; j < keys; ++j) {
        weights[i * keys + j] /= total;
        for (int d = 0; d < valueWidth && weights[i * keys + j] != 0; ++d)
          out[i * valueWidth + d] += weights[i * keys + j] * v(j, d);
      }
    }
  }
};

/// Rows of `width` of an array, from element `start` on.
template <class T> auto rows(const Array<T> &array, size_t start, int width) {
  return [&array, start, width](int row, int column) { return double(array[start + size_t(row) * width + column]); };
}

} // namespace tilec::exec
