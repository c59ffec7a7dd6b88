// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose CTAs load for each other in clusters that a hint asks for: in grids that clusters fill and others,
// through slots that come round not at all, once or often, with several blocks for each CTA, whole and ragged.
#include "test/exec/cases/Factors.h"

using namespace tilec::exec;

namespace {

struct Tile {
  int m, n, k;
  bool bTransposed;
  int ctas;
};

/// Elements of a * b, `k` long.
std::vector<double> product(const auto &a, const auto &b, std::array<int, 3> size, bool bTransposed) {
  auto [m, n, k] = size;
  std::vector<double> sums(m * n);
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < k; ++t)
      for (int j = 0; j < n; ++j)
        sums[i * n + j] += double(a[i * k + t]) * double(b[bTransposed ? j * k + t : t * n + j]);
  return sums;
}

template <class T, class Out>
void multiply(Run &run, const std::string &types, const Tile &tile, std::array<int, 3> size, Bound bound) {
  auto [m, n, k] = size;
  auto &a = randomFactors<T>(run, m * k), &b = randomFactors<T>(run, k * n);
  auto &c = run.zeros<Out>(m * n);
  std::string kernel = "cluster_gemm<" + types + ", " + std::to_string(tile.m) + ", " + std::to_string(tile.n) + ", " +
                       std::to_string(tile.k) + ", " + (tile.bTransposed ? "true" : "false") + ", " +
                       std::to_string(tile.ctas) + ">";
  run.launch(kernel, {uint32_t(ceilDiv(m, tile.m)), uint32_t(ceilDiv(n, tile.n))}, c, a, b, m, n, k);
  run.near(kernel, c, product(a, b, size, tile.bTransposed), bound);
  run.clear();
}

template <class T, class Out>
void add(Cases &cases, const std::string &types, const Tile &tile, std::vector<std::array<int, 2>> grids, Bound bound) {
  std::string name = "cluster product/" + std::to_string(tile.ctas) + " CTAs, " + types;
  cases.push_back({name, "cluster_products", [=](Run &run) {
                     for (auto [x, y] : grids)
                       for (int steps : {1, 6})
                         multiply<T, Out>(run, types, tile, {x * tile.m, y * tile.n, steps * tile.k}, bound);
                     auto [x, y] = grids.front();
                     multiply<T, Out>(run, types, tile, {x * tile.m, y * tile.n, 0}, bound);
                     multiply<T, Out>(run, types, tile, {x * tile.m - 3, y * tile.n - 16, tile.k + 8}, bound);
                   }});
}

void gated(Run &run, std::array<int, 3> size) {
  run.misaligned = false; // the kernel promises that they are aligned
  auto [m, n, k] = size;
  auto &a = randomFactors<Half>(run, m * k), &b = randomFactors<Half>(run, k * n),
       &gate = randomFactors<Half>(run, k * n);
  auto &c = run.zeros<Half>(m * n);
  run.launch("cluster_gated<2>", {uint32_t(n / 64), uint32_t(m / 64)}, c, a, b, gate, m, n, k);
  std::vector<double> sums = product(a, b, size, false), gates = product(a, gate, size, false);
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] *= gates[i];
  run.near("gated", c, sums, {1e-3, 5e-2});
  run.clear();
}

} // namespace

namespace tilec::exec {

void addClusterProductCases(Cases &cases) {
  constexpr Bound brain{1e-2, 1e-2}, half{1e-3, 1e-2}, single{1e-5, 1e-3};
  const std::string bf16 = "__nv_bfloat16, __nv_bfloat16";
  add<BFloat16, BFloat16>(cases, bf16, {128, 256, 64, false, 2}, {{2, 1}}, brain);
  add<Half, Half>(cases, "__half, __half", {128, 128, 64, true, 2}, {{2, 3}, {3, 1}}, half);
  add<BFloat16, BFloat16>(cases, bf16, {64, 256, 32, false, 4}, {{4, 1}, {2, 1}}, brain);
  add<BFloat16, float>(cases, "__nv_bfloat16, float", {64, 64, 64, true, 16}, {{8, 2}, {4, 1}}, single);
  cases.push_back({"cluster product/gated", "cluster_products", [](Run &run) {
                     for (std::array<int, 3> size : {std::array{128, 256, 160}, std::array{64, 192, 64}})
                       gated(run, size);
                   }});
}

} // namespace tilec::exec
