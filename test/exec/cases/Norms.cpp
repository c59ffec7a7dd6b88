// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer norm and RMS norm, forward and backward.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

struct Statistics {
  double mean = 0, rstd = 0;
};

Statistics statistics(const Array<float> &in, int row, int columns, double epsilon, bool centred) {
  Statistics s;
  for (int j = 0; centred && j < columns; ++j)
    s.mean += double(in[row * columns + j]) / columns;
  double variance = 0;
  for (int j = 0; j < columns; ++j)
    variance += (in[row * columns + j] - s.mean) * (in[row * columns + j] - s.mean) / columns;
  s.rstd = 1 / std::sqrt(variance + epsilon);
  return s;
}

void layerNormForward(Run &run, const std::string &kernel, int rows, int columns) {
  auto &in = run.uniform<float>(rows * columns, -3, 5);
  auto &weight = run.uniform<float>(columns, -2, 2), &bias = run.uniform<float>(columns, -1, 1);
  auto &out = run.zeros<float>(rows * columns), &mean = run.zeros<float>(rows), &rstd = run.zeros<float>(rows);
  run.launch(kernel, {uint32_t(rows)}, out, mean, rstd, in, weight, bias, columns, 0.25f);
  std::vector<double> expected(rows * columns), means(rows), rstds(rows);
  for (int i = 0; i < rows; ++i) {
    auto s = statistics(in, i, columns, 0.25, true);
    means[i] = s.mean, rstds[i] = s.rstd;
    for (int j = 0; j < columns; ++j)
      expected[i * columns + j] = (in[i * columns + j] - s.mean) * s.rstd * weight[j] + bias[j];
  }
  run.near("mean", mean, means, {1e-5, 1e-6});
  run.near("rstd", rstd, rstds, {1e-4, 1e-6});
  run.near(kernel, out, expected, {1e-4, 2e-5});
  run.clear();
}

void layerNormBackward(Run &run, int rows, int columns) {
  auto &in = run.uniform<float>(rows * columns, -3, 5), &dout = run.uniform<float>(rows * columns, -1, 1);
  auto &weight = run.uniform<float>(columns, -2, 2);
  auto &mean = run.zeros<float>(rows), &rstd = run.zeros<float>(rows);
  auto &din = run.zeros<float>(rows * columns), &dweight = run.zeros<float>(columns),
       &dbias = run.zeros<float>(columns);
  std::vector<double> dx(rows * columns), dw(columns), db(columns);
  for (int i = 0; i < rows; ++i) {
    auto s = statistics(in, i, columns, 0.25, true);
    mean[i] = float(s.mean), rstd[i] = float(s.rstd);
    double meanOfG = 0, meanOfGx = 0;
    auto xhat = [&](int j) { return (in[i * columns + j] - s.mean) * s.rstd; };
    auto g = [&](int j) { return double(dout[i * columns + j]) * weight[j]; };
    for (int j = 0; j < columns; ++j)
      meanOfG += g(j) / columns, meanOfGx += g(j) * xhat(j) / columns;
    for (int j = 0; j < columns; ++j) {
      dx[i * columns + j] = (g(j) - meanOfG - xhat(j) * meanOfGx) * s.rstd;
      dw[j] += dout[i * columns + j] * xhat(j);
      db[j] += dout[i * columns + j];
    }
  }
  run.launch("layer_norm_backward<64>", {uint32_t(rows)}, din, dweight, dbias, dout, in, weight, mean, rstd, columns);
  run.near("din", din, dx, {1e-4, 2e-5});
  run.near("dweight", dweight, dw, {1e-4, 1e-4});
  run.near("dbias", dbias, db, {1e-4, 1e-4});
  run.clear();
}

void rmsNorm(Run &run, int rows, int columns) {
  auto &in = run.uniform<float>(rows * columns, -3, 5), &dout = run.uniform<float>(rows * columns, -1, 1);
  auto &weight = run.uniform<float>(columns, -2, 2);
  auto &out = run.zeros<float>(rows * columns), &rstd = run.zeros<float>(rows);
  auto &din = run.zeros<float>(rows * columns), &dweight = run.zeros<float>(columns);
  run.launch("rms_norm_forward", {uint32_t(rows)}, out, rstd, in, weight, rows, columns, 0.5f);
  run.launch("rms_norm_backward", {uint32_t(rows)}, din, dweight, dout, in, weight, rstd, rows, columns);
  std::vector<double> y(rows * columns), dx(rows * columns), dw(columns);
  for (int i = 0; i < rows; ++i) {
    double r = statistics(in, i, columns, 0.5, false).rstd, mean = 0;
    for (int j = 0; j < columns; ++j)
      mean += in[i * columns + j] * r * dout[i * columns + j] * weight[j] / columns;
    for (int j = 0; j < columns; ++j) {
      int at = i * columns + j;
      y[at] = in[at] * r * weight[j];
      dx[at] = (double(dout[at]) * weight[j] - in[at] * r * mean) * r;
      dw[j] += dout[at] * in[at] * r;
    }
  }
  run.near("rms_norm_forward", out, y, {1e-4, 1e-6});
  run.near("rms_norm_backward: din", din, dx, {1e-4, 2e-5});
  run.near("rms_norm_backward: dweight", dweight, dw, {1e-4, 1e-4});
  run.clear();
}

} // namespace

namespace tilec::exec {

void addNormCases(Cases &cases) {
  cases.push_back({"layer norm/forward", "layer_norm", [](Run &run) {
                     layerNormForward(run, "layer_norm_forward<64>", 5, 64);
                     layerNormForward(run, "layer_norm_forward<64>", 7, 41);
                     layerNormForward(run, "layer_norm_forward<64>", 1, 1);
                     layerNormForward(run, "layer_norm_forward<1024>", 3, 1000);
                   }});
  cases.push_back({"layer norm/backward", "layer_norm", [](Run &run) {
                     layerNormBackward(run, 5, 64);
                     layerNormBackward(run, 9, 41);
                   }});
  cases.push_back({"rms norm", "rms_norm", [](Run &run) {
                     rmsNorm(run, 3, 128);
                     rmsNorm(run, 5, 300);
                     rmsNorm(run, 1, 1);
                   }});
}

} // namespace tilec::exec
