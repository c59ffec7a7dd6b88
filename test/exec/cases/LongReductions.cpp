// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions whose loops run over many tiles: matrix times vector, sums of columns, dot products, losses over long
// rows.
#include "test/exec/harness/Cases.h"

#include <numeric>

using namespace tilec::exec;

namespace {

const double kInfinity = std::numeric_limits<double>::infinity();

template <class T> void gemv(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair{4, 1024}, {1, 1}, {7, 1025}, {33, 3000}, {5, 4096}}) {
    auto &matrix = run.uniform<T>(size_t(rows) * columns, -1, 1);
    auto &x = run.uniform<float>(columns, -1, 1), &y = run.zeros<float>(rows);
    run.launch("gemv<" + type + ", 4, 1024>", {uint32_t(ceilDiv(rows, 4))}, y, matrix, x, rows, columns);
    std::vector<double> expected(rows);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[i] += double(matrix[size_t(i) * columns + j]) * x[j];
    run.near("gemv", y, expected, {1e-5, 1e-6 * columns});
    run.clear();
  }
}

/// `width`: of the kernel's tiles. Of many blocks, where a CTA may take several, their number and one that it may not.
void gemvQuantised(Run &run, const std::string &width, std::initializer_list<std::pair<int, int>> sizes) {
  for (auto [rows, columns] : sizes) {
    auto &matrix = run.uniform<signed char>(size_t(rows) * columns, -128, 127);
    auto &scales = run.uniform<float>(rows, 0.001, 0.02), &x = run.uniform<float>(columns, -1, 1);
    auto &y = run.zeros<float>(rows);
    run.launch("gemv_quantised<4, " + width + ">", {uint32_t(ceilDiv(rows, 4))}, y, matrix, scales, x, rows, columns);
    std::vector<double> expected(rows);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[i] += double(scales[i]) * matrix[size_t(i) * columns + j] * x[j];
    run.near("gemv", y, expected, {1e-5, 2e-6 * columns});
    run.clear();
  }
}

/// Whole numbers, so that floats' sums are exact in every order.
template <class T> void columnSums(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair{32, 64}, {1, 1}, {31, 65}, {200, 128}, {1000, 3}}) {
    auto &in = run.uniform<T>(size_t(rows) * columns, -1000, 1000);
    for (T &value : in.values)
      value = T(std::floor(double(value)));
    auto &whole = run.zeros<T>(columns), &split = run.zeros<T>(columns);
    uint32_t blocks = ceilDiv(columns, 64);
    run.launch("column_sums<" + type + ">", {blocks}, whole, in, rows, columns);
    if (columns % 64 == 0) // atomics through views are not masked
      run.launch("column_sums_split<" + type + ">", {blocks, 3}, split, in, rows, columns);
    std::vector<T> expected(columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[j] += in[size_t(i) * columns + j];
    run.near("column_sums", whole, expected, {});
    if (columns % 64 == 0)
      run.near("column_sums_split", split, expected, {});
    run.clear();
  }
}

template <class T> void dotProduct(Run &run, const std::string &type) {
  for (auto [n, blocks] : {std::pair{2048, 1}, {0, 2}, {1, 3}, {2049, 2}, {50000, 4}}) {
    auto &a = run.uniform<T>(std::max(n, 1), -1, 1), &b = run.uniform<T>(std::max(n, 1), -1, 1);
    auto &partials = run.filled<float>(blocks, NAN);
    run.launch("dot_product<" + type + ">", {uint32_t(blocks)}, partials, a, b, n);
    double expected = 0;
    for (int i = 0; i < n; ++i)
      expected += double(a[i]) * double(b[i]);
    double got = std::accumulate(partials.values.begin(), partials.values.end(), 0.0);
    run.near("dot_product", std::vector<double>{got}, std::vector<double>{expected}, {1e-5, 1e-6 * (n + 1)});
    run.clear();
  }
}

