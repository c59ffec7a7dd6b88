// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of a sparse matrix, stored by slices of rows, with a vector.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

template <class T> void spmv(Run &run, const std::string &type) {
  int rows = 100, size = 64, slices = ceilDiv(rows, 32);
  std::vector<int> starts{0}, columns;
  for (int s = 0; s < slices; ++s) {
    int width = s == 1 ? 0 : int(run.random.integer(1, 9)); // one slice is empty
    for (int k = 0; k < width * 32; ++k)
      columns.push_back(s * 32 + k % 32 < rows && run.random.chance(0.7) ? int(run.random.integer(0, size - 1)) : -1);
    starts.push_back(int(columns.size()));
  }
  auto &values = run.uniform<T>(columns.size(), -1, 1), &x = run.uniform<T>(size, -1, 1), &y = run.zeros<T>(rows);
  auto &c = run.array(columns), &begin = run.array(starts);
  run.launch("spmv<" + type + ">", {uint32_t(slices)}, y, values, c, begin, x, rows);
  std::vector<T> expected(rows);
  for (int s = 0; s < slices; ++s)
    for (int at = starts[s]; at < starts[s + 1]; ++at)
      if (columns[at] >= 0)
        expected[s * 32 + (at - starts[s]) % 32] =
            std::fma(values[at], x[columns[at]], expected[s * 32 + (at - starts[s]) % 32]);
  run.near("spmv<" + type + ">", y, expected, {});
  run.clear();
}

} // namespace

namespace tilec::exec {

void addSparseRowCases(Cases &cases) {
  cases.push_back({"spmv", "spmv", [](Run &run) {
                     spmv<float>(run, "float");
                     spmv<double>(run, "double");
                   }});
}

} // namespace tilec::exec
