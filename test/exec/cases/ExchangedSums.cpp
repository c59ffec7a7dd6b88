// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose sums change places in each iteration, with no, one, few and many of them. Whole numbers, so that sums
// are exact.
#include "test/exec/harness/Cases.h"
#include <cmath>

using namespace tilec::exec;

namespace {

constexpr int kDepth = 64;

struct Problem {
  int m, n, k;
};
/// Iterations: 0 to 8 and more; with ragged ends, with arrays whose rows are aligned and such whose rows are not.
constexpr Problem kProblems[] = {{128, 128, 0},   {128, 128, 64},  {128, 256, 128}, {64, 128, 192},
                                 {200, 136, 256}, {130, 129, 301}, {128, 128, 384}, {256, 128, 1096}};

Array<BFloat16> &wholeFactors(Run &run, int count) {
  auto &array = run.uniform<BFloat16>(std::max(count, 1), -2, 3);
  for (BFloat16 &value : array.values)
    value = BFloat16(std::min(std::floor(double(value)), 2.0));
  return array;
}

Array<float> &wholeNumbers(Run &run, int count) {
  auto &array = run.uniform<float>(count, -20, 20);
  for (float &value : array.values)
    value = std::floor(value);
  return array;
}

using Sums = std::vector<double>;

/// What one step adds: the product of its columns of `a` and rows of `b`, times `scale`.
void addStep(Sums &sums, const Array<BFloat16> &a, const Array<BFloat16> &b, Problem problem, int step,
             double scale = 1) {
  auto [m, n, k] = problem;
  for (int i = 0; i < m; ++i)
    for (int t = step * kDepth; t < std::min(k, (step + 1) * kDepth); ++t)
      for (int j = 0; j < n; ++j)
        sums[size_t(i) * n + j] += scale * double(a[size_t(i) * k + t]) * double(b[size_t(t) * n + j]);
}

/// The first gets a step, all move on by one.
void addInTurn(std::vector<Sums> &sums, const Array<BFloat16> &a, const Array<BFloat16> &b, Problem problem, int step,
               double scale = 1) {
  addStep(sums.front(), a, b, problem, step, scale);
  std::rotate(sums.begin(), sums.begin() + 1, sums.end());
}

Sums weighed(const std::vector<Sums> &sums, const std::vector<double> &weights) {
  Sums result(sums.front().size());
  for (size_t which = 0; which < sums.size(); ++which)
    for (size_t i = 0; i < result.size(); ++i)
      result[i] += weights[which] * sums[which][i];
  return result;
}

/// `kernel` takes c, a, b and the sizes; `scaleOf(step)` is what the step's factors are multiplied by.
void inRing(
    Run &run, const std::string &kernel, int rows, int columns, const std::vector<double> &weights,
    double (*scaleOf)(int) = [](int) { return 1.0; }) {
  for (Problem problem : kProblems) {
    auto [m, n, k] = problem;
    auto &a = wholeFactors(run, m * k), &b = wholeFactors(run, k * n);
    auto &c = run.filled<float>(m * n, NAN);
    std::vector<Sums> sums(weights.size(), Sums(size_t(m) * n));
    for (int step = 0; step < ceilDiv(k, kDepth); ++step)
      addInTurn(sums, a, b, problem, step, scaleOf(step));
    run.launch(kernel, {uint32_t(ceilDiv(m, rows)), uint32_t(ceilDiv(n, columns))}, c, a, b, m, n, k);
    run.near(std::to_string(ceilDiv(k, kDepth)) + " steps", c, weighed(sums, weights), {});
    run.clear();
  }
}

void begun(Run &run) {
  run.misaligned = false; // the kernel promises that arrays and their rows are aligned
  for (int first : {0, 1, 3})
    for (Problem problem : {Problem{64, 64, 0}, Problem{64, 128, 64}, Problem{128, 64, 128}, Problem{64, 64, 192},
                            Problem{200, 136, 256}, Problem{70, 72, 304}, Problem{128, 64, 840}}) {
      auto [m, n, k] = problem;
      auto &a = wholeFactors(run, m * k), &b = wholeFactors(run, k * n);
      auto &c = wholeNumbers(run, m * n), &d = wholeNumbers(run, m * n), &e = wholeNumbers(run, m * n);
      std::vector<Sums> sums = {Sums(c.values.begin(), c.values.end()), Sums(d.values.begin(), d.values.end())};
      Sums all(e.values.begin(), e.values.end());
      for (int step = first; step < ceilDiv(k, kDepth); step += 2) {
        addStep(all, a, b, problem, step);
        addInTurn(sums, a, b, problem, step);
      }
      run.launch("begun_sums", {uint32_t(ceilDiv(m, 64)), uint32_t(ceilDiv(n, 64))}, c, d, e, a, b, first, m, n, k);
      run.near("first of two", c, sums[0], {});
      run.near("second of two", d, sums[1], {});
      run.near("the one that stays", e, all, {});
      run.clear();
    }
}

void nested(Run &run) {
  run.misaligned = false; // as above
  for (int times : {0, 1, 2, 5})
    for (Problem problem : {Problem{64, 64, 64}, Problem{128, 64, 256}, Problem{72, 136, 320}}) {
      auto [m, n, k] = problem;
      auto &a = wholeFactors(run, m * k), &b = wholeFactors(run, k * n);
      auto &c = run.filled<float>(m * n, NAN);
      std::vector<Sums> sums(3, Sums(size_t(m) * n));
      for (int r = 0; r < times; ++r)
        for (int step = 0; step < std::min(ceilDiv(k, kDepth), r + 1); ++step)
          addInTurn(sums, a, b, problem, step);
      run.launch("nested_sums", {uint32_t(ceilDiv(m, 64)), uint32_t(ceilDiv(n, 64))}, c, a, b, times, m, n, k);
      run.near(std::to_string(times) + " loops", c, weighed(sums, {1, 2, 4}), {});
      run.clear();
    }
}

} // namespace

namespace tilec::exec {

void addExchangedSumCases(Cases &cases) {
  cases.push_back({"exchanged sums/two, 128x128", "exchanged_sums",
                   [](Run &run) { inRing(run, "two_sums<128, 128>", 128, 128, {1, -2}); }});
  cases.push_back({"exchanged sums/two, 64x64", "exchanged_sums",
                   [](Run &run) { inRing(run, "two_sums<64, 64>", 64, 64, {1, -2}); }});
  cases.push_back({"exchanged sums/three, 64x64", "exchanged_sums",
                   [](Run &run) { inRing(run, "ring_of_sums<3, 64>", 64, 64, {1, 2, 4}); }});
  cases.push_back({"exchanged sums/three, 64x32", "exchanged_sums",
                   [](Run &run) { inRing(run, "ring_of_sums<3, 32>", 64, 32, {1, 2, 4}); }});
  cases.push_back({"exchanged sums/four", "exchanged_sums",
                   [](Run &run) { inRing(run, "ring_of_sums<4, 32>", 64, 32, {1, 2, 4, 8}); }});
  cases.push_back({"exchanged sums/five", "exchanged_sums",
                   [](Run &run) { inRing(run, "ring_of_sums<5, 32>", 64, 32, {1, 2, 4, 8, 16}); }});
  cases.push_back({"exchanged sums/computed factor", "exchanged_sums", [](Run &run) {
                     inRing(run, "computed_factor_sums", 64, 64, {1, -2}, [](int step) { return double(step + 1); });
                   }});
  cases.push_back({"exchanged sums/begun", "exchanged_sums", begun});
  cases.push_back({"exchanged sums/nested", "exchanged_sums", nested});
}

} // namespace tilec::exec
