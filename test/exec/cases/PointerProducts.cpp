// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of operands that are loaded through pointers. With whole numbers, so that all is exact.
#include "test/exec/cases/WholeNumbers.h"

using namespace tilec::exec;

namespace {

void products(Run &run, const std::string &kernel, Sizes tile, const std::vector<Sizes> &sizes) {
  for (Sizes s : sizes) {
    auto &a = wholeNumbers<Half>(run, size_t(s.m) * s.k), &b = wholeNumbers<Half>(run, size_t(s.k) * s.n);
    auto &c = run.filled<float>(size_t(s.m) * s.n, -1.0f);
    run.launch(kernel + "<" + std::to_string(tile.m) + ", " + std::to_string(tile.n) + ", " + std::to_string(tile.k) +
                   ">",
               {uint32_t(ceilDiv(s.m, tile.m)), uint32_t(ceilDiv(s.n, tile.n))}, c, a, b, s.m, s.n, s.k);
    run.equal("product", c, product<float>(a, b, s.m, s.n, s.k));
    run.clear();
  }
}

/// Each matrix row by row, or column by column.
template <class T> void moved(Cases &cases, const std::string &type, Sizes tile, bool acrossA, bool acrossB) {
  auto name = [](bool across) { return across ? "true" : "false"; };
  std::string kernel = "moved_pointers<" + type + ", " + std::to_string(tile.m) + ", " + std::to_string(tile.n) + ", " +
                       std::to_string(tile.k) + ", " + name(acrossA) + ", " + name(acrossB) + ">";
  cases.push_back(
      {"pointer products/" + kernel, sizeof(T) == 1 ? "pointer_products_fp8" : "pointer_products_moved", [=](Run &run) {
         int m = int(run.random.integer(1, 200)), n = int(run.random.integer(1, 200)),
             k = int(run.random.integer(1, 300));
         // From no iteration to more than a ring has stages; ragged, in whole vectors and not.
         std::vector<Sizes> sizes = {{208, 144, 7 * tile.k + 16}, {48, 16, 3 * tile.k + 48}, {m, n, k}};
         for (int steps = 0; steps <= 3; ++steps)
           sizes.push_back({tile.m, tile.n, steps * tile.k});
         for (Sizes s : sizes) {
           auto &a = wholeNumbers<T>(run, size_t(s.m) * s.k), &b = wholeNumbers<T>(run, size_t(s.k) * s.n);
           auto &c = run.filled<float>(size_t(s.m) * s.n, -1.0f);
           run.launch(kernel, {uint32_t(ceilDiv(s.m, tile.m)), uint32_t(ceilDiv(s.n, tile.n))}, c, a, b, s.m, s.n, s.k);
           std::vector<float> expected(size_t(s.m) * s.n);
           for (int i = 0; i < s.m; ++i)
             for (int l = 0; l < s.k; ++l)
               for (int j = 0; j < s.n; ++j)
                 expected[size_t(i) * s.n + j] += float(a[acrossA ? size_t(l) * s.m + i : size_t(i) * s.k + l]) *
                                                  float(b[acrossB ? size_t(j) * s.k + l : size_t(l) * s.n + j]);
           run.equal("product", c, expected);
           run.clear();
         }
       }});
}

/// From no key to more than rings have stages; exact, as all sums are whole numbers.
void ofProducts(Run &run, int m, int n, int d) {
  std::string kernel =
      "products_of_products<" + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(d) + ">";
  for (int keys : {0, n, 2 * n, 3 * n - 5, 7 * n, int(run.random.integer(1, 3 * n))}) {
    int rows = int(run.random.integer(1, 2 * m));
    auto &a = wholeNumbers<Half>(run, size_t(rows) * d), &b = wholeNumbers<Half>(run, size_t(keys) * d + 1),
         &v = wholeNumbers<Half>(run, size_t(keys) * d + 1);
    auto &c = run.filled<float>(size_t(rows) * d, -1.0f);
    run.launch(kernel, {uint32_t(ceilDiv(rows, m))}, c, a, b, v, rows, keys);
    std::vector<float> expected(size_t(rows) * d);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < keys; ++j) {
        float s = 0;
        for (int l = 0; l < d; ++l)
          s += float(a[size_t(i) * d + l]) * float(b[size_t(j) * d + l]);
        s = std::min(std::max(s, -4.0f), 4.0f);
        for (int l = 0; l < d; ++l)
          expected[size_t(i) * d + l] += s * float(v[size_t(j) * d + l]);
      }
    run.equal("product", c, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addPointerProductCases(Cases &cases) {
  for (Sizes tile : {Sizes{64, 64, 32}, {128, 128, 64}})
    cases.push_back({"pointer products/masked, " + std::to_string(tile.m), "pointer_products", [=](Run &run) {
                       int m = int(run.random.integer(1, 300)), n = int(run.random.integer(1, 300)),
                           k = int(run.random.integer(1, 500));
                       products(run, "masked_pointers", tile, {{256, 128, 448}, {200, 264, 136}, {m, n, k}, {3, 8, 8}});
                     }});
  for (Sizes tile : {Sizes{64, 64, 32}, {128, 256, 64}})
    cases.push_back({"pointer products/whole, " + std::to_string(tile.m), "pointer_products", [=](Run &run) {
                       int steps = int(run.random.integer(1, 9));
                       products(run, "whole_pointers", tile,
                                {{2 * tile.m, tile.n, steps * tile.k}, {tile.m, 2 * tile.n, 4 * tile.k}});
                     }});
  // The last has no room for a stage more: its copies come behind the second product.
  for (Sizes tile : {Sizes{64, 64, 64}, {128, 64, 256}})
    cases.push_back({"pointer products/of products, " + std::to_string(tile.m) + ", " + std::to_string(tile.k),
                     "pointer_products_moved", [=](Run &run) { ofProducts(run, tile.m, tile.n, tile.k); }});
  moved<Half>(cases, "__half", {64, 64, 64}, false, false);
  moved<Half>(cases, "__half", {64, 128, 32}, false, true);
  moved<BFloat16>(cases, "__nv_bfloat16", {64, 64, 64}, true, false);
  moved<BFloat16>(cases, "__nv_bfloat16", {128, 128, 32}, true, true);
  moved<Float8E4M3>(cases, "__nv_fp8_e4m3", {64, 64, 64}, false, true);
  moved<Float8E4M3>(cases, "__nv_fp8_e4m3", {64, 64, 64}, true, false);
}

} // namespace tilec::exec
