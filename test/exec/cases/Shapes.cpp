// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data that changes place: transposes, permutations, reversal, concatenation.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

template <class T> void transpose(Run &run, const std::string &kernel, int tileRows, int tileColumns) {
  for (auto [rows, columns] : {std::pair{tileRows, tileColumns}, {1, 1}, {50, 70}, {33, 129}}) {
    auto &in = run.uniform<T>(rows * columns, 0, 100), &out = run.zeros<T>(rows * columns);
    run.launch(kernel, {uint32_t(ceilDiv(rows, tileRows)), uint32_t(ceilDiv(columns, tileColumns))}, out, in, rows,
               columns);
    std::vector<T> expected(rows * columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[j * rows + i] = in[i * columns + j];
    run.equal(kernel, out, expected);
    run.clear();
  }
}

void transposeByLayout(Run &run) {
  for (auto [rows, columns] : {std::pair(35, 50), std::pair(64, 17)}) {
    auto &in = run.uniform<float>(rows * columns, 0, 100), &out = run.zeros<float>(rows * columns);
    run.launch("transpose_by_layout", {uint32_t(ceilDiv(columns, 16)), uint32_t(ceilDiv(rows, 16))}, out, in, rows,
               columns);
    std::vector<float> expected(rows * columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[j * rows + i] = in[i * columns + j];
    run.equal("transpose_by_layout", out, expected);
    run.clear();
  }
}

void transposeLeading(Run &run) {
  for (auto [a, b, c] : {std::tuple{4, 8, 2}, {16, 2, 8}}) {
    auto &in = run.uniform<short>(a * b * c, -999, 999), &out = run.zeros<short>(a * b * c);
    std::string kernel =
        "transpose_leading<" + std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + ">";
    run.launch(kernel, {1}, out, in);
    std::vector<short> expected(a * b * c);
    for (int i = 0; i < a; ++i)
      for (int j = 0; j < b; ++j)
        for (int k = 0; k < c; ++k)
          expected[(j * a + i) * c + k] = in[(i * b + j) * c + k];
    run.equal(kernel, out, expected);
    run.clear();
  }
}

void permute(Run &run, std::array<int, 4> order) {
  for (std::array<int, 4> extent : {std::array{2, 4, 8, 4}, {3, 5, 9, 7}, {1, 1, 1, 1}, {2, 9, 3, 4}}) {
    int count = extent[0] * extent[1] * extent[2] * extent[3];
    auto &in = run.uniform<float>(count, 0, 100), &out = run.zeros<float>(count);
    uint32_t blocks = ceilDiv(extent[0], 2) * ceilDiv(extent[1], 4) * ceilDiv(extent[2], 8) * ceilDiv(extent[3], 4);
    std::string kernel = "permute4d<" + std::to_string(order[0]) + ", " + std::to_string(order[1]) + ", " +
                         std::to_string(order[2]) + ", " + std::to_string(order[3]) + ">";
    run.launch(kernel, {blocks}, out, in, extent[0], extent[1], extent[2], extent[3]);
    std::vector<float> expected(count);
    for (int at = 0; at < count; ++at) {
      int index[4], rest = at, target = 0;
      for (int d = 3; d >= 0; --d)
        index[d] = rest % extent[d], rest /= extent[d];
      for (int d = 0; d < 4; ++d)
        target = target * extent[order[d]] + index[order[d]];
      expected[target] = in[at];
    }
    run.equal(kernel, out, expected);
    run.clear();
  }
}

template <class T> void reverse(Run &run, const std::string &type) {
  for (int n : {1, 128, 129, 1000}) {
    auto &in = run.uniform<T>(n, 0, 1), &out = run.zeros<T>(n);
    run.launch("reverse<" + type + ">", {uint32_t(ceilDiv(n, 128))}, out, in, n);
    auto expected = in.values;
    std::reverse(expected.begin(), expected.end());
    run.equal("reverse<" + type + ">", out, expected);
    run.clear();
  }
}

void reverseRows(Run &run) {
  for (auto [rows, columns] : {std::pair{4, 32}, {1, 1}, {9, 75}}) {
    auto &in = run.uniform<int>(rows * columns, -999, 999), &out = run.zeros<int>(rows * columns);
    run.launch("reverse_rows", {uint32_t(ceilDiv(rows, 4)), uint32_t(ceilDiv(columns, 32))}, out, in, rows, columns);
    auto expected = in.values;
    for (int i = 0; i < rows; ++i)
      std::reverse(expected.begin() + i * columns, expected.begin() + (i + 1) * columns);
    run.equal("reverse_rows", out, expected);
    run.clear();
  }
}

void concatenateArrays(Run &run) {
  for (auto [na, nb] : {std::pair{1, 1}, {0, 5}, {5, 0}, {128, 128}, {100, 333}}) {
    auto &a = run.uniform<float>(na, 0, 1), &b = run.uniform<float>(nb, 0, 1), &out = run.zeros<float>(na + nb);
    run.launch("concatenate_arrays", {uint32_t(ceilDiv(na + nb, 128))}, out, a, na, b, nb);
    auto expected = a.values;
    expected.insert(expected.end(), b.values.begin(), b.values.end());
    run.equal("concatenate_arrays", out, expected);
    run.clear();
  }
}

void concatenateTiles(Run &run, int rows, int columns) {
  int count = rows * columns;
  auto &a = run.uniform<int>(count, 0, 999), &b = run.uniform<int>(count, 0, 999);
  auto &below = run.zeros<int>(2 * count), &beside = run.zeros<int>(2 * count);
  run.launch("concatenate_tiles<" + std::to_string(rows) + ", " + std::to_string(columns) + ">", {1}, below, beside, a,
             b);
  auto expected = a.values;
  expected.insert(expected.end(), b.values.begin(), b.values.end());
  run.equal("cat<0>", below, expected);
  for (int i = 0; i < 2 * count; ++i) {
    int row = i / (2 * columns), column = i % columns;
    expected[i] = (i / columns % 2 == 0 ? a : b)[row * columns + column];
  }
  run.equal("cat<1>", beside, expected);
  run.clear();
}

void swapQuarters(Run &run, int rows, int columns) {
  int high = rows / 2, wide = columns / 2;
  for (int row : {0, 1})
    for (int column : {0, 1}) {
      auto &in = run.uniform<float>(rows * columns, 0, 1), &out = run.zeros<float>(rows * columns);
      run.launch("swap_quarters<" + std::to_string(rows) + ", " + std::to_string(columns) + ">", {1}, out, in, row,
                 column);
      auto expected = in.values;
      for (int i = 0; i < high; ++i)
        for (int j = 0; j < wide; ++j)
          std::swap(expected[(row * high + i) * columns + column * wide + j],
                    expected[((1 - row) * high + i) * columns + (1 - column) * wide + j]);
      run.equal("swap_quarters", out, expected);
      run.clear();
    }
}

} // namespace

namespace tilec::exec {

void addShapeCases(Cases &cases) {
  auto add = [&](std::string name, std::string file, std::function<void(Run &)> body) {
    cases.push_back({name, file, body});
  };
  add("transpose/float", "transpose", [](Run &run) { transpose<float>(run, "transpose<float, 32, 32>", 32, 32); });
  add("transpose/float, tiles of 64", "transpose",
      [](Run &run) { transpose<float>(run, "transpose<float, 64, 64>", 64, 64); });
  add("transpose/bfloat16", "transpose",
      [](Run &run) { transpose<BFloat16>(run, "transpose<__nv_bfloat16, 64, 64>", 64, 64); });
  add("transpose/float, large tiles", "transpose",
      [](Run &run) { transpose<float>(run, "transpose<float, 64, 512>", 64, 512); });
  add("transpose/double", "transpose", [](Run &run) { transpose<double>(run, "transpose<double, 8, 16>", 8, 16); });
  add("transpose/bytes", "transpose",
      [](Run &run) { transpose<unsigned char>(run, "transpose<unsigned char, 64, 16>", 64, 16); });
  add("transpose/by layout", "transpose", transposeByLayout);
  add("transpose/leading dimensions", "transpose", transposeLeading);
  add("permute", "permute4d", [](Run &run) {
    for (std::array<int, 4> order : {std::array{0, 1, 2, 3}, {0, 2, 1, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}})
      permute(run, order);
  });
  add("reverse/arrays", "reverse", [](Run &run) {
    reverse<char>(run, "char");
    reverse<short>(run, "short");
    reverse<float>(run, "float");
    reverse<double>(run, "double");
    reverse<unsigned char>(run, "bool");
  });
  add("reverse/rows", "reverse", reverseRows);
  add("concatenate/arrays", "concatenate", concatenateArrays);
  add("concatenate/tiles", "concatenate", [](Run &run) {
    concatenateTiles(run, 4, 8);
    concatenateTiles(run, 64, 2);
  });
  add("concatenate/quarters swapped", "concatenate", [](Run &run) {
    swapQuarters(run, 8, 16);
    swapQuarters(run, 32, 2);
  });
}

} // namespace tilec::exec
