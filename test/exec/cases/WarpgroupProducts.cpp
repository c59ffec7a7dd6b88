// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in tiles that Hopper's warpgroups multiply: whole and ragged, in every major and type, and attention.
#include "test/exec/cases/Factors.h"

using namespace tilec::exec;

namespace {

struct Tile {
  int m, n, k;
  bool aTransposed = false, bTransposed = false;
  std::string name() const {
    return std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) + ", " +
           (aTransposed ? "true" : "false") + ", " + (bTransposed ? "true" : "false");
  }
};

template <class C, class A, class B>
void multiply(Run &run, const std::string &kernel, const Tile &tile, std::array<int, 3> size, Bound bound) {
  auto [m, n, k] = size;
  auto &a = randomFactors<A>(run, m * k);
  auto &b = randomFactors<B>(run, k * n);
  // So few bits that rounding to tf32 leaves them.
  if constexpr (std::is_same_v<A, float>)
    for (auto *factors : {&a, &b})
      for (float &factor : factors->values)
        factor = std::round(factor * 256) / 256;
  auto &c = run.zeros<C>(m * n);
  run.launch(kernel, {uint32_t(ceilDiv(m, tile.m)), uint32_t(ceilDiv(n, tile.n))}, c, a, b, m, n, k);
  std::vector<double> expected(m * n);
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < k; ++t) {
      double factor = double(a[tile.aTransposed ? t * m + i : i * k + t]);
      for (int j = 0; j < n; ++j)
        expected[i * n + j] += factor * double(b[tile.bTransposed ? j * k + t : t * n + j]);
    }
  run.near(kernel, c, expected, bound);
  run.clear();
}

/// Whole tiles; ragged with rows that are multiples of 16 bytes, which a tensor map takes; and any rows.
template <class C, class A, class B> void add(Cases &cases, const std::string &types, const Tile &tile, Bound bound) {
  std::string kernel = "warpgroup_gemm<" + types + ", " + tile.name() + ">";
  bool isFp8 = sizeof(A) == 1 && std::is_same_v<C, float>;
  std::string file = isFp8                          ? "warpgroup_products_fp8"
                     : tile.m < 64                  ? "few_rows"
                     : tile.m * tile.n >= 128 * 256 ? "warpgroup_products_large"
                                                    : "warpgroup_products";
  cases.push_back({"warpgroup product/" + types + ", " + tile.name(), file, [=](Run &run) {
                     // Sums of fp8 take turns in pairs of iterations; rings come round.
                     bool isSmall = tile.m <= 64 && tile.k <= 64;
                     for (int steps = isFp8 || isSmall ? 0 : 2; steps <= (isSmall ? 7 : isFp8 ? 5 : 2); ++steps)
                       multiply<C, A, B>(run, kernel, tile, {tile.m, tile.n, steps * tile.k}, bound);
                     multiply<C, A, B>(run, kernel, tile, {tile.m + 16, tile.n + 48, tile.k + 16}, bound);
                     multiply<C, A, B>(run, kernel, tile, {tile.m - 3, tile.n - 5, tile.k + 7}, bound);
                   }});
}

/// Factors across K: CTAs with several blocks, from none to a few iterations; ragged; and any rows.
template <class C, class A, class B>
void acrossK(Cases &cases, const std::string &kernel, const Tile &tile, Bound bound) {
  std::string whole = kernel + tile.name() + ">";
  cases.push_back({"warpgroup product/across K/" + whole, "products_across_k", [=](Run &run) {
                     for (int steps = 0; steps <= 5; ++steps)
                       multiply<C, A, B>(run, whole, tile, {tile.m, tile.n, steps * tile.k}, bound);
                     multiply<C, A, B>(run, whole, tile, {2 * tile.m + 16, tile.n + 48, 7 * tile.k + 16}, bound);
                     multiply<C, A, B>(run, whole, tile, {tile.m - 3, tile.n - 5, tile.k + 7}, bound);
                   }});
}

/// What rounding to tf32 has to get right: ties to even, what lies beside them, what becomes infinite, and what has no
/// number.
std::vector<float> valuesToRound() {
  constexpr float kTie = 0x1p-11f, kNext = 0x1p-23f, kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> values;
  for (float sign : {1.f, -1.f})
    for (float value : {1 + kTie, 1 + 3 * kTie, 1 + kTie + kNext, 1 + kTie - kNext, 1.5f + kTie, 2 - kNext, 0.f,
                        std::numeric_limits<float>::max(), 0x1.ffcp127f, 0x1.ffdp127f, 0x1p-126f, kInfinity})
      values.push_back(sign * value);
  values.push_back(std::numeric_limits<float>::quiet_NaN());
  return values;
}

