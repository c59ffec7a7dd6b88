// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions whose blocks loop over many tiles: matrix times vector, losses over long rows, sums of columns. A matrix
// times a vector is compared with our own sum over the same number of bytes, since both only read.
#include "tools/bench/Bench.h"

using namespace tilec;
using namespace tilec::bench;

namespace {

void matrixTimesVector(Bench &bench) {
  constexpr size_t kBytes = 512 << 20;
  constexpr int kColumns = 16384, kRowsOfBlock = 4;
  auto &x = bench.floats("x", 4 * kColumns), &y = bench.zeros("y", kBytes / kColumns * 4);
  auto row = [&](const std::string &type, const std::string &kernel, int rows, std::vector<runtime::Argument> data) {
    std::vector<runtime::Argument> arguments{y};
    arguments.insert(arguments.end(), data.begin(), data.end());
    arguments.insert(arguments.end(), {x, rows, kColumns});
    bench.run({.name = "matrix times vector " + type + ", of our sum",
               .bytes = double(kBytes),
               .goal = 0.95,
               .steps = {{"gemv", kernel, {uint32_t(rows / kRowsOfBlock)}, arguments}},
               .onlyReads = true});
  };
  row("f32", "gemv<float, 4, 1024>", kBytes / 4 / kColumns, {bench.floats("sum", kBytes)});
  row("bf16", "gemv<__nv_bfloat16, 4, 1024>", kBytes / 2 / kColumns, {bench.bfloats("matrix", kBytes)});
  row("int8", "gemv_quantised<4, 1024>", kBytes / kColumns,
      {bench.bytes("matrix", kBytes), bench.floats("scales", kBytes / kColumns * 4)});
}

void losses(Bench &bench, size_t bytes) {
  auto &out = bench.zeros("losses", 4 << 20);
  constexpr int kClasses = 128 * 1024;
  for (bool narrow : {false, true}) {
    int rows = int(2 * bytes / (narrow ? 2 : 4) / kClasses);
    auto &in = narrow ? bench.bfloats("matrix", 2 * bytes) : bench.floats("sum", 2 * bytes);
    auto &targets = bench.indices("targets", rows, kClasses);
    for (const char *tile : {"1024", "4096"})
      bench.run(
          {.name = std::string("cross entropy of 128k classes ") + (narrow ? "bf16" : "f32") + ", tiles of " + tile,
           .bytes = 2.0 * bytes,
           .goal = 0.95,
           .steps = {{"divergence",
                      std::string("cross_entropy<") + (narrow ? "__nv_bfloat16, " : "float, ") + tile + ">",
                      {uint32_t(rows)},
                      {out, in, targets, rows, kClasses}}}});
  }
  int columns = 16384, rows = int(bytes / 4 / columns);
  bench.run({.name = "KL divergence of rows of 16384",
             .bytes = 2.0 * bytes,
             .goal = 0.95,
             .steps = {{"divergence",
                        "kl_divergence",
                        {uint32_t(rows)},
                        {out, bench.floats("a", bytes), bench.floats("b", bytes), rows, columns}}}});
}

void columnSums(Bench &bench) {
  constexpr size_t kBytes = 512 << 20;
  constexpr int kColumnsOfBlock = 64, kParts = 8;
  auto &in = bench.floats("sum", kBytes);
  for (int columns : {1024, 8192}) {
    int rows = int(kBytes / 4 / columns);
    uint32_t blocks = columns / kColumnsOfBlock;
    auto &out = bench.zeros("sums", columns * 4);
    std::string size = std::to_string(rows) + "x" + std::to_string(columns);
    bench.run({.name = "column sums f32 " + size + ", a block a column",
               .bytes = double(kBytes),
               .goal = columns > 1024 ? 0.95 : 0,
               .steps = {{"column_sums", "column_sums<float>", {blocks}, {out, in, rows, columns}}}});
    bench.run({.name = "column sums f32 " + size + ", rows split",
               .bytes = double(kBytes),
               .goal = 0.95,
               .steps = {{"column_sums",
                          "column_sums_split<float>",
                          {blocks, kParts * 8192u / columns},
                          {out, in, rows, columns}}},
               .before = [&] { take(out.fill(bench.stream, 0)); }});
  }
}

} // namespace

void bench::longRows(Bench &bench) {
  matrixTimesVector(bench);
  losses(bench, bench.options.mebibytes << 20);
  columnSums(bench);
}
