// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums and products, along rows and over a whole array.
#include "test/exec/harness/Cases.h"

#include <numeric>

using namespace tilec::exec;

namespace {

template <class T> void shortRows(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair{1, 1}, {2, 64}, {7, 50}}) {
    // Products of longer rows would overflow with anything larger.
    auto &in = run.uniform<T>(rows * columns, std::is_unsigned_v<T> ? 1 : -1, std::is_unsigned_v<T> ? 3 : 1);
    for (T &x : in.values)
      x = T(std::round(double(x)));
    auto &sums = run.zeros<T>(rows * columns), &products = run.zeros<T>(rows * columns);
    run.launch("scan_short_rows<" + type + ", 64>", {uint32_t(ceilDiv(rows, 2))}, sums, products, in, rows, columns);
    std::vector<T> s(rows * columns), p(rows * columns);
    for (int i = 0; i < rows; ++i) {
      T sum = 0, product = 1;
      for (int j = i * columns; j < (i + 1) * columns; ++j) {
        s[j] = sum = T(sum + in[j]);
        p[j] = product = T(product * in[j]);
      }
    }
    run.near("partial_sum", sums, s, {});
    run.near("partial_prod", products, p, {});
    run.clear();
  }
}

void longRows(Run &run) {
  for (auto [rows, columns] : {std::pair{1, 1}, {2, 128}, {3, 1000}}) {
    auto &in = run.uniform<double>(rows * columns, -1, 1);
    auto &out = run.zeros<double>(rows * columns);
    run.launch("scan_long_rows", {uint32_t(rows)}, out, in, rows, columns);
    std::vector<double> expected(rows * columns);
    for (int i = 0; i < rows; ++i)
      std::partial_sum(&in[i * columns], &in[i * columns] + columns, &expected[i * columns]);
    run.near("running sum", out, expected, {1e-12, 1e-12});
    run.clear();
  }
}

void columns(Run &run) {
  for (uint32_t blocks : {3u, 8u}) {
    auto &in = run.uniform<int>(blocks * 512, -1000, 1000);
    auto &out = run.zeros<int>(blocks * 512);
    run.launch("scan_columns", {blocks}, out, in);
    auto expected = in.values;
    for (size_t i = 0; i < expected.size(); ++i)
      if (i % 512 >= 16)
        expected[i] += expected[i - 16];
    run.equal("running sum down", out, expected);
    run.clear();
  }
}

template <class T> void wholeArray(Run &run, const std::string &type) {
  for (int n : {1, 256, 257, 5000}) {
    uint32_t blocks = ceilDiv(n, 256);
    auto &in = run.uniform<T>(n, -100, 100);
    for (T &x : in.values)
      x = std::floor(x);
    auto &out = run.zeros<T>(n), &own = run.zeros<T>(blocks), &full = run.zeros<T>(blocks);
    auto &ticket = run.zeros<int>(1), &state = run.zeros<int>(blocks);
    run.launch("scan_array<" + type + ">", {blocks}, out, in, n, ticket, state, own, full);
    std::vector<T> expected(n);
    std::partial_sum(in.values.begin(), in.values.end(), expected.begin());
    run.near("running sum of " + std::to_string(n), out, expected, {});
    run.clear();
  }
}

void window(Run &run) {
  constexpr int kTile = 8192;
  for (int n : {1, kTile, kTile + 1, 300001}) {
    uint32_t blocks = ceilDiv(n, kTile);
    auto &in = run.uniform<int>(n, -7000, 7000), &out = run.zeros<int>(n);
    auto &ticket = run.zeros<int>(1);
    auto &state = run.zeros<uint64_t>(blocks);
    run.launch("scan_window", {blocks}, out, in, n, ticket, state);
    std::vector<int> expected(n);
    std::partial_sum(in.values.begin(), in.values.end(), expected.begin());
    run.equal("running sum of " + std::to_string(n), out, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addScanCases(Cases &cases) {
  cases.push_back({"scan rows/int", "scan_rows", [](Run &run) { shortRows<int>(run, "int"); }});
  cases.push_back({"scan rows/unsigned", "scan_rows", [](Run &run) { shortRows<unsigned>(run, "unsigned int"); }});
  cases.push_back({"scan rows/float", "scan_rows", [](Run &run) { shortRows<float>(run, "float"); }});
  cases.push_back({"scan rows/long rows", "scan_rows", longRows});
  cases.push_back({"scan rows/columns", "scan_rows", columns});
  cases.push_back({"scan array/int", "scan_array", [](Run &run) { wholeArray<int>(run, "int"); }});
  cases.push_back({"scan array/window", "scan_window", window});
  cases.push_back({"scan array/double", "scan_array", [](Run &run) { wholeArray<double>(run, "double"); }});
}

} // namespace tilec::exec
