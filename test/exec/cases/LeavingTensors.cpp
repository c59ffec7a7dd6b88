// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unmasked accesses whose tiles leave their tensors, partly and wholly. With whole numbers, so that all is exact. What
// lies behind a tensor is the next one, or the guard of its array.
#include "test/exec/harness/Cases.h"

#include <algorithm>
#include <numeric>

using namespace tilec::exec;

namespace {

template <class T> Array<T> &wholeNumbers(Run &run, size_t count, int from, int to) {
  auto &array = run.zeros<T>(count);
  for (T &value : array.values)
    value = T(float(run.random.integer(from, to)));
  return array;
}

std::string list(std::initializer_list<int> numbers) {
  std::string text;
  for (int number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

/// `beyond`: tiles of the grid that are wholly outside, along each dimension.
template <class T> void doubled(Run &run, const std::string &type) {
  struct Sizes {
    int rows, columns, tileRows, tileColumns;
  };
  for (Sizes s : {Sizes{9, 64, 128, 64}, {1, 128, 8, 64}, {33, 72, 16, 32}, {16, 40, 16, 64}, {5, 7, 8, 8}})
    for (int beyond : {0, 1}) {
      constexpr int kMatrices = 3;
      size_t count = size_t(s.rows) * s.columns * kMatrices;
      auto &in = wholeNumbers<T>(run, count, -50, 50), &out = run.zeros<T>(count);
      // Along a dimension that tiles divide an index is the source's promise.
      auto tiles = [&](int extent, int tile) { return uint32_t(ceilDiv(extent, tile) + (extent % tile ? beyond : 0)); };
      Grid grid{tiles(s.rows, s.tileRows), tiles(s.columns, s.tileColumns), kMatrices};
      std::string arguments = list({s.rows, s.columns, s.tileRows, s.tileColumns});
      run.launch("doubled<" + type + ", " + arguments + ">", grid, out, in);
      std::vector<T> expected;
      for (T x : in.values)
        expected.push_back(T(float(x) + float(x)));
      run.equal("doubled " + arguments, out, expected);
      run.clear();
    }
}

template <class T> void doubledMasked(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair{9, 64}, {1, 128}, {33, 72}, {16, 40}, {5, 7}, {32, 64}}) {
    constexpr int kMatrices = 3;
    size_t count = size_t(rows) * columns * kMatrices;
    auto &in = wholeNumbers<T>(run, count, -50, 50), &out = run.zeros<T>(count);
    Grid grid{uint32_t(rows / 16 + 2), uint32_t(columns / 32 + 2), kMatrices};
    run.launch("doubled<" + type + ", 16, 32>", grid, out, in, rows, columns);
    std::vector<T> expected;
    for (T x : in.values)
      expected.push_back(T(float(x) + float(x)));
    run.equal("doubled", out, expected);
    run.clear();
  }
}

void sumsOfListedRows(Run &run) {
  for (auto [rows, columns] : {std::pair{10, 33}, {1, 96}, {50, 64}}) {
    constexpr int kBlocks = 3;
    auto &in = run.uniform<int>(size_t(rows) * columns, -100, 100), &out = run.zeros<int>(8 * kBlocks);
    auto &which = run.uniform<int>(8 * kBlocks, -1, rows + 2);
    run.launch("sums_of_listed_rows", {kBlocks}, out, in, which, rows, columns);
    std::vector<int> expected(out.size());
    for (size_t i = 0; i < expected.size(); ++i)
      if (which[i] >= 0 && which[i] < rows)
        expected[i] = std::accumulate(&in[size_t(which[i]) * columns], &in[size_t(which[i]) * columns] + columns, 0);
    run.equal("sums", out, expected);
    run.clear();
  }
}

/// rows of `a` times rows of `b`, or its columns.
std::vector<double> product(const Array<Half> &a, const Array<Half> &b, int count, int m, int n, int k, bool byRows) {
  std::vector<double> c(size_t(count) * m * n);
  for (int z = 0; z < count; ++z)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int l = 0; l < k; ++l)
          c[(size_t(z) * m + i) * n + j] +=
              double(float(a[(size_t(z) * m + i) * k + l])) *
              float(b[size_t(z) * n * k + (byRows ? size_t(j) * k + l : size_t(l) * n + j)]);
  return c;
}

