// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float functions on every float (on the CPU on some of them), and what -use_fast_math makes of them.
#include "test/exec/harness/Cases.h"
#include "test/exec/cases/ConformanceFloats.h"

using namespace tilec::exec;

namespace {

/// Largest distance from the exact result that a function may have: half a unit more than from the rounded one.
void allFloats(Run &run, const std::string &function, double bound) {
  // An odd stride: the low bits of the arguments take every value.
  unsigned stride = run.device.isHost() ? 65537 : 1;
  uint32_t blocks = uint32_t((uint64_t(1) << 24) / (run.device.isHost() ? 65536 : 1));
  auto &worst = run.zeros<uint64_t>(1);
  run.launch("worst_error<Function::" + function + ">", {blocks}, worst, stride);
  double error = double(worst[0] >> 32) / 1000;
  if (run.table)
    std::printf("| `%s` | all float | %g ulp from exact | %.3f at %s | %llu |\n", function.c_str(), bound, error,
                bitsText(std::bit_cast<float>(uint32_t(worst[0]))).c_str(), 256ull * blocks);
  run.require(error <= bound, function + "(" + bitsText(std::bit_cast<float>(uint32_t(worst[0]))) + ") is " +
                                  std::to_string(error) + " ulp from the exact result, at most " +
                                  std::to_string(bound) + " allowed");
  run.clear();
}

/// Bounds of CUDA's intrinsics: a distance in last places, and an absolute one, of which either holds.
struct FastFunction {
  const char *name;
  std::function<Real(Real, Real)> exact;
  std::function<double(double, double)> ulps;
  double absolute;
};

const FastFunction kFastFunctions[] = {
    {"sin", [](Real x, Real) { return std::sin(x); }, [](double, double) { return 0; }, 0x1p-21},
    {"cos", [](Real x, Real) { return std::cos(x); }, [](double, double) { return 0; }, 0x1p-21},
    {"tan", [](Real x, Real) { return std::tan(x); },
     // The quotient of the two above.
     [](double x, double) { return 16 / (std::fabs(std::cos(x)) * std::fabs(std::sin(x))); }, 0x1p-21},
    {"log", [](Real, Real y) { return std::log(y); }, [](double, double) { return 3; }, 0x1p-21},
    {"log2", [](Real, Real y) { return std::log2(y); }, [](double, double) { return 2; }, 0x1p-21},
    {"exp", [](Real x, Real) { return std::exp(x); },
     [](double x, double) { return 2 + std::floor(1.173 * std::fabs(x)); }, 0},
    {"pow", [](Real x, Real y) { return std::pow(y, x); },
     [](double x, double y) { return 4 + 8 * std::fabs(x) * (1 + std::fabs(std::log2(y))); }, 0},
    {"a / b", [](Real x, Real y) { return x / y; }, [](double, double) { return 2; }, 0},
    {"sqrt", [](Real, Real y) { return std::sqrt(y); }, [](double, double) { return 1; }, 0},
    {"tanh", [](Real x, Real) { return std::tanh(x); }, [](double, double) { return 8192; }, 0},
};

void fastMath(Run &run) {
  int count = 64 * 256;
  auto &x = run.uniform<float>(count, -M_PI, M_PI), &y = run.zeros<float>(count);
  for (float &value : y.values)
    value = float(std::exp2(run.random.real(-20, 20)));
  auto &out = run.zeros<float>(count * std::size(kFastFunctions));
  run.launch("fast_functions", {256}, out, x, y);
  ConformanceTable table(run, "float, fast");
  size_t at = 0;
  for (const FastFunction &function : kFastFunctions)
    for (int i = 0; i < count; ++i, ++at) {
      Real expected = function.exact(x[i], y[i]);
      double distance = double(std::fabs(out[at] - expected) / lastPlace<float>(expected));
      double bound = std::max(function.ulps(x[i], y[i]) + 0.5, double(function.absolute / lastPlace<float>(expected)));
      table.add(function.name, bound, distance,
                [&] { return bitsText(x[i]) + ", " + bitsText(y[i]) + ": got " + bitsText(out[at]); });
    }
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceAllFloatsCases(Cases &cases) {
  auto add = [&](std::string function, double bound) {
    cases.push_back({"conformance/all floats, " + function, "conformance_exhaustive",
                     [=](Run &run) { allFloats(run, function, bound + 0.5); }});
  };
  add("exp", 2);
  add("exp2", 2);
  add("log", 1);
  add("log2", 1);
  add("rsqrt", 2);
  add("sqrt", 0);
  add("sin", 2);
  add("cos", 2);
  add("tan", 4);
  add("sinh", 3);
  add("cosh", 2);
  add("tanh", 2);
  cases.push_back({"conformance/fast math", "conformance_fast_math", fastMath});
}

} // namespace tilec::exec
