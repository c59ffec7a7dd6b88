// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices that begin where a block computes: by every kind of integer, with extents that suit a tensor map and others.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kColumns = 64;

/// Rows, columns, and how many matrices.
struct Many {
  int rows, columns, count;
};
const Many kShapes[] = {{1, 1, 1}, {64, 64, 3}, {200, 64, 2}, {70, 132, 3}, {300, 65, 2}, {33, 8, 5}};

std::vector<float> &wholeNumbers(Array<float> &array) {
  for (float &value : array.values)
    value = std::floor(value);
  return array.values;
}

/// Sums of the columns of matrix `which`, from row `first` on.
void appendSums(std::vector<float> &sums, const std::vector<float> &in, const Many &shape, int which, int first) {
  for (int j = 0; j < shape.columns; ++j) {
    float sum = 0;
    for (int i = first; i < shape.rows; ++i)
      sum += in[(size_t(which) * shape.rows + i) * shape.columns + j];
    sums.push_back(sum);
  }
}

void sums(Run &run, const std::string &kernel, int first, int share) {
  for (const Many &shape : kShapes) {
    auto &in = run.uniform<float>(size_t(shape.rows) * shape.columns * shape.count, -20, 20);
    wholeNumbers(in);
    int results = shape.count * share;
    auto &out = run.filled<float>(size_t(shape.columns) * results, NAN);
    run.launch(kernel, {uint32_t(ceilDiv(shape.columns, kColumns)), uint32_t(results)}, out, in, shape.rows,
               shape.columns);
    std::vector<float> expected;
    for (int result = 0; result < results; ++result)
      appendSums(expected, in.values, shape, result / share, first);
    run.equal(kernel, out, expected);
    run.clear();
  }
}

void sumsByList(Run &run) {
  for (const Many &shape : kShapes) {
    auto &in = run.uniform<float>(size_t(shape.rows) * shape.columns * shape.count, -20, 20);
    wholeNumbers(in);
    int middle = shape.count / 2;
    auto &list = run.uniform<int>(4, -middle, shape.count - 1 - middle);
    auto &out = run.filled<float>(size_t(shape.columns) * 4, NAN);
    run.launch("sums_by_list", {uint32_t(ceilDiv(shape.columns, kColumns)), 4}, out, in, list, middle, shape.rows,
               shape.columns);
    std::vector<float> expected;
    for (int which : list.values)
      appendSums(expected, in.values, shape, middle + which, 0);
    run.equal("sums by list", out, expected);
    run.clear();
  }
}

void products(Run &run) {
  struct Shape {
    int m, n, k, count;
  };
  for (auto [m, n, k, count] : {Shape{64, 64, 64, 2}, {128, 64, 320, 3}, {70, 40, 136, 2}, {9, 33, 65, 2}}) {
    auto &a = run.uniform<BFloat16>(size_t(m) * k * count, -1, 1),
         &b = run.uniform<BFloat16>(size_t(k) * n * count, -1, 1);
    auto &out = run.filled<float>(size_t(m) * n * count, NAN);
    run.launch("products_of_many<64, 64, 64>", {uint32_t(ceilDiv(m, 64)), uint32_t(ceilDiv(n, 64)), uint32_t(count)},
               out, a, b, m, n, k);
    std::vector<double> expected(size_t(m) * n * count);
    for (int which = 0; which < count; ++which)
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j)
          for (int l = 0; l < k; ++l)
            expected[(size_t(which) * m + i) * n + j] +=
                double(a[(size_t(which) * m + i) * k + l]) * double(b[(size_t(which) * k + l) * n + j]);
    run.near("products of many", out, expected, {1e-5, 1e-5 * k});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addOneOfManyCases(Cases &cases) {
  cases.push_back({"one of many/by 64 bits", "one_of_many", [](Run &run) { sums(run, "sums_of_many", 1, 1); }});
  cases.push_back({"one of many/by unsigned", "one_of_many", [](Run &run) { sums(run, "sums_by_unsigned", 0, 1); }});
  cases.push_back({"one of many/by int", "one_of_many", [](Run &run) { sums(run, "sums_by_int", 0, 2); }});
  cases.push_back({"one of many/by list", "one_of_many", sumsByList});
  cases.push_back({"one of many/products", "one_of_many", products});
}

} // namespace tilec::exec