void headScores(Run &run) {
  for (auto [heads, width, keys] : {std::tuple{1, 64, 40}, {9, 128, 16}, {5, 96, 33}}) {
    constexpr int kBatches = 3;
    auto &q = wholeNumbers<Half>(run, size_t(kBatches) * heads * width, -4, 4);
    auto &k = wholeNumbers<Half>(run, size_t(kBatches) * keys * width, -4, 4);
    auto &out = run.filled<float>(size_t(kBatches) * heads * keys, -1);
    run.launch("head_scores<" + list({heads, width, keys}) + ">", {kBatches}, out, q, k);
    std::vector<double> expected = product(q, k, kBatches, heads, keys, width, true);
    // The kernel computes the first tile of heads.
    for (size_t i = 0; i < expected.size(); ++i)
      if (int(i / keys) % heads >= 8)
        expected[i] = -1;
    run.near("scores", out, expected, {});
    run.clear();
  }
}

void products(Run &run) {
  for (auto [m, n, k] : {std::tuple{100, 72, 80}, {9, 200, 40}, {64, 8, 120}}) {
    constexpr int kMatrices = 2;
    auto &a = wholeNumbers<Half>(run, size_t(kMatrices) * m * k, -4, 4);
    auto &b = wholeNumbers<Half>(run, size_t(kMatrices) * k * n, -4, 4);
    auto &c = run.filled<float>(size_t(kMatrices) * m * n, -1);
    Grid grid{uint32_t(ceilDiv(m, 64)), uint32_t(ceilDiv(n, 64)), kMatrices};
    run.launch("product<" + list({m, n, k}) + ">", grid, c, a, b);
    run.near("product", c, product(a, b, kMatrices, m, n, k, false), {});
    run.clear();
  }
}

void sumsOfRows(Run &run) {
  for (auto [rows, columns] : {std::pair{9, 200}, {40, 1000}, {16, 36}}) {
    auto &in = wholeNumbers<float>(run, size_t(rows) * columns, -50, 50), &out = run.zeros<float>(rows);
    run.launch("sums_of_rows<" + list({rows, columns}) + ">", {uint32_t(ceilDiv(rows, 16))}, out, in);
    std::vector<float> expected;
    for (int i = 0; i < rows; ++i)
      expected.push_back(std::accumulate(&in[size_t(i) * columns], &in[size_t(i) * columns] + columns, 0.0f));
    run.equal("sums", out, expected);
    run.clear();
  }
}

void windowSums(Run &run) {
  for (int n : {1, 20, 301}) {
    int windows = ceilDiv(n, 3) + 1; // the last one is wholly outside
    auto &in = run.uniform<int>(n, -1000, 1000), &out = run.filled<int>(windows, -1);
    run.launch("window_sums<" + std::to_string(n) + ">", {uint32_t(windows)}, out, in);
    std::vector<int> expected(windows);
    for (int i = 0; i < windows; ++i)
      for (int j = 3 * i; j < std::min(n, 3 * i + 8); ++j)
        expected[i] += in[j];
    run.equal("sums", out, expected);
    run.clear();
  }
}

void windowsOfMatrix(Run &run) {
  constexpr int kRows = 40, kColumns = 96, kTile = 32, kRowStep = 16;
  for (int step : {8, 28, 31}) {
    int down = kRows / kRowStep + 2, across = kColumns / step + 2; // the last ones are wholly outside
    auto &in = wholeNumbers<Half>(run, size_t(kRows) * kColumns, -50, 50);
    auto &out = run.filled<Half>(size_t(down) * kTile * across * kTile, Half(-1.0f));
    run.launch("windows_of_matrix<" + std::to_string(step) + ">", {uint32_t(down), uint32_t(across)}, out, in);
    std::vector<Half> expected;
    for (int i = 0; i < down * kTile; ++i)
      for (int j = 0; j < across * kTile; ++j) {
        int row = i / kTile * kRowStep + i % kTile, column = j / kTile * step + j % kTile;
        bool isInside = row < kRows && column < kColumns;
        expected.push_back(isInside ? in[size_t(row) * kColumns + column] : Half(0.0f));
      }
    run.equal("windows " + std::to_string(step), out, expected);
    run.clear();
  }
}

