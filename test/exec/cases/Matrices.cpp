// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products over whole matrices with ragged edges.
#include "test/exec/cases/Factors.h"

using namespace tilec::exec;

namespace {

template <class A, class B, class C>
void gemm(Run &run, const std::string &kernel, int tileM, int tileN, std::vector<std::array<int, 3>> sizes,
          Bound bound) {
  for (auto [m, n, k] : sizes) {
    auto &a = randomFactors<A>(run, m * k);
    auto &b = randomFactors<B>(run, k * n);
    auto &c = run.zeros<C>(m * n);
    run.launch(kernel, {uint32_t(ceilDiv(m, tileM)), uint32_t(ceilDiv(n, tileN))}, c, a, b, m, n, k);
    std::vector<double> expected(m * n);
    for (int i = 0; i < m; ++i)
      for (int t = 0; t < k; ++t)
        for (int j = 0; j < n; ++j)
          expected[i * n + j] += double(a[i * k + t]) * double(b[t * n + j]);
    run.near(kernel, c, expected, bound);
    run.clear();
  }
}

template <class A, class B, class C>
void addGemm(Cases &cases, const std::string &a, const std::string &b, const std::string &c, Bound bound) {
  std::string kernel = "gemm<" + a + ", " + b + ", " + c + ", 16, 32, 16>";
  std::string file = sizeof(A) == 1 && std::is_same_v<C, float> ? "gemm_fp8" : "gemm";
  cases.push_back({"gemm/" + a + " x " + b + " to " + c, file, [=](Run &run) {
                     gemm<A, B, C>(run, kernel, 16, 32, {{16, 32, 16}, {1, 1, 1}, {37, 70, 50}, {33, 31, 7}}, bound);
                   }});
}

void gemmScaled(Run &run) {
  for (auto [m, n, k] : {std::array{40, 50, 36}, std::array{64, 33, 70}}) {
    float alpha = 1.5f, beta = -0.5f;
    auto &a = run.uniform<Half>(m * k, -1, 1), &b = run.uniform<Half>(k * n, -1, 1),
         &c = run.uniform<Half>(m * n, -1, 1);
    auto &d = run.zeros<Half>(m * n);
    run.launch("gemm_scaled", {uint32_t(ceilDiv(m, 32)), uint32_t(ceilDiv(n, 32))}, d, a, b, c, m, n, k, alpha, beta);
    std::vector<double> expected(m * n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int t = 0; t < k; ++t)
          sum += double(a[i * k + t]) * double(b[j * k + t]);
        expected[i * n + j] = alpha * sum + beta * double(c[i * n + j]);
      }
    run.near("gemm_scaled", d, expected, {1e-3, 1e-3});
    run.clear();
  }
}

void gemmBatched(Run &run, int batch, int m, int n, int k) {
  auto &a = run.uniform<float>(batch * m * k, -1, 1), &b = run.uniform<float>(k * n, -1, 1),
       &c = run.zeros<float>(batch * m * n);
  std::string kernel = "gemm_batched<" + std::to_string(batch) + ", " + std::to_string(m) + ", " + std::to_string(n) +
                       ", " + std::to_string(k) + ">";
  run.launch(kernel, {1}, c, a, b);
  std::vector<double> expected(batch * m * n);
  for (int i = 0; i < batch * m; ++i)
    for (int j = 0; j < n; ++j)
      for (int t = 0; t < k; ++t)
        expected[i * n + j] += double(a[i * k + t]) * b[t * n + j];
  run.near(kernel, c, expected, {1e-5, 1e-6});
  run.clear();
}

void productOfTiles(Run &run, int m, int n, int k) {
  auto &a = run.uniform<signed char>(m * k, -128, 127);
  auto &b = run.uniform<unsigned char>(k * n, 0, 255);
  auto &c = run.zeros<int>(m * n);
  std::string kernel =
      "product_of_tiles<" + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) + ">";
  run.launch(kernel, {1}, c, a, b);
  std::vector<int> expected(m * n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int t = 0; t < k; ++t)
        expected[i * n + j] += a[i * k + t] * b[t * n + j];
  run.equal(kernel, c, expected);
  run.clear();
}

} // namespace

namespace tilec::exec {

void addMatrixCases(Cases &cases) {
  constexpr Bound exact{}, single{1e-5, 1e-5}, half{2e-3, 6e-2};
  addGemm<float, float, float>(cases, "float", "float", "float", single);
  addGemm<double, double, double>(cases, "double", "double", "double", {1e-13, 1e-13});
  addGemm<Half, Half, float>(cases, "__half", "__half", "float", single);
  addGemm<Half, Half, Half>(cases, "__half", "__half", "__half", half);
  addGemm<BFloat16, BFloat16, float>(cases, "__nv_bfloat16", "__nv_bfloat16", "float", single);
  addGemm<TensorFloat32, TensorFloat32, float>(cases, "__nv_tf32", "__nv_tf32", "float", single);
  addGemm<Float8E4M3, Float8E4M3, float>(cases, "__nv_fp8_e4m3", "__nv_fp8_e4m3", "float", single);
  addGemm<Float8E5M2, Float8E5M2, float>(cases, "__nv_fp8_e5m2", "__nv_fp8_e5m2", "float", single);
  addGemm<signed char, signed char, int>(cases, "signed char", "signed char", "int", exact);
  addGemm<unsigned char, signed char, int>(cases, "unsigned char", "signed char", "int", exact);
  addGemm<unsigned char, unsigned char, int>(cases, "unsigned char", "unsigned char", "int", exact);
  auto add = [&](std::string name, std::string file, std::function<void(Run &)> body) {
    cases.push_back({name, file, body});
  };
  add("gemm/large tiles", "gemm", [=](Run &run) {
    gemm<float, float, float>(run, "gemm<float, float, float, 64, 64, 32>", 64, 64, {{128, 128, 128}}, {1e-5, 2e-5});
  });
  add("gemm/scaled, column-major", "gemm", gemmScaled);
  add("gemm/batched", "gemm", [](Run &run) {
    gemmBatched(run, 4, 8, 8, 16);
    gemmBatched(run, 2, 16, 4, 32);
  });
  add("gemm/product of tiles", "gemm", [](Run &run) {
    productOfTiles(run, 16, 8, 32);
    productOfTiles(run, 32, 16, 64);
  });
}

} // namespace tilec::exec
