// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that compute each element by itself, and transposes.
#include "tools/bench/Bench.h"

#include <algorithm>
#include <bit>

using namespace tilec;
using namespace tilec::bench;

namespace {

constexpr double kStreams = 0.98;

uint32_t ceilDiv(size_t a, size_t b) {
  return uint32_t((a + b - 1) / b);
}

runtime::Argument bfloat(float value) {
  return runtime::Argument::bits("bf16", std::bit_cast<uint32_t>(value) >> 16, 2);
}

void vectors(Bench &bench, size_t bytes) {
  auto &a = bench.floats("a", bytes), &b = bench.floats("b", bytes), &c = bench.floats("c", bytes);
  auto &x = bench.bfloats("a", bytes), &y = bench.bfloats("c", bytes);
  int n = int(bytes / 4), twice = int(bytes / 2);
  for (const char *name : {"add_pointers", "add_views", "add_views_ragged"})
    bench.run({name, 3.0 * bytes, kStreams, {{"vector_add", name, {ceilDiv(n, 256)}, {c, a, b, n}}}});
  bench.run({"axpy f32", 3.0 * bytes, kStreams, {{"axpy", "axpy<float, float>", {ceilDiv(n, 1024)}, {c, a, 0.5f, n}}}});
  bench.run({"axpy bf16",
             3.0 * bytes,
             kStreams,
             {{"axpy", "axpy<__nv_bfloat16, __nv_bfloat16>", {ceilDiv(twice, 1024)}, {y, x, bfloat(0.5f), twice}}}});
  bench.run(
      {"gelu f32", 2.0 * bytes, kStreams, {{"activation", "gelu_forward<float>", {ceilDiv(n, 1024)}, {c, a, n}}}});
  bench.run({"gelu bf16",
             2.0 * bytes,
             kStreams,
             {{"activation", "gelu_forward<__nv_bfloat16>", {ceilDiv(twice, 1024)}, {y, x, twice}}}});
  bench.run({"gelu backward f32",
             3.0 * bytes,
             kStreams,
             {{"activation", "gelu_backward<float>", {ceilDiv(n, 1024)}, {c, a, b, n}}}});
  bench.run({"dropout f32",
             2.0 * bytes,
             kStreams,
             {{"dropout", "dropout", {ceilDiv(n, 512)}, {c, a, unsigned(n), 7u, 0x40000000u, 1.5f}}}});
}

void pixels(Bench &bench, size_t bytes) {
  auto &a = bench.floats("a", bytes), &c = bench.floats("c", bytes);
  // Whole pictures, as far as there is room for one.
  constexpr int kPicture = 3840 * 2160;
  int count = int(bytes / 3);
  count -= count % std::min(count, kPicture);
  for (const char *name : {"grey_by_integers", "grey_by_floats"})
    bench.run({name, 4.0 * count, kStreams, {{"grayscale", name, {ceilDiv(count, 1024)}, {c, a, count}}}});
}

void quantising(Bench &bench, size_t bytes) {
  auto &a = bench.floats("a", bytes), &c = bench.floats("c", bytes), &scales = bench.zeros("scales", bytes / 64);
  for (int columns : {1024, 4096}) {
    int rows = int(bytes / 4 / columns);
    std::string width = std::to_string(columns);
    bench.run({"quantise int8, rows of " + width,
               1.25 * bytes + 4.0 * rows,
               kStreams,
               {{"quantize", "quantize_int8_row<" + width + ">", {uint32_t(rows)}, {c, scales, a, rows, columns}}}});
  }
  int columns = 1024, rows = int(bytes / 4 / columns);
  bench.run({"dequantise int8, rows of 1024",
             1.25 * bytes,
             kStreams,
             {{"quantize", "dequantize_int8_row<1024>", {uint32_t(rows)}, {c, a, scales, rows, columns}}}});
}

void transposes(Bench &bench, size_t bytes) {
  bytes = std::max<size_t>(bytes, 256 << 20);
  for (bool narrow : {false, true}) {
    size_t size = narrow ? 2 : 4;
    auto &a = narrow ? bench.bfloats("a", bytes) : bench.floats("a", bytes);
    auto &c = narrow ? bench.bfloats("c", bytes) : bench.floats("c", bytes);
    int columns = 8192, rows = 8192;
    double moved = 2.0 * size * rows * columns;
    auto kernel = [&](const std::string &shape) {
      return "transpose<" + std::string(narrow ? "__nv_bfloat16, " : "float, ") + shape + ">";
    };
    std::string name = narrow ? "transpose bf16" : "transpose f32";
    bench.run({name,
               moved,
               0.95,
               {{"transpose", kernel("64, 64"), {ceilDiv(rows, 64), ceilDiv(columns, 64)}, {c, a, rows, columns}}}});
    if (!narrow)
      bench.run({name + ", tiles of 32",
                 moved,
                 0.95,
                 {{"transpose", kernel("32, 32"), {ceilDiv(rows, 32), ceilDiv(columns, 32)}, {c, a, rows, columns}}}});
  }
}

} // namespace

void bench::rotary(Bench &bench, size_t bytes, bool narrow, const std::string &name, double goal) {
  constexpr int kHeads = 32, kHeadSize = 128, kHeadsInTile = 16;
  size_t position = (narrow ? 2 : 4) * kHeads * kHeadSize;
  int positions = int(bytes / position);
  auto &a = narrow ? bench.bfloats("a", bytes) : bench.floats("a", bytes);
  auto &c = narrow ? bench.bfloats("c", bytes) : bench.floats("c", bytes);
  size_t table = size_t(positions) * kHeadSize / 2 * 4;
  auto &cosines = bench.floats("cosines", table), &sines = bench.floats("sines", table);
  std::string kernel = std::string("rotary_table<") + (narrow ? "__nv_bfloat16" : "float") + ", 16, 64>";
  bench.run({name,
             2.0 * bytes + 2.0 * table,
             goal,
             {{"rotary_table",
               kernel,
               {kHeads / kHeadsInTile, uint32_t(positions)},
               {c, a, cosines, sines, positions, kHeads}}}});
}

void bench::elementwise(Bench &bench) {
  size_t bytes = bench.options.mebibytes << 20;
  vectors(bench, bytes);
  pixels(bench, bytes);
  quantising(bench, bytes);
  rotary(bench, bytes, false, "rotary f32", kStreams);
  rotary(bench, bytes, true, "rotary bf16", kStreams);
  transposes(bench, bytes);
}
