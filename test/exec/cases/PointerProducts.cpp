// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of operands that are loaded through pointers. With whole numbers, so that all is exact.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

struct Sizes {
  int m, n, k;
};

void product(Run &run, const std::string &kernel, Sizes tile, const std::vector<Sizes> &sizes) {
  auto whole = [&](size_t count) -> Array<Half> & {
    auto &array = run.zeros<Half>(count);
    for (Half &value : array.values)
      value = Half(float(run.random.integer(-4, 4)));
    return array;
  };
  for (Sizes s : sizes) {
    auto &a = whole(size_t(s.m) * s.k), &b = whole(size_t(s.k) * s.n);
    auto &c = run.filled<float>(size_t(s.m) * s.n, -1.0f);
    run.launch(kernel + "<" + std::to_string(tile.m) + ", " + std::to_string(tile.n) + ", " + std::to_string(tile.k) +
                   ">",
               {uint32_t(ceilDiv(s.m, tile.m)), uint32_t(ceilDiv(s.n, tile.n))}, c, a, b, s.m, s.n, s.k);
    std::vector<float> expected(c.size());
    for (int i = 0; i < s.m; ++i)
      for (int l = 0; l < s.k; ++l)
        for (int j = 0; j < s.n; ++j)
          expected[size_t(i) * s.n + j] += float(a[size_t(i) * s.k + l]) * float(b[size_t(l) * s.n + j]);
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
                       product(run, "masked_pointers", tile, {{256, 128, 448}, {200, 264, 136}, {m, n, k}, {3, 8, 8}});
                     }});
  for (Sizes tile : {Sizes{64, 64, 32}, {128, 256, 64}})
    cases.push_back({"pointer products/whole, " + std::to_string(tile.m), "pointer_products", [=](Run &run) {
                       int steps = int(run.random.integer(1, 9));
                       product(run, "whole_pointers", tile,
                               {{2 * tile.m, tile.n, steps * tile.k}, {tile.m, 2 * tile.n, 4 * tile.k}});
                     }});
}

} // namespace tilec::exec
