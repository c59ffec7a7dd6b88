// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose factors are computed on the way, with no, one, few and many steps. Whole numbers, so that sums are
// exact.
#include "test/exec/harness/Cases.h"
#include <cmath>

using namespace tilec::exec;

namespace {

struct Problem {
  int m, n, k;
};
/// With ragged ends, with arrays whose rows are aligned and such whose rows are not. The last one has more steps than
/// buffers have stages, and on a GPU, where that costs nothing, several blocks.
std::vector<Problem> problems(const Run &run) {
  return {{128, 128, 0},
          {128, 128, 64},
          {128, 256, 128},
          {64, 128, 192},
          {200, 80, 320},
          {130, 129, 237},
          {run.device.isHost() ? 128 : 256, 128, 1088}};
}

template <class T> Array<T> &wholeNumbers(Run &run, int count, int low, int high) {
  auto &array = run.uniform<T>(std::max(count, 1), low, high);
  for (auto &value : array.values)
    value = T(std::floor(double(value)));
  return array;
}

/// rows x columns sums of a(i, t) * b(t, j).
std::vector<double> product(Problem problem, const auto &a, const auto &b) {
  auto [m, n, k] = problem;
  std::vector<double> sums(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < k; ++t) {
      double factor = a(i, t);
      for (int j = 0; factor != 0 && j < n; ++j)
        sums[size_t(i) * n + j] += factor * b(t, j);
    }
  return sums;
}

template <class T> auto byRows(const Array<T> &array, int stride) {
  return [&array, stride](int i, int j) { return double(array[size_t(i) * stride + j]); };
}

std::string steps(Problem problem, int depth = 64) {
  return std::to_string(ceilDiv(problem.k, depth)) + " steps";
}

Grid grid(Problem problem, int rows, int columns) {
  return {uint32_t(ceilDiv(problem.m, rows)), uint32_t(ceilDiv(problem.n, columns))};
}

void centred(Run &run) {
  for (int size : {64, 128})
    for (Problem problem : problems(run)) {
      auto [m, n, k] = problem;
      auto &a = wholeNumbers<BFloat16>(run, m * k, -2, 3), &b = wholeNumbers<BFloat16>(run, k * n, -2, 3);
      auto &centre = wholeNumbers<float>(run, m, -1, 2);
      auto &gain = wholeNumbers<BFloat16>(run, k, 1, 4);
      auto &c = run.filled<BFloat16>(m * n, BFloat16(NAN));
      run.launch("centred<" + std::to_string(size) + ", " + std::to_string(size) + ">", grid(problem, size, size), c, a,
                 centre, gain, b, m, n, k);
      auto factor = [&, k = k](int i, int t) {
        return (double(a[size_t(i) * k + t]) - double(centre[i])) * double(gain[t]);
      };
      run.near(steps(problem), c, product(problem, factor, byRows(b, n)), {4e-3, 0});
      run.clear();
    }
}

template <class A, class B> void widen(Run &run, const std::string &types, int rows, int columns, bool columnar) {
  for (Problem problem : problems(run)) {
    auto [m, n, k] = problem;
    auto &a = wholeNumbers<A>(run, m * k, std::is_signed_v<A> ? -8 : 0, 8);
    auto &b = wholeNumbers<B>(run, k * n, std::is_signed_v<B> ? -8 : 0, 8);
    auto &c = run.filled<float>(m * n, NAN);
    run.launch("widened<" + std::to_string(rows) + ", " + std::to_string(columns) + ", " + types + ", " +
                   (columnar ? "true" : "false") + ">",
               grid(problem, rows, columns), c, a, b, m, n, k);
    auto right = [&, n = n, k = k](int t, int j) {
      return double(b[columnar ? size_t(j) * k + t : size_t(t) * n + j]);
    };
    run.near(types + ", " + steps(problem), c, product(problem, byRows(a, k), right), {});
    run.clear();
  }
}

void widened(Run &run) {
  const std::string brain = "__nv_bfloat16";
  widen<signed char, BFloat16>(run, "signed char, " + brain, 128, 128, false);
  widen<signed char, BFloat16>(run, "signed char, " + brain, 64, 64, true);
  widen<BFloat16, signed char>(run, brain + ", signed char", 128, 128, false);
  widen<BFloat16, signed char>(run, brain + ", signed char", 128, 64, true);
  widen<signed char, unsigned char>(run, "signed char, unsigned char", 64, 128, true);
  widen<signed char, unsigned char>(run, "signed char, unsigned char", 128, 128, false);
}

/// Numbers with all their bits, positive, so that a sum in f32 is within k units of half its last place.
template <class A, class B>
void toWide(Run &run, const std::string &types, int rows, int columns, bool columnar,
            const std::string &wide = "float") {
  for (Problem problem : {Problem{128, 128, 64}, {200, 80, 320}, {130, 129, 237}}) {
    auto [m, n, k] = problem;
    auto &a = run.uniform<A>(std::max(m * k, 1), std::is_integral_v<A> ? 1 : 0.5, std::is_integral_v<A> ? 127 : 2);
    auto &b = run.uniform<B>(std::max(k * n, 1), 0.5, 2);
    auto &c = run.filled<float>(m * n, NAN);
    run.launch("to_wide<" + std::to_string(rows) + ", " + std::to_string(columns) + ", " + types + ", " + wide + ", " +
                   (columnar ? "true" : "false") + ">",
               grid(problem, rows, columns), c, a, b, m, n, k);
    auto right = [&, n = n, k = k](int t, int j) {
      return double(b[columnar ? size_t(j) * k + t : size_t(t) * n + j]);
    };
    run.near(types + ", " + steps(problem), c, product(problem, byRows(a, k), right), {k * std::exp2(-24), 0});
    run.clear();
  }
}

void widenedToFloat(Run &run) {
  const std::string half = "__half", brain = "__nv_bfloat16";
  toWide<Half, Half>(run, half + ", " + half, 128, 128, false);
  toWide<Half, Half>(run, half + ", " + half, 64, 64, true);
  toWide<BFloat16, BFloat16>(run, brain + ", " + brain, 128, 64, false);
  toWide<Half, BFloat16>(run, half + ", " + brain, 64, 128, true);
  toWide<signed char, Half>(run, "signed char, " + half, 64, 64, false);
  toWide<Half, Half>(run, half + ", " + half, 128, 128, true, "__nv_tf32");
  toWide<Half, Half>(run, half + ", " + half, 16, 32, false);
}

void forTwo(Run &run) {
  for (int rows : {64, 128})
    for (Problem problem : problems(run)) {
      auto [m, n, k] = problem;
      auto &a = wholeNumbers<BFloat16>(run, m * k, -3, 4), &b = wholeNumbers<BFloat16>(run, k * n, -2, 3),
           &d = wholeNumbers<BFloat16>(run, k * n, -2, 3);
      auto &c = run.filled<float>(m * n, NAN);
      run.launch("for_two<" + std::to_string(rows) + ", 64>", grid(problem, rows, 64), c, a, b, d, m, n, k);
      auto factor = [&, k = k](int i, int t) { return std::abs(double(a[size_t(i) * k + t])); };
      auto right = [&, n = n](int t, int j) { return double(b[size_t(t) * n + j]) + 2 * double(d[size_t(t) * n + j]); };
      run.near(steps(problem), c, product(problem, factor, right), {});
      run.clear();
    }
}

void byStep(Run &run) {
  for (int size : {64, 128})
    for (auto [first, by] : {std::pair(0, 1), {1, 2}, {2, 3}, {40, 1}})
      for (Problem problem : problems(run)) {
        auto [m, n, k] = problem;
        auto &a = wholeNumbers<BFloat16>(run, m * k, -2, 3), &b = wholeNumbers<BFloat16>(run, k * n, -2, 3);
        auto &scales = wholeNumbers<float>(run, ceilDiv(k, 64), -2, 5);
        auto &c = run.filled<float>(m * n, NAN);
        run.launch("by_step<" + std::to_string(size) + ", " + std::to_string(size) + ">", grid(problem, size, size), c,
                   a, scales, b, m, n, k, first, by);
        auto factor = [&, k = k, first = first, by = by](int i, int t) {
          int step = t / 64;
          bool isTaken = step >= first && (step - first) % by == 0;
          return isTaken ? double(a[size_t(i) * k + t]) * (step % 2 + 1) * double(scales[step]) : 0.0;
        };
        run.near(steps(problem) + " from " + std::to_string(first) + " by " + std::to_string(by), c,
                 product(problem, factor, byRows(b, n)), {});
        run.clear();
      }
}

void halfBytes(Run &run) {
  for (int size : {64, 128})
    for (Problem problem : problems(run)) {
      auto [m, n, k] = problem;
      k = problem.k = k / 64 * 64;
      auto &a = run.uniform<unsigned char>(std::max(m * k / 2, 1), 0, 255);
      auto &scales = run.zeros<float>(std::max(m * k / 64, 1));
      for (float &scale : scales.values)
        scale = std::ldexp(1.0f, int(run.random.integer(-2, 2)));
      auto &b = wholeNumbers<BFloat16>(run, k * n, -2, 3);
      auto &c = run.filled<float>(m * n, NAN);
      run.launch("half_bytes<" + std::to_string(size) + ", " + std::to_string(size) + ">", grid(problem, size, size), c,
                 a, scales, b, m, n, k);
      auto factor = [&, k = k](int i, int t) {
        int byte = a[(size_t(i) * k + t) / 2];
        return double((t % 2 ? byte >> 4 : byte & 15) - 8) * double(scales[i * (k / 64) + t / 64]);
      };
      run.near(steps(problem), c, product(problem, factor, byRows(b, n)), {});
      run.clear();
    }
}

void rounded(Run &run) {
  for (int size : {64, 128})
    for (Problem problem : problems(run)) {
      auto [m, n, k] = problem;
      auto &a = wholeNumbers<float>(run, m * k, -100, 100), &b = wholeNumbers<float>(run, k * n, -100, 100);
      auto &c = run.filled<float>(m * n, NAN);
      run.launch("rounded<" + std::to_string(size) + ", " + std::to_string(size) + ">", grid(problem, size, size), c, a,
                 b, m, n, k);
      auto right = [&, k = k](int t, int j) { return double(b[size_t(j) * k + t]); };
      run.near(steps(problem, 32), c, product(problem, byRows(a, k), right), {});
      run.clear();
    }
}

void besideSums(Run &run) {
  for (int size : {64, 128})
    for (Problem problem : problems(run)) {
      auto [m, n, k] = problem;
      auto &a = wholeNumbers<BFloat16>(run, m * k, -3, 4);
      auto &b = wholeNumbers<signed char>(run, k * n, -8, 8);
      auto &c = run.filled<float>(m * n, NAN);
      run.launch("beside_sums<" + std::to_string(size) + ", " + std::to_string(size) + ">", grid(problem, size, size),
                 c, a, b, m, n, k);
      auto factor = [&, k = k](int i, int t) { return std::abs(double(a[size_t(i) * k + t])) + 1; };
      run.near(steps(problem), c, product(problem, factor, byRows(b, n)), {});
      run.clear();
    }
}

void byFour(Run &run) {
  for (auto [rows, columns] : {std::pair(128, 64), {256, 32}})
    for (Problem problem : problems(run)) {
      // The last of four tiles is ragged, not missing.
      problem.n += (ceilDiv(problem.n, 4 * columns) * 4 - ceilDiv(problem.n, columns)) * columns;
      auto [m, n, k] = problem;
      auto &a = wholeNumbers<BFloat16>(run, m * k, -3, 4);
      auto &b = wholeNumbers<signed char>(run, k * n, -8, 8);
      auto &c = run.filled<float>(m * n, NAN);
      run.launch("by_four<" + std::to_string(rows) + ", " + std::to_string(columns) + ">",
                 grid(problem, rows, 4 * columns), c, a, b, m, n, k);
      run.near(steps(problem), c, product(problem, byRows(a, k), byRows(b, n)), {});
      run.clear();
    }
}

} // namespace

namespace tilec::exec {

void addComputedFactorCases(Cases &cases) {
  cases.push_back({"computed factors/centred", "computed_factors", centred});
  cases.push_back({"computed factors/widened", "computed_factors", widened});
  cases.push_back({"computed factors/widened to float", "widened_products", widenedToFloat});
  cases.push_back({"computed factors/for two products", "computed_factors", forTwo});
  cases.push_back({"computed factors/by step", "computed_factors", byStep});
  cases.push_back({"computed factors/half bytes", "computed_factors", halfBytes});
  cases.push_back({"computed factors/rounded", "computed_factors", rounded});
  cases.push_back({"computed factors/beside sums", "computed_factors", besideSums});
  cases.push_back({"computed factors/by four", "computed_factors", byFour});
}

} // namespace tilec::exec