void klDivergence(Run &run) {
  for (auto [rows, columns] : {std::pair{2, 1024}, {1, 1}, {3, 1025}, {2, 5000}}) {
    size_t count = size_t(rows) * columns;
    auto &p = run.uniform<float>(count, -12, -6), &q = run.uniform<float>(count, -12, -6);
    for (size_t i = 0; i < count; i += 7)
      p[i] = float(-kInfinity);
    auto &out = run.zeros<float>(rows);
    run.launch("kl_divergence", {uint32_t(rows)}, out, p, q, rows, columns);
    std::vector<double> expected(rows);
    for (size_t i = 0; i < count; ++i)
      if (!std::isinf(p[i]))
        expected[i / columns] += std::exp(double(p[i])) * (double(p[i]) - q[i]);
    run.near("kl_divergence", out, expected, {1e-4, 1e-5});
    run.clear();
  }
}

/// The reference of one row; NaN and infinities go through as the formula has it.
template <class T> double crossEntropyOf(const Array<T> &logits, size_t begin, int classes, int target) {
  if (target < 0)
    return 0;
  double largest = -kInfinity, sum = 0;
  for (int j = 0; j < classes; ++j)
    largest = std::max(largest, double(logits[begin + j]));
  for (int j = 0; j < classes; ++j)
    sum += std::exp(double(logits[begin + j]) - largest);
  return largest + std::log(sum) - double(logits[begin + target]);
}

template <class T> void crossEntropy(Run &run, const std::string &type, Bound bound) {
  for (auto [rows, classes] : {std::pair{3, 1024}, {1, 1}, {4, 1023}, {3, 2500}, {2, 20000}}) {
    auto &logits = run.uniform<T>(size_t(rows) * classes, -20, 20);
    auto &targets = run.uniform<int>(rows, -1, classes - 1);
    // A row that begins with a whole tile of -inf: nothing to shift by yet.
    if (classes > 1024) {
      for (int j = 0; j < 1024; ++j)
        logits[j] = T(-kInfinity);
      targets[0] = classes - 1;
    }
    auto &loss = run.filled<float>(rows, NAN);
    auto &wide = run.filled<float>(rows, NAN);
    run.launch("cross_entropy<" + type + ", 1024>", {uint32_t(rows)}, loss, logits, targets, rows, classes);
    run.launch("cross_entropy<" + type + ", 4096>", {uint32_t(rows)}, wide, logits, targets, rows, classes);
    std::vector<double> expected(rows);
    for (int i = 0; i < rows; ++i)
      expected[i] = crossEntropyOf(logits, size_t(i) * classes, classes, targets[i]);
    run.near("cross_entropy", loss, expected, bound);
    run.near("cross_entropy, wide tiles", wide, expected, bound);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addLongReductionCases(Cases &cases) {
  cases.push_back({"gemv, float", "gemv", [](Run &run) { gemv<float>(run, "float"); }});
  cases.push_back({"gemv, bfloat16", "gemv", [](Run &run) { gemv<BFloat16>(run, "__nv_bfloat16"); }});
  cases.push_back({"gemv, quantised", "gemv", [](Run &run) {
                     gemvQuantised(run, "1024", {{4, 1024}, {1, 3}, {9, 2500}});
                   }});
  cases.push_back({"gemv, quantised, many blocks", "gemv", [](Run &run) {
                     gemvQuantised(run, "64", {{16896, 128}, {16900, 64}, {5, 70}});
                   }});
  cases.push_back({"column sums, float", "column_sums", [](Run &run) { columnSums<float>(run, "float"); }});
  cases.push_back({"column sums, int", "column_sums", [](Run &run) { columnSums<int>(run, "int"); }});
  cases.push_back({"dot product, float", "dot_product", [](Run &run) { dotProduct<float>(run, "float"); }});
  cases.push_back({"dot product, half", "dot_product", [](Run &run) { dotProduct<Half>(run, "__half"); }});
  cases.push_back({"KL divergence", "divergence", klDivergence});
  cases.push_back({"cross entropy, float", "divergence", [](Run &run) {
                     crossEntropy<float>(run, "float", {1e-5, 1e-4});
                   }});
  cases.push_back({"cross entropy, bfloat16", "divergence", [](Run &run) {
                     crossEntropy<BFloat16>(run, "__nv_bfloat16", {1e-5, 1e-4});
                   }});
}

} // namespace tilec::exec
