// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels chosen by std::variant and std::visit, an overload set, and a table of arguments.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Fill { float value; };
struct Axpy { float a; const float *x; };
struct Clamp { float lo, hi; };
struct Scan {};
using Operation = std::variant<std::monostate, Fill, Axpy, Clamp, Scan>;

namespace device {
template <int N> using floats = ct::tile<float, ct::shape<N>>;
template <int N> __tile__ auto position() { return ct::iota<ct::tile<int, ct::shape<N>>>() + static_cast<int>(ct::bid().x) * N; }
template <int N> __tile_global__ void fill(float *p, int n, float v) { auto i = position<N>(); ct::store_masked(p + i, ct::full<floats<N>>(v), i < n); }
template <int N> __tile_global__ void axpy(float *p, int n, float a, const float *x) {
  auto i = position<N>();
  auto m = i < n;
  ct::store_masked(p + i, ct::fma(ct::full<floats<N>>(a), ct::load_masked(x + i, m), ct::load_masked(p + i, m)), m);
}
template <int N> __tile_global__ void clamp(float *p, int n, float lo, float hi) {
  auto i = position<N>();
  ct::store_masked(p + i, ct::min(ct::max(ct::load_masked(p + i, i < n), lo), hi), i < n);
}
template <int N> __tile_global__ void scan(float *p, int n) {
  float carry = 0;
  for (int b = 0; b * N < n; b++) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + b * N;
    auto v = ct::load_masked(p + i, i < n, 0.0f);
    auto s = ct::partial_sum<0>(v) + carry;
    ct::store_masked(p + i, s, i < n);
    carry += float(ct::sum<0>(v));
  }
}
} // namespace device

struct Launcher {
  float *p; int n; cudaStream_t stream{};
  static constexpr int N = 64;
  dim3 grid() const { return {static_cast<unsigned>((n + N - 1) / N)}; }
  std::optional<std::string> operator()(std::monostate) const { return "nothing to do"; }
  std::optional<std::string> operator()(const Fill &f) const { device::fill<N><<<grid(), 1, 0, stream>>>(p, n, f.value); return check(); }
  std::optional<std::string> operator()(const Axpy &f) const { device::axpy<N><<<grid(), 1, 0, stream>>>(p, n, f.a, f.x); return check(); }
  std::optional<std::string> operator()(const Clamp &c) const { auto [lo, hi] = c; device::clamp<N><<<grid(), 1, 0, stream>>>(p, n, lo, hi); return check(); }
  std::optional<std::string> operator()(Scan) const { device::scan<N><<<1, 1, 0, stream>>>(p, n); return check(); }
  static std::optional<std::string> check() {
    if (auto e = cudaGetLastError(); e != cudaSuccess) return cudaGetErrorString(e);
    return std::nullopt;
  }
};

int main() {
  const int n = 150;
  float *p, *x;
  cudaMallocManaged(&p, n * 4);
  cudaMallocManaged(&x, n * 4);
  for (int i = 0; i < n; ++i) x[i] = float(i % 5);
  std::vector<Operation> program{Fill{1.0f}, Axpy{.a = 2.0f, .x = x}, Clamp{2.0f, 7.5f}, Scan{}, {}};
  std::vector<float> want(n, 1.0f);
  int messages = 0;
  for (const auto &op : program) {
    if (auto e = std::visit(Launcher{p, n}, op)) ++messages;
    std::visit(overloaded{[](auto) {}, [&](Axpy a) { for (int i = 0; i < n; ++i) want[i] += a.a * (i % 5); },
                          [&](Clamp c) { for (auto &w : want) w = std::clamp(w, c.lo, c.hi); },
                          [&](Scan) { for (int i = 1; i < n; ++i) want[i] += want[i - 1]; }}, op);
  }
  cudaDeviceSynchronize();
  bool ok = messages == 1;
  for (int i = 0; i < n; ++i) ok &= p[i] == want[i];
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
