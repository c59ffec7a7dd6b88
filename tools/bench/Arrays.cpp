// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of an array, and its running sum beside CUB's.
#include "tools/bench/Bench.h"

using namespace tilec;
using namespace tilec::bench;

namespace {

void sums(Bench &bench) {
  size_t bytes = bench.options.mebibytes << 20;
  int n = int(bytes / 4), waves = 8;
  auto &a = bench.floats("a", bytes), &partials = bench.zeros("partials", bytes / 1024), &cell = bench.zeros("cell", 4);
  uint32_t blocks = uint32_t(bench.context.device().multiprocessors() * waves);
  bench.run({.name = "sum of an array",
             .bytes = double(bytes),
             .goal = 0.95,
             .steps = {{"reduce_array", "sum_by_stride<float, 4096>", {blocks}, {cell, a, n}}},
             .before = [&] { take(cell.fill(bench.stream, 0)); }});
  bench.run({.name = "sums of tiles of 1024",
             .bytes = double(bytes),
             .goal = 0.95,
             .steps = {{"reduce_array", "sum_partials<float>", {uint32_t(n / 1024)}, {partials, a, n}}}});
  bench.run({.name = "sum of an array, an atomic a tile of 1024",
             .bytes = double(bytes),
             .goal = 0,
             .steps = {{"reduce_array", "sum_atomic<float>", {uint32_t(n / 1024)}, {cell, a, n}}}});
}

void scans(Bench &bench) {
  constexpr int n = 1 << 28, kTile = 8192, kBlocks = n / kTile;
  constexpr size_t kBytes = size_t(n) * 4;
  if (!bench.wanted("prefix sum"))
    return;
  auto &in = bench.floats("copy", kBytes), &out = bench.zeros("copy", kBytes);
  // The ticket lies before the states.
  auto &state = bench.zeros("state", 8 * (kBlocks + 1));
  auto words = reinterpret_cast<const void *>(state.address() + 8);
  bench.run({.name = "prefix sum of 2^28 ints",
             .bytes = 2.0 * kBytes,
             .goal = 0,
             .steps = {{"scan_window", "scan_window", {kBlocks}, {out, in, n, state, words}}},
             .before = [&] { take(state.fill(bench.stream, 0)); },
             .other = bench.cub("tilec_cub_scan", out, in, n)});
}

} // namespace

void bench::arrays(Bench &bench) {
  sums(bench);
  scans(bench);
}
