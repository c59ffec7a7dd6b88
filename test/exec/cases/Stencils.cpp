// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over neighbours in one and two dimensions.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

void average(Run &run) {
  for (int n : {1, 2, 128, 1001}) {
    auto &in = run.uniform<float>(n, -10, 10), &out = run.zeros<float>(n);
    run.launch("average5", {uint32_t(ceilDiv(n, 128))}, out, in, n);
    std::vector<double> expected(n);
    for (int i = 0; i < n; ++i)
      for (int d = -2; d <= 2; ++d)
        expected[i] += i + d >= 0 && i + d < n ? in[i + d] * 0.2 : 0;
    run.near("average5", out, expected, {1e-5, 1e-5});
    run.clear();
  }
}

void heat(Run &run) {
  for (auto [rows, columns] : {std::pair{8, 32}, {1, 1}, {3, 3}, {20, 45}}) {
    auto &in = run.uniform<double>(rows * columns, 0, 100), &out = run.zeros<double>(rows * columns);
    run.launch("heat_step", {uint32_t(ceilDiv(columns, 32)), uint32_t(ceilDiv(rows, 8))}, out, in, rows, columns, 0.2);
    auto expected = in.values;
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j) {
        int at = i * columns + j;
        expected[at] += 0.2 * (in[at - 1] + in[at + 1] + in[at - columns] + in[at + columns] - 4 * in[at]);
      }
    run.near("heat_step", out, expected, {1e-12, 1e-12});
    run.clear();
  }
}

void overlappingSums(Run &run) {
  for (auto [rows, columns] : {std::pair(7, 9), std::pair(12, 30)}) {
    int windows = ceilDiv(rows, 2);
    auto &in = run.uniform<int>(rows * columns, -99, 99), &out = run.zeros<int>(windows * columns);
    run.launch("overlapping_sums", {uint32_t(columns), uint32_t(windows)}, out, in, rows, columns);
    std::vector<int> expected(windows * columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        expected[i / 2 * columns + j] += in[i * columns + j];
        if (j > 0)
          expected[i / 2 * columns + j - 1] += in[i * columns + j];
      }
    run.equal("overlapping_sums", out, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addStencilCases(Cases &cases) {
  cases.push_back({"stencil/average", "stencil", average});
  cases.push_back({"stencil/heat", "stencil", heat});
  cases.push_back({"stencil/overlapping windows", "stencil", overlappingSums});
}

} // namespace tilec::exec
