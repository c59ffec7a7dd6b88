// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax, layer norm and RMS norm of the rows of a matrix, forward and backward, beside Triton's kernels.
#include "tools/bench/Bench.h"

using namespace tilec;
using namespace tilec::bench;

namespace {

constexpr double kForward = 0.98, kBackward = 0.85;
constexpr float kEpsilon = 1e-5f;

/// One matrix, and what its rows need.
struct Matrix {
  Bench &bench;
  bool narrow;
  int columns;
  size_t bytes = bench.options.mebibytes << 20;
  int rows = int(bytes / (narrow ? 2 : 4) / columns);

  const runtime::Buffer &data(const std::string &which, size_t size) const {
    return narrow ? bench.bfloats(which, size) : bench.floats(which, size);
  }
  const runtime::Buffer &whole(const std::string &which) const {
    return data(which, bytes);
  }
  const runtime::Buffer &row(const std::string &which) const {
    return data(which, size_t(columns) * (narrow ? 2 : 4));
  }
  const runtime::Buffer &statistic(const std::string &which) const {
    return bench.floats(which, size_t(rows) * 4);
  }
  std::string kernel(const std::string &name) const {
    return name + "<" + (narrow ? "__nv_bfloat16" : "float") + ", " + std::to_string(columns) + ">";
  }
  std::string title(const std::string &name) const {
    return name + (narrow ? " bf16 " : " f32 ") + std::to_string(columns);
  }
  std::string triton(const std::string &name) const {
    return name + (narrow ? "_bf16_" : "_f32_") + std::to_string(columns);
  }
  runtime::Dim3 grid() const {
    return {uint32_t(rows)};
  }
};

void softmax(const Matrix &m) {
  auto &a = m.whole("a"), &b = m.whole("b"), &c = m.whole("c");
  m.bench.run({.name = m.title("softmax"),
               .bytes = 2.0 * m.bytes,
               .goal = kForward,
               .steps = {{"softmax", m.kernel("softmax_forward"), m.grid(), {c, a, m.rows, m.columns}}},
               .triton = {{m.triton("softmax"), m.grid(), {c, a, m.columns}}}});
  m.bench.run({.name = m.title("softmax backward"),
               .bytes = 3.0 * m.bytes,
               .goal = kBackward,
               .steps = {{"softmax", m.kernel("softmax_backward"), m.grid(), {c, b, a, m.rows, m.columns}}},
               .triton = {{m.triton("softmax_backward"), m.grid(), {c, b, a, m.columns}}}});
}

void normsForward(const Matrix &m) {
  auto &a = m.whole("a"), &c = m.whole("c"), &weight = m.row("weight"), &bias = m.row("bias");
  auto &mean = m.statistic("mean"), &rstd = m.statistic("rstd");
  m.bench.run({.name = m.title("layer norm"),
               .bytes = 2.0 * m.bytes,
               .goal = kForward,
               .steps = {{"norm_rows",
                          m.kernel("layer_norm_rows"),
                          m.grid(),
                          {c, mean, rstd, a, weight, bias, m.rows, m.columns, kEpsilon}}},
               .triton = {{m.triton("layer_norm"), m.grid(), {c, mean, rstd, a, weight, bias, m.columns, kEpsilon}}}});
  m.bench.run(
      {.name = m.title("rms norm"),
       .bytes = 2.0 * m.bytes,
       .goal = kForward,
       .steps = {{"norm_rows", m.kernel("rms_norm_rows"), m.grid(), {c, rstd, a, weight, m.rows, m.columns, kEpsilon}}},
       .triton = {{m.triton("rms_norm"), m.grid(), {c, rstd, a, weight, m.columns, kEpsilon}}}});
}

/// Rows of one group add up their partial sums under a lock; groups as in tools/bench/triton_kernels.py.
constexpr int tritonGroups(int columns) {
  return columns <= 1024 ? 256 : columns <= 4096 ? 128 : columns <= 8192 ? 96 : 64;
}

/// Partial sums of the gradients of weight and bias, one row a block, are added up by a second launch. On each
/// multiprocessor as many blocks as work on 12 KiB of floats or 16 KiB of narrower rows: with one more or one less RMS
/// norm of 1024 floats takes 2 and 3 % longer, with twice as many float rows up to 5, with half as many all up to 28 %.
void normsBackward(const Matrix &m) {
  auto &a = m.whole("a"), &b = m.whole("b"), &c = m.whole("c"), &weight = m.row("weight"), &sums = m.row("sums");
  auto &mean = m.statistic("mean"), &rstd = m.statistic("rstd");
  auto [bytesInWork, width] = m.narrow ? std::pair(16 << 10, 2) : std::pair(12 << 10, 4);
  int blocks = m.bench.context.device().multiprocessors() * std::max(1, bytesInWork / (m.columns * width));
  size_t partial = size_t(blocks) * m.columns * 4;
  auto &dweight = m.bench.zeros("dweight", partial), &dbias = m.bench.zeros("dbias", partial);
  runtime::Dim3 grid{uint32_t(blocks)}, columns{uint32_t(m.columns / 16)};
  std::string of = m.narrow ? "<__nv_bfloat16>" : "<float>";
  auto &biasSums = m.row("bias sums");
  Step addWeights{"norm_rows", "add_rows" + of, columns, {sums, dweight, blocks, m.columns}};
  Step addBoth{
      "norm_rows", "add_rows_of_two" + of, {columns.x, 2}, {sums, biasSums, dweight, dbias, blocks, m.columns}};
  auto &locks = m.bench.zeros("locks", 2 * 4 * tritonGroups(m.columns));
  m.bench.run({.name = m.title("layer norm backward"),
               .bytes = 3.0 * m.bytes,
               .goal = kBackward,
               .steps = {{"norm_rows",
                          m.kernel("layer_norm_rows_backward"),
                          grid,
                          {c, dweight, dbias, b, a, weight, mean, rstd, m.rows, m.columns}},
                         addBoth},
               .triton = {{m.triton("layer_norm_backward"),
                           m.grid(),
                           {c, dweight, dbias, locks, b, a, weight, mean, rstd, m.columns}},
                          {m.triton("layer_norm_backward_sums"),
                           {uint32_t(m.columns / 128)},
                           {sums, biasSums, dweight, dbias, m.columns}}},
               .beforeTriton = [&] { take(locks.fill(m.bench.stream, 0)); }});
  m.bench.run(
      {.name = m.title("rms norm backward"),
       .bytes = 3.0 * m.bytes,
       .goal = kBackward,
       .steps = {
           {"norm_rows", m.kernel("rms_norm_rows_backward"), grid, {c, dweight, b, a, weight, rstd, m.rows, m.columns}},
           addWeights}});
}

} // namespace

void bench::rows(Bench &bench) {
  for (bool narrow : {false, true})
    for (int columns : {1024, 4096, 16384}) {
      Matrix m{bench, narrow, columns};
      softmax(m);
      normsForward(m);
      normsBackward(m);
    }
}