/// Each sum has one summand, a rounded factor of one side, so that it shows.
void roundFactors(Run &run, const std::string &kernel, const Tile &tile, bool isOfA) {
  std::vector<float> special = valuesToRound();
  int m = tile.m, n = tile.n, k = 2 * tile.k;
  std::vector<float> a(m * k, isOfA ? 0.f : 1.f), b(k * n, isOfA ? 1.f : 0.f), expected(m * n);
  for (int i = 0; i < (isOfA ? m : n); ++i) {
    float value = special[i % special.size()];
    int t = i * 5 % k;
    if (isOfA)
      a[tile.aTransposed ? t * m + i : i * k + t] = value;
    else
      b[tile.bTransposed ? i * k + t : t * n + i] = value;
    for (int j = 0; j < (isOfA ? n : m); ++j)
      expected[isOfA ? i * n + j : j * n + i] = float(double(TensorFloat32(value)));
  }
  auto &c = run.zeros<float>(m * n);
  run.launch(kernel, {1, 1}, c, run.array(a), run.array(b), m, n, k);
  run.near(kernel, c, expected, {});
  run.clear();
}

void addAcrossK(Cases &cases, Bound single, Bound fp8) {
  constexpr Bound exact{};
  using Byte = unsigned char;
  const std::string gemm = "warpgroup_gemm<", e4m3 = gemm + "float, __nv_fp8_e4m3, __nv_fp8_e4m3, float, ",
                    e5m2 = gemm + "float, __nv_fp8_e5m2, __nv_fp8_e5m2, float, ",
                    tf32 = gemm + "float, __nv_tf32, __nv_tf32, float, ",
                    bytes = gemm + "int, signed char, unsigned char, int, ";
  for (Tile tile : {Tile{128, 128, 128}, Tile{128, 128, 128, true, true}, Tile{128, 64, 64, true, false}})
    acrossK<float, Float8E4M3, Float8E4M3>(cases, e4m3, tile, fp8);
  for (Tile tile : {Tile{64, 256, 32}, Tile{64, 128, 256, true, false}})
    acrossK<float, Float8E5M2, Float8E5M2>(cases, e5m2, tile, fp8);
  acrossK<int, Byte, signed char>(cases, gemm + "int, unsigned char, signed char, int, ", {64, 128, 128}, exact);
  for (Tile tile : {Tile{128, 64, 64, true, false}, Tile{128, 64, 64, true, true}})
    acrossK<int, signed char, Byte>(cases, bytes, tile, exact);
  for (Tile tile : {Tile{64, 128, 32}, Tile{128, 64, 16, true, false}, Tile{128, 64, 64, true, true}})
    acrossK<float, TensorFloat32, TensorFloat32>(cases, tf32, tile, single);
  for (Tile tile : {Tile{128, 128, 32}, Tile{64, 128, 64, false, true}, Tile{128, 64, 16, true, false},
                    Tile{64, 64, 32, true, true}})
    acrossK<float, float, float>(cases, "rounded_gemm<", tile, single);
  for (Tile tile :
       {Tile{128, 128, 32}, Tile{64, 128, 64, false, true}, Tile{64, 64, 32, true, true}, Tile{256, 256, 32}}) {
    std::string whole = "rounded_gemm<" + tile.name() + ">";
    cases.push_back({"warpgroup product/rounding/" + whole, "products_across_k", [=](Run &run) {
                       for (bool isOfA : {true, false})
                         roundFactors(run, whole, tile, isOfA);
                     }});
  }
}

/// Several blocks a CTA where CTAs stay, from none to a few iterations each.
template <class C, class T>
void manyBlocks(Run &run, const std::string &types, const Tile &tile, std::array<int, 2> blocks, int mostSteps,
                Bound bound) {
  std::string kernel = "warpgroup_gemm<" + types + ", " + tile.name() + ">";
  int few = 16 / int(sizeof(T));
  for (int k : {0, few, 2 * tile.k, mostSteps * tile.k + few})
    multiply<C, T, T>(run, kernel, tile, {blocks[0] * tile.m - 5, blocks[1] * tile.n - 16, k}, bound);
}

/// Whole tiles in an even number of rows of blocks: two CTAs of a cluster load for each other, through slots that come
/// round once, more often or not at all. Any others: factors that are loaded ahead, from none to some iterations.
template <class C, class A, class B>
void neighbours(Run &run, const std::string &types, const Tile &tile, std::array<int, 2> blocks, Bound bound) {
  std::string kernel = "warpgroup_gemm<" + types + ", " + tile.name() + ">";
  for (int steps : {0, 1, 3, 8})
    multiply<C, A, B>(run, kernel, tile, {blocks[0] * tile.m, blocks[1] * tile.n, steps * tile.k}, bound);
}

