// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of cells that elements share by their places: sums of whole numbers, exact in every order.
#include "test/exec/harness/Cases.h"
#include <cmath>

using namespace tilec::exec;

namespace {

template <class T> Array<T> &wholeNumbers(Run &run, int n) {
  auto &values = run.uniform<T>(n, -50, 50);
  for (T &value : values.values)
    value = T(std::floor(double(value)));
  return values;
}

template <class T> void addColumns(Run &run, const std::string &type, int tileRows, int tileColumns) {
  for (auto [rows, columns] : {std::pair(64, 128), std::pair(1, 1), std::pair(70, 99)}) {
    auto &in = wholeNumbers<T>(run, rows * columns);
    auto &sums = run.zeros<T>(columns), &largest = run.filled<T>(columns, T(-40));
    run.launch("add_columns<" + type + ", " + std::to_string(tileRows) + ", " + std::to_string(tileColumns) + ">",
               {uint32_t(ceilDiv(columns, tileColumns)), uint32_t(ceilDiv(rows, tileRows))}, sums, largest, in, rows,
               columns);
    std::vector<T> expected(columns), most(columns, T(-40));
    for (int i = 0; i < rows * columns; ++i) {
      expected[i % columns] += in[i];
      most[i % columns] = std::max(most[i % columns], std::is_integral_v<T> ? in[i] : T(-40));
    }
    run.equal("sums", sums, expected);
    run.equal("largest", largest, most);
    run.clear();
  }
}

template <class T> void addGroups(Run &run, const std::string &type, int group) {
  for (int n : {512, 1, 1300}) {
    auto &in = wholeNumbers<T>(run, n);
    auto &sums = run.zeros<T>(n / group + 1), &combed = run.zeros<T>(group);
    run.launch("add_groups<" + type + ", " + std::to_string(group) + ">", {uint32_t(ceilDiv(n, 512))}, sums, combed, in,
               n);
    std::vector<T> expected(sums.size()), everyNth(group);
    for (int i = 0; i < n; ++i)
      expected[i / group] += in[i], everyNth[i % group] -= in[i];
    run.equal("neighbours", sums, expected);
    run.equal("every n-th", combed, everyNth);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addSharedCellCases(Cases &cases) {
  cases.push_back({"shared cells/columns int", "shared_cells", [](Run &run) { addColumns<int>(run, "int", 16, 32); }});
  cases.push_back(
      {"shared cells/columns long", "shared_cells", [](Run &run) { addColumns<long>(run, "long", 8, 64); }});
  cases.push_back(
      {"shared cells/columns float", "shared_cells", [](Run &run) { addColumns<float>(run, "float", 64, 64); }});
  cases.push_back({"shared cells/groups int", "shared_cells", [](Run &run) { addGroups<int>(run, "int", 8); }});
  cases.push_back({"shared cells/groups float", "shared_cells", [](Run &run) { addGroups<float>(run, "float", 32); }});
  cases.push_back(
      {"shared cells/groups double", "shared_cells", [](Run &run) { addGroups<double>(run, "double", 7); }});
}

} // namespace tilec::exec
