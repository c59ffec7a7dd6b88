// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose addresses come from data: rows of an embedding table, histograms beside CUB's.
#include "tools/bench/Bench.h"

using namespace tilec;
using namespace tilec::bench;

namespace {

/// Copies random rows of a table, `tokensOfBlock` rows for each tile block. The table is as large as the result.
void gather(Bench &bench, bool narrow, int tokensOfBlock, int width) {
  size_t bytes = bench.options.mebibytes << 20;
  size_t rowBytes = size_t(width) * (narrow ? 2 : 4);
  int rows = int(bytes / rowBytes);
  auto &table = narrow ? bench.bfloats("a", bytes) : bench.floats("a", bytes);
  auto &out = narrow ? bench.bfloats("c", bytes) : bench.floats("c", bytes);
  auto &tokens = bench.indices("tokens", rows, rows);
  std::string shape = std::string("<") + (narrow ? "__nv_bfloat16, " : "float, ") + std::to_string(tokensOfBlock) +
                      ", " + std::to_string(width) + ">";
  for (bool view : {false, true}) {
    std::vector<runtime::Argument> arguments{out, table, tokens, rows};
    if (view)
      arguments.push_back(rows);
    bench.run({.name = std::string(narrow ? "bf16" : "f32") + " rows of " + std::to_string(rowBytes) +
                       (view ? " bytes by view" : " bytes by pointers"),
               .bytes = 2.0 * bytes + 4.0 * rows,
               .goal = 0.9,
               .steps = {{"embedding",
                          (view ? "gather_rows_by_view" : "gather_rows") + shape,
                          {uint32_t(rows / tokensOfBlock)},
                          arguments}}});
  }
}

/// Counts of bytes: uniform ones, and equal ones, which all hit one counter.
void histograms(Bench &bench) {
  constexpr int n = 1 << 28;
  auto &bins = bench.zeros("bins", 4 * 256), &theirs = bench.zeros("bins of CUB", 4 * 256);
  uint32_t multiprocessors = uint32_t(bench.context.device().multiprocessors());
  for (bool equal : {false, true}) {
    auto &in = equal ? bench.zeros("equal", n) : bench.bytes("a", n);
    for (int waves : {4, 16})
      bench.run({.name = std::string("histogram of 2^28 bytes, ") + (equal ? "equal" : "uniform") + ", " +
                         std::to_string(waves) + " blocks",
                 .bytes = double(n),
                 .goal = 0,
                 .steps = {{"histogram", "histogram_in_loop", {waves * multiprocessors}, {bins, in, n}}},
                 .before = [&] { take(bins.fill(bench.stream, 0)); },
                 .other = bench.cub("tilec_cub_histogram", theirs, in, n)});
  }
}

} // namespace

void bench::lookups(Bench &bench) {
  gather(bench, false, 16, 64);
  gather(bench, false, 4, 512);
  gather(bench, true, 16, 128);
  gather(bench, true, 4, 1024);
  histograms(bench);
}