void differenceOfProducts(Run &run, std::array<int, 3> size, Bound bound) {
  auto [m, n, k] = size;
  auto &a = randomFactors<BFloat16>(run, m * k), &b = randomFactors<BFloat16>(run, k * n),
       &d = randomFactors<BFloat16>(run, k * n);
  auto &c = run.zeros<float>(m * n);
  run.launch("difference_of_products", {uint32_t(ceilDiv(m, 64)), uint32_t(ceilDiv(n, 256))}, c, a, b, d, m, n, k);
  std::vector<double> expected(m * n);
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < k; ++t)
      for (int j = 0; j < n; ++j)
        expected[i * n + j] += double(a[i * k + t]) * (double(b[t * n + j]) - double(d[t * n + j]));
  run.near("difference_of_products", c, expected, bound);
  run.clear();
}

/// As many blocks as groups of a CTA take in turn, one more or fewer, with slots that come round not at all or in the
/// middle of a block.
void groups(Run &run, const Tile &tile, Bound bound) {
  const std::string types = "__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float";
  for (std::array<int, 2> blocks : {std::array{1, 1}, std::array{3, 1}, std::array{2, 2}, std::array{4, 3}}) {
    neighbours<BFloat16, BFloat16, BFloat16>(run, types, tile, blocks, bound);
    manyBlocks<BFloat16, BFloat16>(run, types, tile, blocks, 5, bound);
  }
}

template <class T> void attention(Run &run, const std::string &kernel, int rows, int width, int queries, int keys) {
  float scale = 1 / std::sqrt(float(width));
  auto &q = run.uniform<T>(queries * width, -2, 2);
  auto &k = run.uniform<T>(keys * width, -2, 2), &v = run.uniform<T>(keys * width, -1, 1);
  auto &out = run.zeros<T>(queries * width);
  run.launch(kernel, {uint32_t(ceilDiv(queries, rows))}, out, q, k, v, queries, keys, scale);
  std::vector<double> expected(out.size());
  for (int i = 0; i < queries; ++i) {
    std::vector<double> weight(keys);
    double total = 0;
    for (int j = 0; j < keys; ++j) {
      double score = 0;
      for (int d = 0; d < width; ++d)
        score += double(q[i * width + d]) * double(k[j * width + d]);
      total += weight[j] = std::exp(score * scale);
    }
    for (int j = 0; j < keys; ++j)
      for (int d = 0; d < width; ++d)
        expected[i * width + d] += weight[j] / total * double(v[j * width + d]);
  }
  run.near(kernel, out, expected, {1.5e-2, 1.5e-2});
  run.clear();
}

} // namespace

