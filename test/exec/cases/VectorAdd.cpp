// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector addition and axpy: ragged sizes, misaligned pointers, unruly values, scalars of every type.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

std::vector<float> sum(const Array<float> &a, const Array<float> &b) {
  std::vector<float> result(a.size());
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = a[i] + b[i];
  return result;
}

void addVectors(Run &run, const std::string &kernel, std::vector<int64_t> sizes, bool misaligned) {
  for (int64_t n : sizes) {
    size_t shift = misaligned ? 4 * run.random.integer(1, 3) : 0;
    auto &a = run.array(run.unruly<float>(n).values, shift);
    auto &b = run.array(run.unruly<float>(n).values, misaligned ? 4 : 0);
    auto &out = run.array(std::vector<float>(n, -7), misaligned ? 8 : 0);
    Grid grid{uint32_t(std::max(1, ceilDiv(n, 256)))};
    if (kernel == "add_views_int64")
      run.launch(kernel, grid, out, a, b, n);
    else
      run.launch(kernel, grid, out, a, b, int(n));
    run.equal("sum of " + std::to_string(n), out, sum(a, b));
    run.clear();
  }
}

void addMatrices(Run &run) {
  for (auto [rows, columns] : {std::pair{8, 32}, {1, 1}, {13, 70}, {40, 33}}) {
    auto &a = run.uniform<float>(rows * columns, -1, 1);
    auto &b = run.uniform<float>(rows * columns, -1, 1);
    auto &out = run.zeros<float>(rows * columns);
    run.launch("add_matrices", {uint32_t(ceilDiv(rows, 8)), uint32_t(ceilDiv(columns, 32))}, out, a, b, rows, columns);
    std::vector<float> expected(rows * columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        expected[i * columns + j] = a[i * columns + j] + b[j * rows + i];
    run.equal("sum of matrices", out, expected);
    run.clear();
  }
}

/// The scalar and the product are rounded as the language says: the scalar first to the type of the array, and product
/// and sum once together where they are floating.
template <class T> T multiplyAdd(T a, T x, T y) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fma(a, x, y);
  else if constexpr (std::is_integral_v<T>)
    return T(a * x + y);
  else
    return T(std::fma(double(a), double(x), double(y)));
}

template <class Scalar, class T> void axpy(Run &run, const std::string &types) {
  double low = std::is_unsigned_v<T> ? 0 : -9, high = 9;
  for (int n : {1, 128, 300}) {
    auto &y = run.uniform<T>(n, low, high);
    auto &x = run.uniform<T>(n, low, high);
    Scalar a = std::is_same_v<Scalar, bool> ? Scalar(1) : Scalar(std::is_integral_v<Scalar> ? 3 : -2.75);
    std::vector<T> expected(n);
    for (int i = 0; i < n; ++i)
      expected[i] = multiplyAdd(T(a), x[i], y[i]);
    run.launch("axpy<" + types + ">", {uint32_t(ceilDiv(n, 1024))}, y, x, a, n);
    run.equal("axpy<" + types + ">", y, expected);
    run.clear();
  }
}

void axpyOfIntegers(Run &run) {
  axpy<char, char>(run, "char, char");
  axpy<signed char, signed char>(run, "signed char, signed char");
  axpy<unsigned char, unsigned char>(run, "unsigned char, unsigned char");
  axpy<short, short>(run, "short, short");
  axpy<unsigned short, unsigned short>(run, "unsigned short, unsigned short");
  axpy<int, int>(run, "int, int");
  axpy<unsigned, unsigned>(run, "unsigned int, unsigned int");
  axpy<long, long>(run, "long, long");
  axpy<unsigned long, unsigned long>(run, "unsigned long, unsigned long");
  axpy<long long, long long>(run, "long long, long long");
  axpy<unsigned long long, unsigned long long>(run, "unsigned long long, unsigned long long");
}

void axpyOfFloats(Run &run) {
  axpy<Half, Half>(run, "__half, __half");
  axpy<BFloat16, BFloat16>(run, "__nv_bfloat16, __nv_bfloat16");
  axpy<float, float>(run, "float, float");
  axpy<double, double>(run, "double, double");
}

void axpyWithOtherScalars(Run &run) {
  axpy<int, float>(run, "int, float");
  axpy<long, float>(run, "long, float");
  axpy<bool, float>(run, "bool, float");
  axpy<Half, float>(run, "__half, float");
  axpy<float, double>(run, "float, double");
  axpy<unsigned char, double>(run, "unsigned char, double");
  axpy<int, Half>(run, "int, __half");
  axpy<unsigned, long>(run, "unsigned int, long");
  axpy<unsigned short, unsigned>(run, "unsigned short, unsigned int");
}

} // namespace

namespace tilec::exec {

void addVectorAddCases(Cases &cases) {
  std::vector<int64_t> ragged{0, 1, 255, 256, 257, 1000, 5000};
  auto add = [&](std::string name, std::string kernel, std::vector<int64_t> sizes, bool misaligned) {
    cases.push_back({name, "vector_add", [=](Run &run) { addVectors(run, kernel, sizes, misaligned); }});
  };
  add("vector add/pointers", "add_pointers", ragged, false);
  add("vector add/pointers, misaligned", "add_pointers", ragged, true);
  add("vector add/views", "add_views", {256, 1024, 5120}, false);
  cases.back().needsAlignment = true; // the source says so
  add("vector add/views, ragged", "add_views_ragged", {1, 255, 256, 257, 1000, 5000}, false);
  add("vector add/views, misaligned", "add_views_ragged", {1, 255, 256, 257, 1000, 5000}, true);
  add("vector add/64-bit extents", "add_views_int64", {1, 255, 256, 257, 1000, 5000}, false);
  cases.push_back({"vector add/matrices", "vector_add", addMatrices});
  cases.push_back({"axpy/integers", "axpy", axpyOfIntegers});
  cases.push_back({"axpy/floats", "axpy", axpyOfFloats});
  cases.push_back({"axpy/other scalars", "axpy", axpyWithOtherScalars});
}

} // namespace tilec::exec
