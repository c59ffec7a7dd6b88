// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Activation functions, GEGLU and dropout.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}
double geluInner(double x) {
  return 0.7978845608 * (x + 0.044715 * x * x * x);
}
double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(geluInner(x)));
}
double geluSlope(double x) {
  double t = std::tanh(geluInner(x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * 0.7978845608 * (1 + 0.134145 * x * x);
}
double siluSlope(double x) {
  double g = sigmoid(x);
  return g * (1 + x * (1 - g));
}

template <class T> struct Kind;
template <> struct Kind<float> {
  static constexpr const char *name = "float";
  static constexpr Bound bound{2e-5, 2e-6};
};
template <> struct Kind<Half> {
  static constexpr const char *name = "__half";
  static constexpr Bound bound{1e-3, 1e-6};
};
template <> struct Kind<BFloat16> {
  static constexpr const char *name = "__nv_bfloat16";
  static constexpr Bound bound{8e-3, 2e-6};
};

template <class T> std::string named(const std::string &kernel) {
  return kernel + "<" + Kind<T>::name + ">";
}

template <class T> void forward(Run &run, const std::string &kernel, double (*function)(double)) {
  for (int n : {1, 1024, 3333}) {
    auto &in = run.unruly<T>(n);
    auto &out = run.zeros<T>(n);
    run.launch(named<T>(kernel), {uint32_t(ceilDiv(n, 1024))}, out, in, n);
    std::vector<double> expected(n);
    for (int i = 0; i < n; ++i)
      expected[i] = T(function(in[i]));
    run.near(named<T>(kernel), out, expected, Kind<T>::bound);
    run.clear();
  }
}

template <class T> void backward(Run &run, const std::string &kernel, double (*slope)(double)) {
  int n = 777;
  auto &in = run.uniform<T>(n, -6, 6), &dout = run.uniform<T>(n, -2, 2);
  auto &din = run.zeros<T>(n);
  run.launch(named<T>(kernel), {uint32_t(ceilDiv(n, 1024))}, din, dout, in, n);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i)
    expected[i] = dout[i] * slope(in[i]);
  run.near(named<T>(kernel), din, expected, Kind<T>::bound);
  run.clear();
}

template <class T> void addFor(Cases &cases, const std::string &type) {
  cases.push_back({"relu/" + type, "activation", [](Run &run) {
                     forward<T>(run, "relu_forward", [](double x) { return x > 0 ? x : 0; });
                     forward<T>(run, "relu_forward_nan", [](double x) { return x > 0 || std::isnan(x) ? x : 0; });
                     backward<T>(run, "relu_backward", [](double x) { return x > 0 ? 1.0 : 0.0; });
                   }});
  cases.push_back({"silu/" + type, "activation", [](Run &run) {
                     forward<T>(run, "silu_forward", [](double x) { return x * sigmoid(x); });
                     backward<T>(run, "silu_backward", siluSlope);
                   }});
  cases.push_back({"gelu/" + type, "activation", [](Run &run) {
                     forward<T>(run, "gelu_forward", gelu);
                     backward<T>(run, "gelu_backward", geluSlope);
                   }});
}

void geglu(Run &run) {
  for (auto [rows, width] : {std::pair{4, 64}, {1, 1}, {7, 100}, {9, 65}}) {
    auto &in = run.uniform<float>(rows * 2 * width, -5, 5), &dout = run.uniform<float>(rows * width, -1, 1);
    auto &out = run.zeros<float>(rows * width), &din = run.zeros<float>(rows * 2 * width);
    Grid grid{uint32_t(ceilDiv(width, 64)), uint32_t(ceilDiv(rows, 4))};
    run.launch("geglu_forward", grid, out, in, rows, width);
    run.launch("geglu_backward", grid, din, dout, in, rows, width);
    std::vector<double> expected(rows * width), slopes(rows * 2 * width);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < width; ++j) {
        double gate = in[i * 2 * width + j], value = in[i * 2 * width + width + j], dy = dout[i * width + j];
        expected[i * width + j] = gelu(gate) * value;
        slopes[i * 2 * width + j] = dy * value * geluSlope(gate);
        slopes[i * 2 * width + width + j] = dy * gelu(gate);
      }
    run.near("geglu", out, expected, {2e-5, 1e-5});
    run.near("gradient of geglu", din, slopes, {2e-5, 1e-5});
    run.clear();
  }
}

uint32_t hash(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

void dropout(Run &run) {
  for (uint32_t n : {1u, 512u, 2000u}) {
    uint32_t seed = uint32_t(run.random.bits()), threshold = 0x40000000u;
    auto &in = run.uniform<float>(n, -5, 5), &out = run.zeros<float>(n);
    run.launch("dropout", {uint32_t(ceilDiv(n, 512))}, out, in, n, seed, threshold, 1.5f);
    std::vector<float> expected(n);
    for (uint32_t i = 0; i < n; ++i)
      expected[i] = hash(i ^ hash(seed)) >= threshold ? in[i] * 1.5f : 0.0f;
    run.near("dropout", out, expected, {});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addActivationCases(Cases &cases) {
  addFor<float>(cases, "float");
  addFor<Half>(cases, "half");
  addFor<BFloat16>(cases, "bfloat16");
  cases.push_back({"geglu", "geglu", geglu});
  cases.push_back({"dropout", "dropout", dropout});
}

} // namespace tilec::exec