namespace tilec::exec {

void addWarpgroupProductCases(Cases &cases) {
  constexpr Bound exact{}, single{1e-5, 1e-4}, half{2e-3, 2e-1}, brain{5e-3, 1e-4};
  const std::string bf16 = "float, __nv_bfloat16, __nv_bfloat16, float";
  for (bool aTransposed : {false, true})
    for (bool bTransposed : {false, true})
      add<float, BFloat16, BFloat16>(cases, bf16, {128, 128, 64, aTransposed, bTransposed}, single);
  for (Tile tile : {Tile{64, 64, 64}, Tile{64, 256, 32}, Tile{256, 64, 128}})
    add<float, BFloat16, BFloat16>(cases, bf16, tile, single);
  add<BFloat16, BFloat16, BFloat16>(cases, "__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float", {128, 256, 64}, brain);
  add<float, Half, Half>(cases, "float, __half, __half, float", {128, 32, 16, false, true}, single);
  add<Half, Half, Half>(cases, "__half, __half, __half, __half", {128, 64, 64}, half);
  const std::string tf32 = "float, __nv_tf32, __nv_tf32, float";
  add<float, TensorFloat32, TensorFloat32>(cases, tf32, {128, 64, 32, false, true}, single);
  add<float, TensorFloat32, TensorFloat32>(cases, tf32, {64, 64, 32}, single);
  using Byte = unsigned char;
  add<int, signed char, signed char>(cases, "int, signed char, signed char, int", {128, 64, 128, false, true}, exact);
  add<int, Byte, signed char>(cases, "int, unsigned char, signed char, int", {64, 128, 64, false, true}, exact);
  add<int, signed char, Byte>(cases, "int, signed char, unsigned char, int", {64, 64, 64, true, false}, exact);
  add<int, Byte, Byte>(cases, "int, unsigned char, unsigned char, int", {128, 128, 64, false, true}, exact);
  add<float, BFloat16, BFloat16>(cases, bf16, {16, 128, 64, false, true}, single);
  add<float, BFloat16, BFloat16>(cases, bf16, {32, 32, 256, false, true}, single);
  add<BFloat16, BFloat16, BFloat16>(cases, "__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float", {16, 64, 128}, brain);
  add<float, Half, Half>(cases, "float, __half, __half, float", {8, 128, 64, false, true}, single);
  add<float, Half, Half>(cases, "float, __half, __half, float", {32, 64, 64, true, false}, single);
  add<float, TensorFloat32, TensorFloat32>(cases, tf32, {16, 128, 32, false, true}, single);
  add<int, signed char, Byte>(cases, "int, signed char, unsigned char, int", {16, 64, 128, false, true}, exact);
  // Tensor cores keep about 13 bits of the largest of 33 summands (docs/Numerics.md), here of partial sums up to 32.
  constexpr Bound fp8{1e-4, 5e-2};
  const std::string e4m3 = "float, __nv_fp8_e4m3, __nv_fp8_e4m3, float";
  add<float, Float8E4M3, Float8E4M3>(cases, e4m3, {128, 128, 128, false, true}, fp8);
  add<float, Float8E4M3, Float8E4M3>(cases, e4m3, {64, 64, 64, true, false}, fp8);
  const std::string e5m2 = "float, __nv_fp8_e5m2, __nv_fp8_e5m2, float";
  add<float, Float8E5M2, Float8E5M2>(cases, e5m2, {64, 64, 256, false, true}, fp8);
  addAcrossK(cases, single, fp8);
  const std::string toBf16 = "__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float";
  cases.push_back({"warpgroup product/many blocks", "deferred_stores",
                   [=](Run &run) { manyBlocks<BFloat16, BFloat16>(run, toBf16, {64, 64, 32}, {17, 8}, 2, brain); }});
  cases.push_back({"warpgroup product/groups", "deferred_stores", [=](Run &run) { groups(run, {64, 64, 32}, brain); }});
  cases.push_back({"warpgroup product/groups in clusters", "warpgroup_products", [=](Run &run) {
                     for (std::array<int, 2> blocks : {std::array{2, 1}, std::array{4, 3}})
                       neighbours<float, BFloat16, BFloat16>(run, bf16, {128, 128, 64}, blocks, single);
                   }});
  cases.push_back({"warpgroup product/stored in part under the next", "deferred_stores", [=](Run &run) {
                     const std::string bytes = "int, signed char, signed char, int";
                     manyBlocks<int, signed char>(run, bytes, {64, 256, 64, false, true}, {3, 2}, 6, exact);
                   }});
  cases.push_back({"warpgroup product/neighbours", "warpgroup_products_fp8", [=](Run &run) {
                     neighbours<float, Float8E4M3, Float8E4M3>(run, e4m3, {128, 128, 128, false, true}, {2, 2}, fp8);
                   }});
  for (Tile tile : {Tile{64, 128, 16, false, true}, Tile{128, 128, 16, false, true}}) {
    const std::string f64 = "double, double, double, double";
    constexpr Bound twice{1e-13, 1e-12};
    add<double, double, double>(cases, f64, tile, twice);
    cases.push_back({"warpgroup product/iterations of " + f64 + ", " + tile.name(), "warpgroup_products",
                     [=](Run &run) { neighbours<double, double, double>(run, f64, tile, {2, 2}, twice); }});
  }
  for (Tile tile : {Tile{256, 128, 32}, Tile{128, 256, 32}}) {
    std::string shape = std::to_string(tile.m) + ", " + std::to_string(tile.n) + ", " + std::to_string(tile.k),
                kernel = "four_warpgroups<" + shape + ">";
    cases.push_back({"warpgroup product/four warpgroups, " + shape, "warpgroup_products", [=](Run &run) {
                       for (int k : {0, 32, 160})
                         multiply<BFloat16, BFloat16, BFloat16>(run, kernel, tile, {tile.m + 8, tile.n, k}, brain);
                       multiply<BFloat16, BFloat16, BFloat16>(run, kernel, tile, {tile.m - 3, tile.n - 5, 39}, brain);
                     }});
  }
  cases.push_back({"warpgroup product/two sums", "warpgroup_products", [=](Run &run) {
                     for (std::array<int, 3> size : {std::array{64, 256, 0}, {128, 264, 160}, {61, 250, 39}})
                       differenceOfProducts(run, size, single);
                   }});
  cases.push_back({"warpgroup product/attention", "warpgroup_products", [](Run &run) {
                     attention<Half>(run, "warpgroup_attention<__half, 64, 64, 64>", 64, 64, 64, 128);
                     attention<Half>(run, "warpgroup_attention<__half, 64, 64, 64>", 64, 64, 70, 75);
                     attention<BFloat16>(run, "warpgroup_attention<__nv_bfloat16, 128, 128, 128>", 128, 128, 130, 200);
                   }});
}

} // namespace tilec::exec
