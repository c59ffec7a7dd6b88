// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer norm and RMS norm of rows that fit a tile, forward and backward, of whole and ragged rows.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr double kEpsilon = 0.25;

/// The bounds of results in the element type, and of sums over rows, which are floats.
template <class T> struct Bounds {
  static constexpr Bound value{1e-4, 1e-4}, sum{1e-4, 1e-3};
  static constexpr const char *name = "float";
};
template <> struct Bounds<BFloat16> {
  static constexpr Bound value{8e-3, 1e-3}, sum{1e-4, 1e-3};
  static constexpr const char *name = "__nv_bfloat16";
};

/// What both directions start from: a matrix, its weights, and the mean and deviation of its rows.
template <class T> struct Problem {
  int rows, columns;
  bool centred;
  Array<T> &in, &weight, &bias, &dout;
  std::vector<double> means, rstds;

  Problem(Run &run, int rows, int columns, bool centred)
      : rows(rows), columns(columns), centred(centred), in(run.uniform<T>(rows * columns, -3, 5)),
        weight(run.uniform<T>(columns, -2, 2)), bias(run.uniform<T>(columns, -1, 1)),
        dout(run.uniform<T>(rows * columns, -1, 1)) {
    for (int i = 0; i < rows; ++i) {
      double mean = 0, variance = 0;
      for (int j = 0; centred && j < columns; ++j)
        mean += x(i, j) / columns;
      for (int j = 0; j < columns; ++j)
        variance += (x(i, j) - mean) * (x(i, j) - mean) / columns;
      means.push_back(mean), rstds.push_back(1 / std::sqrt(variance + kEpsilon));
    }
  }
  double x(int i, int j) const {
    return double(in[size_t(i) * columns + j]);
  }
  double normal(int i, int j) const {
    return (x(i, j) - means[i]) * rstds[i];
  }
  double slope(int i, int j) const {
    return double(dout[size_t(i) * columns + j]);
  }
  std::vector<float> floats(const std::vector<double> &from) const {
    return {from.begin(), from.end()};
  }
};

std::string named(const std::string &kernel, const std::string &type, int width) {
  return kernel + "<" + type + ", " + std::to_string(width) + ">";
}

template <class T> void forward(Run &run, int width, int rows, int columns, bool centred) {
  Problem<T> p(run, rows, columns, centred);
  auto &out = run.zeros<T>(rows * columns);
  auto &mean = run.zeros<float>(rows), &rstd = run.zeros<float>(rows);
  if (centred)
    run.launch(named("layer_norm_rows", Bounds<T>::name, width), {uint32_t(rows)}, out, mean, rstd, p.in, p.weight,
               p.bias, rows, columns, float(kEpsilon));
  else
    run.launch(named("rms_norm_rows", Bounds<T>::name, width), {uint32_t(rows)}, out, rstd, p.in, p.weight, rows,
               columns, float(kEpsilon));
  std::vector<double> expected;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      expected.push_back(p.normal(i, j) * double(p.weight[j]) + (centred ? double(p.bias[j]) : 0));
  run.near("mean", mean, p.means, {1e-4, 1e-5});
  run.near("rstd", rstd, p.rstds, {1e-4, 1e-6});
  run.near("out", out, expected, Bounds<T>::value);
  run.clear();
}

/// The gradients by the definition. `rows` of dweight and dbias are summed over all rows.
template <class T> struct Gradients {
  std::vector<double> in, weight, bias;
  explicit Gradients(const Problem<T> &p) : weight(p.columns), bias(p.columns) {
    for (int i = 0; i < p.rows; ++i) {
      double meanOfG = 0, meanOfGx = 0;
      auto g = [&](int j) { return p.slope(i, j) * double(p.weight[j]); };
      for (int j = 0; j < p.columns; ++j)
        meanOfG += p.centred ? g(j) / p.columns : 0, meanOfGx += g(j) * p.normal(i, j) / p.columns;
      for (int j = 0; j < p.columns; ++j) {
        in.push_back((g(j) - meanOfG - p.normal(i, j) * meanOfGx) * p.rstds[i]);
        weight[j] += p.slope(i, j) * p.normal(i, j), bias[j] += p.slope(i, j);
      }
    }
  }
};

template <class T> void backward(Run &run, int width, int rows, int columns, bool centred, int blocks) {
  Problem<T> p(run, rows, columns, centred);
  Gradients<T> expected(p);
  auto &din = run.zeros<T>(rows * columns);
  auto &dweights = run.zeros<float>(blocks * columns), &dbiases = run.zeros<float>(blocks * columns);
  auto &dweight = run.zeros<float>(columns), &dbias = run.zeros<float>(columns);
  auto &mean = run.array(p.floats(p.means)), &rstd = run.array(p.floats(p.rstds));
  Grid grid{uint32_t(blocks)};
  uint32_t sums = ceilDiv(columns, 16);
  if (centred) {
    run.launch(named("layer_norm_rows_backward", Bounds<T>::name, width), grid, din, dweights, dbiases, p.dout, p.in,
               p.weight, mean, rstd, rows, columns);
    run.launch("add_rows_of_two<float>", {sums, 2}, dweight, dbias, dweights, dbiases, blocks, columns);
  } else {
    run.launch(named("rms_norm_rows_backward", Bounds<T>::name, width), grid, din, dweights, p.dout, p.in, p.weight,
               rstd, rows, columns);
    run.launch("add_rows<float>", {sums}, dweight, dweights, blocks, columns);
  }
  run.near("din", din, expected.in, Bounds<T>::value);
  run.near("dweight", dweight, expected.weight, Bounds<T>::sum);
  if (centred)
    run.near("dbias", dbias, expected.bias, Bounds<T>::sum);
  run.clear();
}

/// Rows by width of tile, rows and columns, and how many blocks sum gradients: fewer than rows, as many, more.
template <class T> void both(Run &run, bool centred) {
  for (auto [width, rows, columns, blocks] : {std::array{1024, 5, 1024, 2},
                                              {1024, 3, 1000, 7},
                                              {1024, 1, 1, 1},
                                              {4096, 2, 4096, 1},
                                              {4096, 3, 4001, 2},
                                              {16384, 2, 16384, 2},
                                              {16384, 1, 9999, 3}}) {
    forward<T>(run, width, rows, columns, centred);
    backward<T>(run, width, rows, columns, centred, blocks);
  }
}

} // namespace

namespace tilec::exec {

void addRowNormCases(Cases &cases) {
  cases.push_back({"layer norm/rows, float", "norm_rows", [](Run &run) { both<float>(run, true); }});
  cases.push_back({"layer norm/rows, bfloat16", "norm_rows", [](Run &run) { both<BFloat16>(run, true); }});
  cases.push_back({"rms norm/rows, float", "norm_rows", [](Run &run) { both<float>(run, false); }});
  cases.push_back({"rms norm/rows, bfloat16", "norm_rows", [](Run &run) { both<BFloat16>(run, false); }});
  // More than 6 MB of them, which blocks fetch ahead for each other; the last ones fetch nothing.
  cases.push_back({"rms norm/many rows", "norm_rows", [](Run &run) { forward<float>(run, 16384, 101, 16384, false); }});
}

} // namespace tilec::exec
