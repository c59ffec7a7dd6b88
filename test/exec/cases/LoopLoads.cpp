// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose loads can be brought ahead, with no, one, two and many iterations.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kTile = 512;

/// Whole numbers: sums are exact.
template <class T> void sumOfTiles(Run &run, const std::string &type, int step) {
  for (auto [begin, end] : {std::pair{0, 0}, {3, 1}, {0, 1}, {0, 2}, {1, 4}, {0, 4}, {0, 9}, {2, 17}, {16, 17}}) {
    auto &in = run.uniform<T>(size_t(17) * kTile, -20, 20);
    for (T &value : in.values)
      value = T(std::floor(double(value)));
    auto &out = run.filled<T>(kTile, T(1));
    auto &count = run.filled<int>(1, -1);
    run.launch("sum_of_tiles<" + type + ", " + std::to_string(step) + ">", {1}, out, count, in, begin, end);
    std::vector<T> expected(kTile);
    int tiles = 0;
    for (int t = begin; t < end; t += step, ++tiles)
      for (int i = 0; i < kTile; ++i)
        expected[i] = T(expected[i] + in[size_t(t) * kTile + i]);
    run.equal("sum of tiles", out, expected);
    run.equal("tiles", count, std::vector<int>{tiles});
    run.clear();
  }
}

void largestByTiles(Run &run) {
  for (int n : {0, 1, 511, 512, 513, 1024, 1500, 5000, 8192}) {
    auto &in = run.uniform<float>(std::max(n, 1), -9, -1);
    auto &out = run.zeros<float>(1);
    auto &place = run.zeros<int>(1);
    run.launch("largest_by_tiles", {1}, out, place, in, n);
    float largest = -INFINITY;
    int at = -1;
    for (int i = 0; i < n; ++i)
      if (in[i] > largest)
        largest = in[i], at = i / kTile;
    run.equal("largest", out, std::vector<float>{largest});
    run.equal("its tile", place, std::vector<int>{at});
    run.clear();
  }
}

void mixedWidths(Run &run) {
  constexpr int kRows = 8;
  for (int columns : {1, 64, 65, 128, 200, 777, 1024}) {
    auto &bytes = run.uniform<signed char>(size_t(kRows) * columns, -100, 100);
    auto &row = run.uniform<Half>(columns, -2, 2);
    auto &scales = run.uniform<float>(size_t(kRows) * columns, -1, 1);
    auto &out = run.zeros<float>(kRows);
    run.launch("mixed_widths", {1}, out, bytes, row, scales, columns);
    std::vector<double> expected(kRows);
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[i] += double(bytes[size_t(i) * columns + j]) * double(row[j]) * scales[size_t(i) * columns + j];
    run.near("mixed widths", out, expected, {1e-5, 1e-4 * columns});
    run.clear();
  }
}

void rowsInTurn(Run &run) {
  for (auto [rows, columns] : {std::pair{1, 1}, {5, 512}, {7, 1300}, {4, 4096}, {3, 0}}) {
    auto &in = run.uniform<float>(std::max<size_t>(size_t(rows) * columns, 1), -50, 50);
    for (float &value : in.values)
      value = std::floor(value);
    auto &out = run.filled<float>(rows, NAN);
    run.launch("rows_in_turn", {2}, out, in, rows, columns);
    std::vector<float> expected(rows);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[i] += in[size_t(i) * columns + j];
    run.equal("rows in turn", out, expected);
    run.clear();
  }
}

void chainedTiles(Run &run) {
  for (int tiles : {0, 1, 2, 9}) {
    auto &data = run.uniform<int>(size_t(tiles + 1) * kTile, -1000, 1000);
    std::vector<int> expected(data.values);
    for (size_t i = kTile; i < expected.size(); ++i)
      expected[i] = expected[i - kTile] + 1;
    run.launch("chained_tiles", {1}, data, tiles);
    run.equal("chained tiles", data, expected);
    run.clear();
  }
}

/// Whole numbers, so that sums are exact.
void sumUntil(Run &run) {
  constexpr int kLong = 2048;
  for (auto [n, limit] :
       {std::pair{1, 0.0f}, {5000, 1e9f}, {20000, 30000.0f}, {40960, 1.0f}, {40960, 200000.0f}, {0, 0.0f}}) {
    auto &in = run.uniform<float>(std::max(n, 1), 0, 20);
    for (float &value : in.values)
      value = std::floor(value);
    auto &sum = run.filled<float>(1, NAN);
    auto &count = run.filled<int>(1, -1);
    run.launch("sum_until", {1}, sum, count, in, n, limit);
    float expected = 0;
    int tiles = 0;
    for (int first = 0; first < n && expected <= limit; first += kLong, ++tiles)
      for (int i = first; i < std::min(n, first + kLong); ++i)
        expected += in[i];
    run.equal("sum", sum, std::vector<float>{expected});
    run.equal("tiles", count, std::vector<int>{tiles});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addLoopLoadCases(Cases &cases) {
  cases.push_back(
      {"loop loads/sum of float tiles", "loop_loads", [](Run &run) { sumOfTiles<float>(run, "float", 1); }});
  cases.push_back(
      {"loop loads/sum of every third tile", "loop_loads", [](Run &run) { sumOfTiles<float>(run, "float", 3); }});
  cases.push_back(
      {"loop loads/sum of short tiles", "loop_loads", [](Run &run) { sumOfTiles<short>(run, "short", 1); }});
  cases.push_back(
      {"loop loads/sum of double tiles", "loop_loads", [](Run &run) { sumOfTiles<double>(run, "double", 5); }});
  cases.push_back({"loop loads/largest by tiles", "loop_loads", largestByTiles});
  cases.push_back({"loop loads/mixed widths", "loop_loads", mixedWidths});
  cases.push_back({"loop loads/rows in turn", "loop_loads", rowsInTurn});
  cases.push_back({"loop loads/chained tiles", "loop_loads", chainedTiles});
  cases.push_back({"loop loads/sum until", "loop_loads", sumUntil});
}

} // namespace tilec::exec
