// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of tiles that their source numbers itself. With whole numbers, so that all is exact.
#include "test/exec/cases/WholeNumbers.h"

using namespace tilec::exec;

namespace {

void numbered(Run &run, int tileRows, int tileColumns, const std::string &rest) {
  int rows = int(run.random.integer(2, 5)), columns = int(run.random.integer(2, 5));
  // The last has whole squares of eight strides.
  for (Sizes s : {Sizes{rows * tileRows, columns * tileColumns, 64},
                  {rows * tileRows - 3, columns * tileColumns - 8, 72},
                  {tileRows, 9 * tileColumns, 8},
                  {9 * tileRows + 1, tileColumns, 40},
                  {9 * tileRows, 8 * tileColumns, 8}}) {
    auto &a = wholeNumbers<Half>(run, size_t(s.m) * s.k), &b = wholeNumbers<Half>(run, size_t(s.k) * s.n);
    auto &c = run.filled<float>(size_t(s.m) * s.n, -1.0f);
    int blocks = int(ceilDiv(s.m, tileRows) * ceilDiv(s.n, tileColumns));
    auto &runs = run.zeros<int>(blocks);
    run.launch("numbered_product<" + std::to_string(tileRows) + ", " + std::to_string(tileColumns) + ", " + rest + ">",
               {uint32_t(blocks)}, c, runs, a, b, s.m, s.n, s.k);
    run.equal("product", c, product<float>(a, b, s.m, s.n, s.k));
    run.equal("runs", runs, std::vector<int>(blocks, 1));
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addNumberedBlockCases(Cases &cases) {
  auto add = [&](int rows, int columns, const std::string &rest) {
    cases.push_back({"numbered blocks/" + std::to_string(rows) + "x" + std::to_string(columns) + ", " + rest,
                     "numbered_blocks", [=](Run &run) { numbered(run, rows, columns, rest); }});
  };
  add(128, 64, "8, false");
  add(256, 128, "3, false");
  add(256, 64, "4, false");
  add(64, 128, "4, true");
  add(128, 128, "8, true");
}

} // namespace tilec::exec
