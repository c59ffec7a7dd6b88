// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches over 8 to 64 MiB that find nothing in the cache.
#include "tools/bench/Bench.h"

using namespace tilec;
using namespace tilec::bench;

namespace {

constexpr double kGoal = 0.95;

void softmax(Bench &bench, size_t bytes, int columns, const std::string &size) {
  auto &a = bench.bfloats("a", bytes), &c = bench.bfloats("c", bytes);
  int rows = int(bytes / 2 / columns);
  std::string width = std::to_string(columns);
  bench.run({"softmax bf16 " + width + size,
             2.0 * bytes,
             kGoal,
             {{"softmax", "softmax_forward<__nv_bfloat16, " + width + ">", {uint32_t(rows)}, {c, a, rows, columns}}}});
}

void others(Bench &bench, size_t bytes, const std::string &size) {
  auto &a = bench.floats("a", bytes), &b = bench.floats("b", bytes), &c = bench.floats("c", bytes);
  auto &x = bench.bfloats("a", bytes), &y = bench.bfloats("c", bytes);
  int n = int(bytes / 4), twice = int(bytes / 2), columns = 1024, rows = twice / columns;
  auto &weight = bench.bfloats("weight", 2 * columns), &rstd = bench.floats("rstd", rows * 4);
  bench.run(
      {"add_pointers" + size, 3.0 * bytes, kGoal, {{"vector_add", "add_pointers", {uint32_t(n / 256)}, {c, a, b, n}}}});
  bench.run({"gelu bf16" + size,
             2.0 * bytes,
             kGoal,
             {{"activation", "gelu_forward<__nv_bfloat16>", {uint32_t(twice / 1024)}, {y, x, twice}}}});
  bench.run({"rms norm bf16 1024" + size,
             2.0 * bytes,
             kGoal,
             {{"norm_rows",
               "rms_norm_rows<__nv_bfloat16, 1024>",
               {uint32_t(rows)},
               {y, rstd, x, weight, rows, columns, 1e-5f}}}});
}

} // namespace

void bench::smallLaunches(Bench &bench) {
  bench.flushBetween(true);
  for (size_t mebibytes : {8, 32, 64}) {
    std::string size = ", " + std::to_string(mebibytes) + " MiB";
    for (int columns : {1024, 4096})
      softmax(bench, mebibytes << 20, columns, size);
    rotary(bench, mebibytes << 20, true, "rotary bf16" + size, kGoal);
    others(bench, mebibytes << 20, size);
  }
  bench.flushBetween(false);
}
