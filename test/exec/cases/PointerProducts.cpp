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
}

} // namespace tilec::exec