template <class T> void movedRows(Run &run, const std::string &type) {
  for (int columns : {1, 33, 80}) {
    constexpr int kRows = 48;
    auto &in = wholeNumbers<T>(run, size_t(kRows) * columns, -50, 50), &out = run.zeros<T>(in.size());
    auto &from = run.uniform<int>(kRows, 0, kRows - 1), &to = run.zeros<int>(kRows);
    std::iota(to.values.rbegin(), to.values.rend(), 0);
    run.launch("moved_rows<" + type + ", " + std::to_string(columns) + ">",
               {kRows / 16, uint32_t(ceilDiv(columns, 32)) + 1}, out, in, from, to, kRows);
    std::vector<T> expected(in.size());
    for (int i = 0; i < kRows; ++i)
      std::copy_n(&in[size_t(from[i]) * columns], columns, &expected[size_t(to[i]) * columns]);
    run.equal("rows", out, expected);
    run.clear();
  }
}

template <class T> void updated(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair{9, 20}, {3, 100}, {8, 36}}) {
    constexpr int kBlocks = 4;
    size_t count = size_t(rows) * columns;
    auto &in = wholeNumbers<T>(run, count * kBlocks, -50, 50), &copy = run.zeros<T>(count * kBlocks);
    auto &sums = wholeNumbers<T>(run, count, -50, 50), &largest = wholeNumbers<T>(run, count, -50, 50);
    std::vector<T> expectedSums = sums.values, expectedLargest = largest.values;
    for (size_t i = 0; i < in.size(); ++i) {
      expectedSums[i % count] += in[i];
      if (std::is_integral_v<T>)
        expectedLargest[i % count] = std::max(expectedLargest[i % count], in[i]);
    }
    Grid grid{kBlocks, uint32_t(ceilDiv(rows, 8)), uint32_t(ceilDiv(columns, 16)) + 1};
    run.launch("updated<" + type + ", " + list({rows, columns}) + ">", grid, sums, largest, copy, in);
    run.equal("sums", sums, expectedSums);
    run.equal("largest", largest, expectedLargest);
    run.equal("copy", copy, in.values);
    run.clear();
  }
}

template <int Rows, int Columns> void rowsByVector(Run &run, uint32_t blocks) {
  auto &matrix = run.uniform<signed char>(size_t(Rows) * Columns, -5, 5);
  auto &x = wholeNumbers<float>(run, Columns, -5, 5), &y = run.zeros<float>(Rows);
  run.launch("rows_by_vector<" + list({Rows, Columns}) + ">", {blocks}, y, matrix, x);
  std::vector<float> expected(Rows);
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      expected[i] += float(matrix[size_t(i) * Columns + j]) * x[j];
  run.equal("product", y, expected);
  run.clear();
}

} // namespace

namespace tilec::exec {

void addLeavingTensorCases(Cases &cases) {
  const std::string file = "leaving_tensors";
  cases.push_back({"leaving tensors/matrices of float", file, [](Run &run) { doubled<float>(run, "float"); }});
  cases.push_back({"leaving tensors/matrices of __half", file, [](Run &run) { doubled<Half>(run, "__half"); }});
  cases.push_back({"leaving tensors/heads", file, headScores});
  cases.push_back({"leaving tensors/products", file, products});
  cases.push_back({"leaving tensors/sums of rows", file, sumsOfRows});
  cases.push_back({"leaving tensors/windows", file, windowSums});
  cases.push_back({"leaving tensors/windows of a matrix", file, windowsOfMatrix});
  cases.push_back({"leaving tensors/moved rows of int", file, [](Run &run) { movedRows<int>(run, "int"); }});
  cases.push_back({"leaving tensors/moved rows of __half", file, [](Run &run) { movedRows<Half>(run, "__half"); }});
  cases.push_back({"leaving tensors/updates of int", file, [](Run &run) { updated<int>(run, "int"); }});
  cases.push_back({"leaving tensors/updates of float", file, [](Run &run) { updated<float>(run, "float"); }});
  // The last of 4224 blocks is wholly outside, the one before partly: of several CTAs, and of wide ones.
  cases.push_back({"leaving tensors/many blocks", file, [](Run &run) {
                     rowsByVector<16890, 70>(run, 4224);
                     rowsByVector<7, 100>(run, 3);
                   }});
  const std::string masked = "leaving_tensors_masked";
  cases.push_back({"leaving tensors/masked, float", masked, [](Run &run) { doubledMasked<float>(run, "float"); }});
  cases.push_back({"leaving tensors/masked, short", masked, [](Run &run) { doubledMasked<short>(run, "short"); }});
  cases.push_back({"leaving tensors/masked, listed rows", masked, sumsOfListedRows});
}

} // namespace tilec::exec
